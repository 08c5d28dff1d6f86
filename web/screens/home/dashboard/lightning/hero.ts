import type { LocationDelay, RingStatement } from '#contract/weather/lightning'
import type { ShownRing } from '#domain/lightning/shown'
import { compass16 } from '#domain/units/compass'
import type { LiveLocation, LiveRing } from '#web/data/live/place.ts'
import { shownCountdown, shownDuration } from '#web/parts/time/durations.ts'

export type HeroShown = ShownRing['show']

export interface HeroRing {
  readonly ring: number
  readonly radiusMiles: number
  readonly show: HeroShown
  readonly text: string
  /** The remaining share of the all-clear time, from 0 to 1; null without a countdown. */
  readonly left: number | null
}

/** How far away and in which direction the strike was, such as `3.2 mi NW`, if still known. */
export interface LastStrike {
  readonly age: string
  readonly where: string | null
  /** The position error, if the strike may have been inside the ring only because of that error. */
  readonly errorMiles: number | null
}

/** The selected place's state, to the second, in words and plain numbers. */
export interface Hero {
  readonly show: HeroShown
  /** The text that must be readable from three meters. */
  readonly big: string
  readonly rings: readonly HeroRing[]
  readonly because: string | null
  /** Whether All Clear is proven by satellites only, which miss some flashes. */
  readonly isSatelliteOnly: boolean
  /** Whether satellites cover the place, and whether All Clear from satellites alone was accepted. */
  readonly satellite: LocationDelay['satellite']
  /** For Unknown: whether any feed covers the place. */
  readonly isCovered: boolean
  /** Whether the feed went silent during a delay. */
  readonly isStale: boolean
  readonly staleBecause: string | undefined
  /** Why the delay continues, if its strikes are not inside the ring as it is now. */
  readonly keptBecause: string | null
  /** The ring that counts down, and when it ends. */
  readonly innermost: { readonly ring: number; readonly radiusMiles: number } | null
  readonly endsAt: string | null
  /** The ring that ends last, if that is later. */
  readonly endsLast: { readonly ring: number; readonly radiusMiles: number; readonly endsAt: string } | null
  readonly lastStrike: LastStrike | null
  readonly since: string | null
  readonly earliestClear: string | null
  readonly asOf: string | null
  readonly provenThrough: string | null
  readonly silence: { readonly asOf: string; readonly age: string } | null
}

const bigWords: Record<Exclude<HeroShown, 'Delay'>, string> = {
  Checking: 'Checking…',
  AllClear: 'All Clear',
  Unknown: 'Unknown',
}

export function ringText(shown: ShownRing): string {
  return shown.show === 'Delay' ? shownCountdown(shown.remainingMs) : bigWords[shown.show]
}

const minuteMs = 60_000

function heroRing({ ring, radiusMiles, shown, said: reported }: LiveRing): HeroRing {
  const wholeMs = (reported?.allClearMinutes ?? 0) * minuteMs
  // Rounded to seconds, because a share that changed on every check would render the card four times as often.
  const left =
    shown.show === 'Delay' && wholeMs > 0
      ? Math.min(1, (Math.ceil(shown.remainingMs / 1000) * 1000) / wholeMs)
      : null
  return { ring, radiusMiles, show: shown.show, text: ringText(shown), left }
}

/** Returns the latest of the given wire instants. */
function latest(instants: readonly (string | null | undefined)[]): string | null {
  return instants.reduce<string | null>(
    (last, instant) => (instant && (!last || Date.parse(instant) > Date.parse(last)) ? instant : last),
    null,
  )
}

function whereStruck({
  lastStrikeMiles,
  lastStrikeBearing,
  lastStrikeWithinMiles,
}: RingStatement): string | null {
  if (lastStrikeMiles === null) return null
  if (typeof lastStrikeWithinMiles === 'number')
    return `within ${Math.ceil(lastStrikeWithinMiles)} mi, direction unknown`
  const direction = lastStrikeBearing === null ? '' : ` ${compass16(lastStrikeBearing)}`
  return `${lastStrikeMiles.toFixed(1)} mi${direction}`
}

function errorThatCounts({
  lastStrikeMiles,
  lastStrikeErrorMiles,
  radiusMiles,
}: RingStatement): number | null {
  return lastStrikeMiles !== null && lastStrikeMiles > radiusMiles ? lastStrikeErrorMiles : null
}

/** Whether the place itself has proof. Without it, reports from other places' feeds prove nothing. */
function hasProof(shown: ShownRing): boolean {
  return shown.show === 'AllClear' || (shown.show === 'Delay' && !shown.stale)
}

export function heroOf(place: LiveLocation): Hero {
  const { rings, worst, worstRing, endsLast, asOf, coveredThrough, serverNowMs, lastWord } = place
  const unknown = rings.filter(ring => ring.shown.show === 'Unknown')
  const innermost = worst.show === 'Delay' ? worstRing : null
  const struck = latest(rings.map(({ said: reported }) => reported?.lastStrike))
  const isCovered = unknown.every(({ said: reported }) => reported?.covered ?? true)
  const inRing = rings.find(({ said: reported }) => struck !== null && reported?.lastStrike === struck)?.said
  return {
    show: worst.show,
    big: worst.show === 'Unknown' && !isCovered ? 'Not covered' : ringText(worst),
    rings: rings.map(heroRing),
    because: worst.show === 'Unknown' ? worst.because : null,
    isSatelliteOnly: worst.show === 'AllClear' && worst.satelliteOnly === true,
    satellite: place.satellite,
    isCovered,
    isStale: worst.show === 'Delay' && worst.stale,
    staleBecause: worstRing?.said?.because,
    keptBecause: innermost?.said?.isKept ? innermost.said.because : null,
    innermost: innermost ? { ring: innermost.ring, radiusMiles: innermost.radiusMiles } : null,
    endsAt: innermost?.said?.endsAt ?? null,
    endsLast: endsLast?.said?.endsAt
      ? { ring: endsLast.ring, radiusMiles: endsLast.radiusMiles, endsAt: endsLast.said.endsAt }
      : null,
    lastStrike:
      struck && serverNowMs !== null
        ? {
            age: shownDuration(serverNowMs - Date.parse(struck)),
            where: inRing ? whereStruck(inRing) : null,
            errorMiles: inRing ? errorThatCounts(inRing) : null,
          }
        : null,
    since: unknown.at(0)?.said?.since ?? null,
    earliestClear: latest(unknown.map(({ said: reported }) => reported?.earliestClear)),
    asOf,
    provenThrough: rings.every(({ shown }) => hasProof(shown)) ? coveredThrough : null,
    silence: asOf === null && lastWord ? { asOf: lastWord.asOf, age: shownDuration(lastWord.ageMs) } : null,
  }
}
