import type { Speech } from '#domain/hardware/command'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'

export interface SpeechBookDeps {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
  readonly speechOf: (text: string) => Promise<Speech | null>
}

/** Addresses of recordings run out after an hour at the least. */
const goodForMs = 20 * minuteMs
const renewAfterMs = 5 * minuteMs

/** What sirens say, made before it is needed: a warning waits for no voice. */
export class SpeechBook {
  readonly #deps: SpeechBookDeps
  readonly #ready = new Map<string, { readonly speech: Speech; readonly atMs: number }>()

  constructor(deps: SpeechBookDeps) {
    this.#deps = deps
  }

  /** With a recording where one is ready; without, the unit speaks the text with a voice of its own. */
  of(text: string): Speech | null {
    if (text.trim() === '') return null
    const ready = this.#ready.get(text)
    const isGood = ready && this.#deps.clock.monotonicMs() - ready.atMs < goodForMs
    return isGood ? ready.speech : { text, recording: null }
  }

  /** Makes what is missing or about to run out, one after the other, and forgets what nobody says any more. */
  async prepare(texts: readonly string[]): Promise<void> {
    const { clock, log, speechOf } = this.#deps
    const wanted = new Set(texts.filter(text => text.trim() !== ''))
    for (const text of this.#ready.keys()) if (!wanted.has(text)) this.#ready.delete(text)
    for (const text of wanted) {
      const ready = this.#ready.get(text)
      if (ready && clock.monotonicMs() - ready.atMs < renewAfterMs) continue
      try {
        const speech = await speechOf(text)
        if (speech) this.#ready.set(text, { speech, atMs: clock.monotonicMs() })
      } catch (error) {
        // The words go out all the same; it is tried again within a minute.
        log.error({ err: error }, 'a text of a siren could not be recorded')
      }
    }
  }
}
