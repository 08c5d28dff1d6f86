import type { Facet, Observation, Offer } from './observation.ts'

/** The customer's station takes precedence over all other sources if it is this near. */
const ownReachMiles = 5
/** Farther away than this, the weather is different. */
export const reachMiles = 30

/** A station near a place. */
export interface Near {
  readonly network: 'station' | 'metar'
  /** Whether it belongs to the place's customer. */
  readonly isOwn: boolean
  readonly miles: number
  /** A customer's own instrument of a make that we have not tested. */
  readonly isInstrument?: boolean
}

/**
 * The candidate sources for a place, in order of preference: the customer's stations nearby, then its other stations
 * and the airports, by distance. Of two nearby stations within the same mile, the one of a tested model comes first.
 * Other customers' stations are never used.
 */
export function speakersFor<N extends Near>(near: readonly N[]): N[] {
  return near
    .filter(({ network, isOwn, miles }) => miles <= reachMiles && (isOwn || network === 'metar'))
    .sort(
      (one, other) =>
        Number(isClose(other)) - Number(isClose(one)) ||
        (isClose(one) ? byClass(one, other) : 0) ||
        one.miles - other.miles,
    )
}

/** Within a mile the weather is the same, so the better instrument is used. */
function byClass(one: Near, other: Near): number {
  const untested = ({ isInstrument = false }: Near) => Number(isInstrument)
  return Math.floor(one.miles) - Math.floor(other.miles) || untested(one) - untested(other)
}

export function isClose({ network, isOwn, miles }: Near): boolean {
  return network === 'station' && isOwn && miles <= ownReachMiles
}

export function isFresh(offer: Offer, nowMs: number): boolean {
  return nowMs <= offer.freshUntilMs
}

/** The chosen source, and whether its value is fresh. */
export interface Choice {
  readonly observation: Observation
  readonly observedMs: number
  readonly fresh: boolean
}

/** Returns the gridded analysis, or null if it lacks the facet. Called only if no station has a fresh value. */
export type AskAnalysis = (facet: Facet | 'any') => Observation | null

type OfferOf = (observation: Observation) => Offer | null

/** The first fresh value, then the analysis, then the newest stale value, then none. */
function choose(
  facet: Facet | 'any',
  offerOf: OfferOf,
  speakers: readonly (Observation | null)[],
  askAnalysis: AskAnalysis,
  nowMs: number,
): Choice | null {
  let newest: Choice | null = null
  const received = (observation: Observation | null): Choice | null => {
    const offer = observation && offerOf(observation)
    if (!observation || !offer) return null
    const choice = { observation, observedMs: offer.observedMs, fresh: isFresh(offer, nowMs) }
    if (choice.fresh) return choice
    if (newest === null || choice.observedMs > newest.observedMs) newest = choice
    return null
  }
  for (const speaker of speakers) {
    const choice = received(speaker)
    if (choice) return choice
  }
  return received(askAnalysis(facet)) ?? newest
}

/**
 * Chooses the source for one facet: the first that has it. A WBGT that the customer measures nearby comes before one
 * that is calculated. `closeCount`: how many of the first sources are the customer's stations nearby.
 */
export function chooseFacet(
  facet: Facet,
  speakers: readonly (Observation | null)[],
  askAnalysis: AskAnalysis,
  nowMs: number,
  closeCount = 0,
): Choice | null {
  const measured = facet === 'wbgt' ? measuredWbgt(speakers.slice(0, closeCount), nowMs) : null
  return measured ?? choose(facet, observation => observation.offers[facet], speakers, askAnalysis, nowMs)
}

/** The first fresh measurement of the WBGT. */
function measuredWbgt(speakers: readonly (Observation | null)[], nowMs: number): Choice | null {
  const observation = speakers.find(
    each => each?.derived.isWbgtMeasured && each.offers.wbgt && isFresh(each.offers.wbgt, nowMs),
  )
  const offer = observation?.offers.wbgt
  return observation && offer ? { observation, observedMs: offer.observedMs, fresh: true } : null
}

/** A source's newest offer for any facet: the one that stays fresh longest. */
function anyOffer({ offers }: Observation): Offer | null {
  const all = Object.values(offers).filter(offer => offer !== null)
  return all.reduce<Offer | null>(
    (newest, offer) => (newest === null || offer.freshUntilMs > newest.freshUntilMs ? offer : newest),
    null,
  )
}

/** Chooses the source for a place as a whole. */
export function chooseSpeaker(
  speakers: readonly (Observation | null)[],
  askAnalysis: AskAnalysis,
  nowMs: number,
): Choice | null {
  return choose('any', anyOffer, speakers, askAnalysis, nowMs)
}
