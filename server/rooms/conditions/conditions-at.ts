import {
  chooseFacet,
  chooseSpeaker,
  isClose,
  reachMiles,
  type AskAnalysis,
  type Choice,
} from '#domain/conditions/choose'
import { disagreement } from '#domain/conditions/disagreement'
import { facets, observe, type Facet, type Observation } from '#domain/conditions/observation'
import { policyValuesFrom, temperatureFrom, type PolicyValues } from '#domain/conditions/policy-values'
import type { Measures } from '#domain/conditions/reading'
import { fields, sift, type MeasureName } from '#domain/conditions/sift'
import type { Point } from '#domain/geo/distance'
import { anySource, type Accepts } from '#domain/policies/source'
import type { Measured } from '#domain/policies/warning'
import type { KnownStation, Speaker, StationBook } from '#server/rooms/stations/index'

/** A place and its customer, whose own stations report for it. */
export interface CustomerPoint extends Point {
  readonly customerId: number
}

export type ShownValues = PolicyValues & { readonly TEMP: Measured }

export interface Analysis extends Measures {
  readonly timeMs: number
  readonly elevationFeet?: number | null
}

/** A weather model's analysis at any place; undefined where it has none. */
export type AnalysisAt = (point: Point, nowMs: number) => Analysis | undefined

export interface Conditions {
  readonly state: 'fresh' | 'stale' | 'missing'
  readonly because: string
  /**
   * The value from another of the customer's stations at the place that contradicts the chosen one; null if none does.
   */
  readonly disagreement: string | null
  readonly observedMs: number | null
  /** The station that reports for the place as a whole; null if the analysis is used. */
  readonly speaker: Speaker | null
  /** The nearest airport, whichever station reports. */
  readonly metar: Speaker | null
  readonly facets: Readonly<Record<Facet, Choice | null>>
}

/** What is cached for a place from one query to the next. */
interface Kept {
  readonly version: number
  readonly speakers: readonly Speaker[]
  readonly closeCount: number
  analysis: { readonly given: Analysis; readonly observation: Observation } | null
}

/** Returns the weather at a place. Called for every location every minute. */
export class ConditionsAt {
  readonly #book: StationBook
  readonly #analysisAt: AnalysisAt
  /** Keyed by the place object: callers reuse the same object, and a moved place gets a new one. */
  readonly #kept = new WeakMap<CustomerPoint, Kept>()

  constructor(book: StationBook, analysisAt: AnalysisAt) {
    this.#book = book
    this.#analysisAt = analysisAt
  }

  conditionsAt(place: CustomerPoint, nowMs: number): Conditions {
    const kept = this.#keptOf(place)
    return conditionsFrom(kept.speakers, this.#asking(place, kept, nowMs), nowMs)
  }

  /** The conditions from airports only. */
  metarAt(place: CustomerPoint, nowMs: number): Conditions {
    const { speakers } = this.#keptOf(place)
    return conditionsFrom(
      speakers.filter(({ network }) => network === 'metar'),
      () => null,
      nowMs,
    )
  }

  /** Usually the first station reports everything, and its observation is already computed. */
  policyValues(place: CustomerPoint, nowMs: number, accepts: Accepts = anySource): PolicyValues {
    const kept = this.#keptOf(place)
    if (accepts !== anySource) return this.#acceptedValues(place, kept, nowMs, accepts)
    const word = kept.speakers[0]?.station.word
    const { closeCount } = kept
    const isMeasuredBeside = closeCount > 1 && hasMeasuredWbgt(kept.speakers.slice(1, closeCount))
    if (word && nowMs <= word.freshUntilMs && !isMeasuredBeside) return word.values
    const ask = this.#asking(place, kept, nowMs)
    return policyValuesFrom(observationsOf(kept.speakers), ask, nowMs, closeCount)
  }

  /** The values of some sources only, each from the first that has it. */
  #acceptedValues(place: CustomerPoint, kept: Kept, nowMs: number, accepts: Accepts): PolicyValues {
    const isAccepted = ({ station }: Speaker) =>
      station.observation !== null && accepts(station.observation.source)
    const ask = this.#asking(place, kept, nowMs)
    return policyValuesFrom(
      observationsOf(kept.speakers.filter(isAccepted)),
      facet => {
        const analysis = ask(facet)
        return analysis && accepts(analysis.source) ? analysis : null
      },
      nowMs,
      kept.speakers.slice(0, kept.closeCount).filter(isAccepted).length,
    )
  }

  /**
   * The values that widgets show: the policy values and the temperature. If a station is named, only its values are
   * used.
   */
  shownValues(place: CustomerPoint, nowMs: number, station?: KnownStation): ShownValues {
    const kept = this.#keptOf(place)
    const observations = station ? [station.observation] : observationsOf(kept.speakers)
    const ask: AskAnalysis = station ? () => null : this.#asking(place, kept, nowMs)
    return {
      ...policyValuesFrom(observations, ask, nowMs, station ? 0 : kept.closeCount),
      TEMP: temperatureFrom(observations, ask, nowMs),
    }
  }

