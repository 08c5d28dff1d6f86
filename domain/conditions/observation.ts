import { derivedOf, type Derived, type GroundPoint } from './derived.ts'
import { measuredMs, type Held } from './held.ts'
import { nextMidnightMs } from './local-day.ts'
import type { Source } from '#domain/policies/source'
import type { Measures, Station } from './reading.ts'
import type { MeasureName } from './sift.ts'

const minuteMs = 60_000

/**
 * How long a report stays fresh: a customer's station reports every five minutes, an airport and the analysis every
 * hour.
 */
export const freshForMs = { station: 15 * minuteMs, metar: 75 * minuteMs, analysis: 75 * minuteMs } as const

/** The source: a station, an airport, or the analysis of a weather model. */
export type Network = keyof typeof freshForMs

/**
 * Values that belong together and are taken from one source, because a wind direction means nothing without its speed.
 * If a source lacks a facet, another may provide it.
 */
export const facets = ['temperature', 'feelsLike', 'wbgt', 'wind', 'gust', 'rain', 'sky'] as const
export type Facet = (typeof facets)[number]

/** A facet that a source has, and how long it stays fresh. */
export interface Offer {
  readonly observedMs: number
  readonly freshUntilMs: number
}

export interface Gust {
  readonly mph: number
  /** An airport reports gusts only when they noticeably exceed the wind. If it reports none, there are none. */
  readonly assumes: 'no gust was reported' | null
}

/** Everything that one source reports. */
export interface Observation {
  readonly network: Network
  readonly source: Source
  readonly timeMs: number
  readonly measures: Measures
  readonly derived: Derived
  readonly gust: Gust | null
  readonly offers: Readonly<Record<Facet, Offer | null>>
}

export interface Observer extends GroundPoint {
  /** Unchanged for as long as it is the same instrument. */
  readonly id: string
  readonly network: Network
  readonly name: string
  /** Null if unknown, in which case the day's rain does not become stale at midnight. */
  readonly timeZone: Station['timeZone'] | null
}

const heatFields = [
  'temperatureF',
  'humidityPercent',
  'windMph',
  'stationPressureHpa',
  'solarWattsPerM2',
  'cloudFraction',
] as const

export function observe(observer: Observer, held: Held): Observation {
  const { id, network, name, timeZone, latitude, longitude } = observer
  const { measures, timeMs } = held
  const derived = derivedOf(observer, measures, timeMs)
  const gust = gustOf(network, measures)

  function offer(isThere: boolean, of: readonly MeasureName[]): Offer | null {
    if (!isThere) return null
    const observedMs = Math.min(...of.map(field => measuredMs(held, field)))
    return { observedMs, freshUntilMs: observedMs + freshForMs[network] }
  }

  return {
    network,
    source: { id, name, kind: network, latitude, longitude },
    timeMs,
    measures,
    derived,
    gust,
    offers: {
      temperature: offer(measures.temperatureF !== null, ['temperatureF']),
      // The plain temperature used in place of a heat index may be far too low, so it is shown but not used for
      // decisions.
      feelsLike: offer(derived.feelsLike?.missing === null, ['temperatureF', 'humidityPercent', 'windMph']),
      wbgt: offer(derived.wbgtF !== null, derived.isWbgtMeasured ? ['measuredWbgtF'] : heatFields),
      wind: offer(measures.windMph !== null, ['windMph']),
      gust: offer(gust !== null, ['gustMph', 'windMph']),
      rain: untilMidnight(offer(measures.rainTodayInches !== null, ['rainTodayInches']), timeZone),
      sky: offer(measures.weatherCode !== null, ['weatherCode']),
    },
  }
}

function gustOf(network: Network, { gustMph, windMph }: Measures): Gust | null {
  if (gustMph !== null) return { mph: gustMph, assumes: null }
  return network === 'metar' && windMph !== null ? { mph: windMph, assumes: 'no gust was reported' } : null
}

/** A gauge resets at its local midnight and reports that shortly after. */
const newDayHeardMs = 10 * minuteMs

/** One day's rain does not carry over to the next. */
function untilMidnight(offer: Offer | null, timeZone: string | null): Offer | null {
  if (offer === null || timeZone === null) return offer
  const { observedMs, freshUntilMs } = offer
  const endsMs = nextMidnightMs(timeZone, observedMs) + newDayHeardMs
  return { observedMs, freshUntilMs: Math.min(freshUntilMs, endsMs) }
}
