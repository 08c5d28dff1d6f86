import { createHash } from 'node:crypto'
import { fillPath } from '#contract/call'
import { recording } from '#contract/devices/speech'
import type { Speech } from '#domain/hardware/command'
import { createAddressKeys } from '#server/platform/address-keys'
import { dayMs, later, type Clock } from '#server/platform/clock'
import type { Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { speechRoutes } from './routes.ts'
import { deleteRecordingsBefore, findRecordingOf, saveRecording } from './store.ts'
import { espeak, type Voice } from './voice.ts'

export interface SpeechDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Pick<Secrets, 'keyFor'>
  readonly leaderSchedule: Schedule
  readonly baseUrl: string
  readonly voice?: Voice
}

export interface SpeechMaker {
  readonly routes: readonly Served[]
  /** A text for units to speak, with a recording if this server has a voice. Null for an empty text. */
  speechOf(text: string): Promise<Speech | null>
}

const keptMs = 90 * dayMs
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** Texts as sound: each is recorded once, stored, and available to anyone who has its URL. */
export function createSpeech(deps: SpeechDeps): SpeechMaker {
  const { db, clock, log, baseUrl, voice = espeak } = deps
  const keys = createAddressKeys(deps.secrets.keyFor('recordings'), 'recording')
  deps.leaderSchedule.every('recording retention', dayMs, () =>
    deleteRecordingsBefore(db, later(clock.now(), -keptMs)),
  )

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

  return {
    routes: speechRoutes({ db, keys }),
    async speechOf(text) {
      if (text.trim() === '') return null
      const id = await record(text).catch((error: unknown) => {
        // The unit speaks the text by itself: a siren never waits for a recording.
        log.error({ err: error }, 'could not record a text')
        return undefined
      })
      return { text, recording: id === undefined ? null : { url: addressOf(id), sha256: id } }
    },
  }
}