  #keptOf(place: CustomerPoint): Kept {
    const known = this.#kept.get(place)
    if (known && known.version === this.#book.version) return known
    const speakers = this.#book.speakersFor(place, place.customerId)
    const closeCount = closeCountOf(speakers)
    const kept: Kept = { version: this.#book.version, speakers, closeCount, analysis: null }
    this.#kept.set(place, kept)
    return kept
  }

  /** Queries the analysis at most once per call, and derives its values only when it has changed. */
  #asking(place: CustomerPoint, kept: Kept, nowMs: number): AskAnalysis {
    let given: Analysis | null | undefined
    return facet => {
      given = given === undefined ? (this.#analysisAt(place, nowMs) ?? null) : given
      if (given === null || (facet !== 'any' && given[needed[facet]] === null)) return null
      if (!kept.analysis || !saysTheSame(kept.analysis.given, given)) {
        kept.analysis = { given, observation: analysed(place, given) }
      }
      return kept.analysis.observation
    }
  }
}

/**
 * The input that each facet requires. Without it the facet is skipped, because deriving a WBGT needlessly is expensive.
 */
const needed: Readonly<Record<Facet, MeasureName>> = {
  temperature: 'temperatureF',
  feelsLike: 'temperatureF',
  wbgt: 'humidityPercent',
  wind: 'windMph',
  gust: 'gustMph',
  rain: 'rainTodayInches',
  sky: 'weatherCode',
}

function saysTheSame(one: Analysis, other: Analysis): boolean {
  return one.timeMs === other.timeMs && fields.every(field => Object.is(one[field], other[field]))
}

function analysed(place: CustomerPoint, given: Analysis): Observation {
  const { latitude, longitude } = place
  const ground = { latitude, longitude, elevationFeet: given.elevationFeet ?? null }
  const { measures } = sift(given)
  return observe(
    { ...ground, id: 'analysis', network: 'analysis', name: 'Gridded analysis', timeZone: null },
    { timeMs: given.timeMs, measures, olderMs: {} },
  )
}

/** How many stations at the head of the list are the customer's nearby ones. */
function closeCountOf(speakers: readonly Speaker[]): number {
  const first = speakers.findIndex(speaker => !isClose(speaker))
  return first === -1 ? speakers.length : first
}

const hasMeasuredWbgt = (speakers: readonly Speaker[]) =>
  speakers.some(({ station }) => station.observation?.derived.isWbgtMeasured === true)

const observationsOf = (speakers: readonly Speaker[]) => speakers.map(({ station }) => station.observation)

function conditionsFrom(speakers: readonly Speaker[], askAnalysis: AskAnalysis, nowMs: number): Conditions {
  const observations = observationsOf(speakers)
  const chosen = chooseSpeaker(observations, askAnalysis, nowMs)
  const speaker = speakers.find(({ station }) => station.observation === chosen?.observation) ?? null
  const closeCount = closeCountOf(speakers)
  const choices = facets.map(
    facet => [facet, chooseFacet(facet, observations, askAnalysis, nowMs, closeCount)] as const,
  )
  return {
    state: chosen === null ? 'missing' : chosen.fresh ? 'fresh' : 'stale',
    because: becauseOf(chosen, speaker),
    disagreement: speaker && contradicted(speaker, speakers, nowMs),
    observedMs: chosen?.observedMs ?? null,
    speaker: chosen === null ? null : speaker,
    metar: speakers.find(({ network }) => network === 'metar') ?? null,
    facets: Object.fromEntries(choices) as unknown as Conditions['facets'],
  }
}

/** Two stations farther apart than this may both be right. */
const samePlaceMiles = 1

function contradicted(used: Speaker, speakers: readonly Speaker[], nowMs: number): string | null {
  const here = (speaker: Speaker) => isClose(speaker) && speaker.miles <= samePlaceMiles
  if (!here(used) || !used.station.observation) return null
  for (const other of speakers.filter(here)) {
    if (other === used || !other.station.observation) continue
    const found = disagreement(used.station.observation, other.station.observation, nowMs)
    if (found !== null) return `${other.station.row.name}, ${other.miles.toFixed(1)} miles away, ${found}.`
  }
  return null
}

function becauseOf(chosen: Choice | null, speaker: Speaker | null): string {
  const noFresh = `No station within ${reachMiles} miles has reported recently`
  if (chosen === null) return noFresh
  if (speaker === null) return `${noFresh}: showing the ${chosen.fresh ? '' : 'last '}gridded analysis`
  const away = `${speaker.station.row.name}, ${speaker.miles.toFixed(1)} miles away`
  if (!chosen.fresh) return `${noFresh}: showing the last report from ${away}`
  return isClose(speaker) ? `Your own station ${away}` : `Nearest reporting station: ${away}`
}
