import type { Truth } from './truth.testing.ts'

export type Belief = 'clear' | 'danger' | 'unknown'

/** Somebody, or something, that is told about a place, with the memory that it really has. */
export interface Reader {
  readonly kind: ReaderKind
  readonly truth: Truth
  /** Whether it can be reached. What it knows, it still believes for as long as it was told to. */
  isOn: boolean
  /** Asks what it asks, if that is due. */
  ask?(nowMs: number): Promise<void>
  believes(nowMs: number): Belief
  /** Whether it knows that only a satellite proves what it believes; a siren cannot say so. */
  isBySatellite?(nowMs: number): boolean
  /** When the server said that it is clear, for a reader that keeps what it was told. */
  readonly clearSaidMs?: number
}

interface Manner {
  /** How late it may be while it can be reached. */
  readonly lagSeconds: number
  /** How much longer it may take after it could not be reached, as a share of that time. */
  readonly comesBack?: number
  /** Whether everything that it was told runs out within the lag, so that being out of reach is no excuse. */
  readonly isLeased: boolean
}

/**
 * How late each kind of reader may be: its own pause and memory, what the server needs, and the five seconds between
 * two looks of these runs.
 */
export const manners = {
  // A lease of 15 s.
  screen: { lagSeconds: 25, isLeased: true },
  wall: { lagSeconds: 25, isLeased: true },
  widget: { lagSeconds: 25, isLeased: true },
  'siren page': { lagSeconds: 25, isLeased: true },
  'Home Assistant': { lagSeconds: 25, isLeased: true },
  // It asks every 10 s, and repeats what it read until the time that it read with it.
  'MCP client': { lagSeconds: 35, isLeased: true },
  // It polls every 15 s, through a cache that keeps an answer for 15 s.
  'CAP sign': { lagSeconds: 45, isLeased: false },
  // After it was down, until the next attempt of the retries.
  'webhook receiver': { lagSeconds: 30, comesBack: 3, isLeased: false },
  // Ends are looked for every minute.
  'push phone': { lagSeconds: 90, isLeased: false },
  'text phone': { lagSeconds: 90, isLeased: false },
  mailbox: { lagSeconds: 90, isLeased: false },
  siren: { lagSeconds: 45, isLeased: false },
} as const satisfies Readonly<Record<string, Manner>>

export type ReaderKind = keyof typeof manners

/** Watches what one reader believes, and says what it must not. */
export class Believer {
  readonly reader: Reader
  #onSinceMs: number
  #offSinceMs = -Infinity
  #awayMs = 0
  /** The beginning of the delay of which the reader could be told. */
  #toldOfMs = -Infinity

  constructor(reader: Reader, nowMs: number) {
    this.reader = reader
    this.#onSinceMs = nowMs
  }

  turn(isOn: boolean, nowMs: number) {
    const { reader } = this
    if (reader.isOn === isOn) return
    reader.isOn = isOn
    if (isOn) [this.#onSinceMs, this.#awayMs] = [nowMs, nowMs - this.#offSinceMs]
    else this.#offSinceMs = nowMs
  }

  /** Returns what is wrong with the reader's belief; null if nothing is. */
  fault(nowMs: number): string | null {
    const { kind, truth, isOn } = this.reader
    const manner: Manner = manners[kind]
    const lagMs = manner.lagSeconds * 1000
    const backMs = this.#onSinceMs + this.#awayMs * (manner.comesBack ?? 0)
    const isReached = (sinceMs: number) => isOn && nowMs >= Math.max(sinceMs, backMs) + lagMs
    const belief = this.reader.believes(nowMs)
    if (truth.isDelay(nowMs)) {
      if (isReached(truth.sinceMs)) this.#toldOfMs = truth.sinceMs
      const mustKnow = manner.isLeased ? nowMs >= truth.sinceMs + lagMs : this.#toldOfMs === truth.sinceMs
      if (belief === 'clear' && mustKnow) return 'believes clear in a delay'
      const wasTold = manner.isLeased ? isReached(truth.sinceMs) : this.#toldOfMs === truth.sinceMs
      return belief !== 'danger' && wasTold ? 'does not believe in a delay' : null
    }
    const doubtMs = truth.doubtSinceMs(nowMs)
    const isTooSure =
      doubtMs !== null && (this.reader.clearSaidMs ?? (manner.isLeased ? nowMs : 0)) >= doubtMs + lagMs
    if (belief === 'clear' && truth.needsOneSource && isTooSure) return 'believes clear without proof'
    // Only a proven end lets a siren sound the all clear.
    const overMs = kind === 'siren' ? Math.max(truth.endsMs, truth.doubtUntilMs) : truth.endsMs
    return belief === 'danger' && isReached(overMs) ? 'believes a danger that has ended' : null
  }
}
