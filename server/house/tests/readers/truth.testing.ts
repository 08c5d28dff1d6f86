import { distanceMiles, type Point } from '#domain/geo/distance'
import { minuteMs } from '#server/platform/clock'

/** One ring as it is in force, whoever it belongs to. */
export interface TrueRing {
  readonly center: Point
  readonly radiusMiles: number
  readonly allClearMinutes: number
}

export interface TrueStrike {
  readonly at: Point
  readonly timeMs: number
}

/**
 * What is true about one ring, from the strikes that the server has accepted and the edits that it has confirmed, and
 * from nothing else: when it is in delay. An edit can begin a delay, and never ends one.
 */
export class Truth {
  readonly name: string
  /** Whether a single source sees all of it, so that its silence leaves nobody who could know. */
  needsOneSource = false
  readonly #strikes: TrueStrike[] = []
  #ring: TrueRing | undefined
  #sinceMs = -Infinity
  #endsMs = -Infinity
  #doubtSinceMs: number | null = null
  #doubtUntilMs = -Infinity

  constructor(name: string) {
    this.name = name
  }

  /** When the latest delay began. */
  get sinceMs(): number {
    return this.#sinceMs
  }

  /** When the latest delay ends, or has ended. */
  get endsMs(): number {
    return this.#endsMs
  }

  isDelay(nowMs: number): boolean {
    return nowMs < this.#endsMs
  }

  /** Since when nobody can know that it is clear; null while that can be known. */
  doubtSinceMs(nowMs: number): number | null {
    return nowMs < this.#doubtUntilMs ? this.#doubtSinceMs : null
  }

  /** When it could first be known again that it is clear, as far as is known now. */
  get doubtUntilMs(): number {
    return this.#doubtUntilMs
  }

  /** The source that sees the whole ring is silent, or will never tell what happened just now. */
  doubt(kind: 'silent' | 'gap', nowMs: number) {
    const untilMs = kind === 'gap' ? nowMs + (this.#ring?.allClearMinutes ?? 0) * minuteMs : nowMs + 1
    if (nowMs >= this.#doubtUntilMs) this.#doubtSinceMs = nowMs
    this.#doubtUntilMs = Math.max(this.#doubtUntilMs, untilMs)
  }

  change(ring: TrueRing, nowMs: number) {
    this.#ring = ring
    for (const strike of this.#strikes) this.#hit(strike, nowMs)
  }

  strike(strike: TrueStrike, nowMs: number) {
    this.#strikes.push(strike)
    this.#hit(strike, nowMs)
  }

  #hit({ at, timeMs }: TrueStrike, nowMs: number) {
    const ring = this.#ring
    if (!ring || (distanceMiles(ring.center, at) ?? Infinity) > ring.radiusMiles) return
    const endsMs = timeMs + ring.allClearMinutes * minuteMs
    if (endsMs <= nowMs) return
    if (!this.isDelay(nowMs)) this.#sinceMs = nowMs
    this.#endsMs = Math.max(this.#endsMs, endsMs)
  }
}

export interface TruePolicy {
  readonly radiusMiles: number
  readonly allClearMinutes: number
}

const largest = (rings: readonly TruePolicy[]): TruePolicy => ({
  radiusMiles: Math.max(...rings.map(({ radiusMiles }) => radiusMiles)),
  allClearMinutes: Math.max(...rings.map(({ allClearMinutes }) => allClearMinutes)),
})

/**
 * The ring of an organization's place: the policies for all groups and of the linked groups; without one, the rings of
 * the administrators who have it; without those, 10 miles and 30 minutes.
 */
export function trueRingOfPlace(
  policies: readonly TruePolicy[],
  administrators: readonly TruePolicy[],
): TruePolicy {
  if (policies.length > 0) return largest(policies)
  return administrators.length > 0 ? largest(administrators) : { radiusMiles: 10, allClearMinutes: 30 }
}

/** A person's ring: never smaller or shorter than a policy for them requires. */
export const trueRingOfPerson = (own: TruePolicy, policies: readonly TruePolicy[]) =>
  largest([own, ...policies])

/** A siren's ring: the largest of its own, the administrators' and the policies'. */
export const trueRingOfSiren = (
  own: TruePolicy,
  policies: readonly TruePolicy[],
  administrators: readonly TruePolicy[],
) => largest([own, ...policies, ...administrators])
