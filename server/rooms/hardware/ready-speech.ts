import type { Speech } from '#domain/hardware/command'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'

export interface SpeechBookDeps {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
  readonly speechOf: (text: string) => Promise<Speech | null>
}

/** Recordings this recent are still used: their URLs are valid for at least an hour. */
const goodForMs = 20 * minuteMs
const renewAfterMs = 5 * minuteMs

/** Siren speech that is recorded in advance, so that a warning never waits for a recording. */
export class SpeechBook {
  readonly #deps: SpeechBookDeps
  readonly #ready = new Map<string, { readonly speech: Speech; readonly atMs: number }>()

  constructor(deps: SpeechBookDeps) {
    this.#deps = deps
  }

  /**
   * Returns speech for a text, with a recording if one is ready; otherwise the unit speaks the text with its own voice.
   */
  of(text: string): Speech | null {
    if (text.trim() === '') return null
    const ready = this.#ready.get(text)
    const isGood = ready && this.#deps.clock.monotonicMs() - ready.atMs < goodForMs
    return isGood ? ready.speech : { text, recording: null }
  }

  /**
   * Makes recordings that are missing or about to expire, one at a time, and deletes recordings of texts no longer in
   * use.
   */
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
        // The text is still sent; recording is retried within a minute.
        log.error({ err: error }, 'could not record a siren text')
      }
    }
  }
}
