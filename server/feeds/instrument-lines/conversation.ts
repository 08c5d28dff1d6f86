import { startMessage } from '#domain/instruments/draft'
import type { InstrumentMessage, SensedStrike } from '#domain/instruments/message'
import { parseBoltekLine } from '#server/feeds/boltek/parse'
import type { InstrumentPort, WantedInstrument } from '#server/feeds/instrument-port'
import { parseVaisala } from '#server/feeds/vaisala/parse'
import { secondMs } from '#server/platform/clock'

/**
 * The interval at which one line of each kind is used; detectors report their state, and transmitters wind, every
 * second.
 */
const valuesEveryMs = 10 * secondMs
/** In a storm, strikes exceed the message limit, so the strikes of this period go into one message. */
const strikesEveryMs = 2 * secondMs
const mostStrikes = 100
const mostKinds = 20
/** A damaged line now and then is normal with serial cables. */
const mostUnread = 20

/** Returns null for a line that is damaged or not of this make. */
function parse(make: WantedInstrument['make'], line: string): InstrumentMessage | null {
  if (make === 'boltek') return parseBoltekLine(line)
  try {
    return parseVaisala(line)
  } catch {
    // Damaged lines are counted by the caller, because a single one means little.
    return null
  }
}

/** Combines the lines of one connected instrument into as few messages as its customer may send. */
export class Conversation {
  readonly #instrument: WantedInstrument
  readonly #instruments: InstrumentPort
  readonly #takenMs = new Map<string, number>()
  #strikes: SensedStrike[] = []
  #strikesMs = -Infinity
  #unread = 0
  #receiving: Promise<unknown> = Promise.resolve()
  /** When the last readable line arrived. */
  heardMs: number | null = null

  constructor(instrument: WantedInstrument, instruments: InstrumentPort) {
    this.#instrument = instrument
    this.#instruments = instruments
  }

  /** `nowMs` is the time of day, used to time strikes. */
  hear(line: string, nowMs: number, onError: (error: unknown) => void): void {
    const { id, make } = this.#instrument
    const message = parse(make, line)
    if (!message) {
      if (++this.#unread === mostUnread)
        this.#instruments.refuse(id, 'It sends lines that do not match this make. Please check the address.')
      return
    }
    if (this.heardMs === null || this.#unread >= mostUnread) this.#instruments.recovered(id)
    this.#unread = 0
    this.heardMs = nowMs
    const struck = message.lightning?.strikes ?? []
    // Timed here, because the next message may be a while away, even longer while the database is unavailable.
    this.#strikes.push(...struck.map(strike => ({ ...strike, timeMs: strike.timeMs ?? nowMs })))
    if (this.#strikes.length > mostStrikes) this.#strikes = nearest(this.#strikes)
    if (struck.length === 0 && this.#isDue(line, nowMs)) this.#hand(message, onError)
  }

  /**
   * Passes on the strikes since the last time, and any that could not be stored. `Infinity` means regardless of the
   * time.
   */
  flush(nowMs: number, onError: (error: unknown) => void): void {
    const isEarly = nowMs >= this.#strikesMs && nowMs - this.#strikesMs < strikesEveryMs
    if (this.#strikes.length === 0 || isEarly) return
    this.#strikesMs = nowMs
    const strikes = this.#strikes
    this.#strikes = []
    const draft = startMessage()
    draft.understand('strikes')
    this.#hand(draft.finish({ sentMs: null, lightning: { strikes, count: null } }), error => {
      this.#strikes = nearest([...strikes, ...this.#strikes])
      onError(error)
    })
  }

  /** Resolves when everything that was passed on is stored. */
  async settled(): Promise<void> {
    await this.#receiving
  }

  #hand(message: InstrumentMessage, onError: (error: unknown) => void) {
    this.#receiving = this.#receiving
      .then(() => this.#instruments.receive(this.#instrument.id, message))
      .catch(onError)
  }

  #isDue(line: string, nowMs: number): boolean {
    const kind = line.trimStart().slice(0, this.#instrument.make === 'boltek' ? 6 : 3)
    const before = this.#takenMs.get(kind) ?? -Infinity
    if (nowMs >= before && nowMs - before < valuesEveryMs) return false
    if (this.#takenMs.size >= mostKinds) this.#takenMs.clear()
    this.#takenMs.set(kind, nowMs)
    return true
  }
}

/** Returns the nearest strikes, if there are more than needed. */
function nearest(strikes: readonly SensedStrike[]): SensedStrike[] {
  const miles = (strike: SensedStrike) => (strike.kind === 'place' ? 0 : strike.miles)
  return strikes.toSorted((one, other) => miles(one) - miles(other)).slice(0, mostStrikes)
}
