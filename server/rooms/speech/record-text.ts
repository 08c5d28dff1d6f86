import { createHash } from 'node:crypto'
import { fillPath } from '#contract/call'
import { recording } from '#contract/devices/speech'
import type { Speech } from '#domain/hardware/command'
import type { AddressKeys } from '#server/platform/address-keys'
import type { Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { findRecordingOf, saveRecording } from './store.ts'
import { espeak, type Voice } from './voice.ts'

export interface RecordDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly baseUrl: string
  readonly voice?: Voice
  readonly keys: Pick<AddressKeys, 'keyFor'>
}

/** Returns a text for units to speak, with a recording if this server has a voice. Null for an empty text. */
export type SpeechOf = (text: string) => Promise<Speech | null>

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

export function createSpeechOf({ db, clock, log, baseUrl, voice = espeak, keys }: RecordDeps): SpeechOf {
  async function record(text: string): Promise<string | undefined> {
    const textHash = sha256(text)
    const known = await findRecordingOf(db, textHash)
    if (known) return known.sha256
    const wav = await voice(text)
    if (!wav) return undefined
    const made = { text_hash: textHash, sha256: sha256(wav), wav, created_at: clock.now() }
    await db.transaction().execute(tx => saveRecording(tx, made))
    return made.sha256
  }

  function addressOf(id: string): string {
    const query = new URLSearchParams(keys.keyFor(id, clock.now()))
    return `${baseUrl}${fillPath(recording.path, { id })}?${query.toString()}`
  }

  return async text => {
    if (text.trim() === '') return null
    const id = await record(text).catch((error: unknown) => {
      // The unit speaks the text with its own voice: a siren never waits for a recording.
      log.error({ err: error }, 'could not record a text')
      return undefined
    })
    return { text, recording: id === undefined ? null : { url: addressOf(id), sha256: id } }
  }
}
