import type { Measured } from '#domain/policies/warning'
import { roundedTo } from '#domain/units/rounding'
import { chooseFacet, type AskAnalysis } from './choose.ts'
import type { Facet, Observation } from './observation.ts'

/** The measured values that policies evaluate. */
export type PolicyMeasure = 'HEAT' | 'CHILL' | 'WBGT' | 'PRECIP' | 'WIND' | 'GUST'
export type PolicyValues = Readonly<Partial<Record<PolicyMeasure, Measured>>>

interface Quantity {
  readonly facet: Facet
  readonly name: string
  readonly valueOf: (observation: Observation) => number | null
}

/** Heat and cold are evaluated using the feels-like value, and rain using the day's total. */
const feels: Quantity = {
  facet: 'feelsLike',
  name: 'how it feels',
  valueOf: ({ derived }) => roundedTo(derived.feelsLike?.feelsLikeF ?? null, 1),
}

const quantities: Readonly<Record<PolicyMeasure, Quantity>> = {
  HEAT: feels,
  CHILL: feels,
  WBGT: { facet: 'wbgt', name: 'WBGT', valueOf: ({ derived }) => roundedTo(derived.wbgtF, 1) },
  PRECIP: {
    facet: 'rain',
    name: 'rain',
    valueOf: ({ measures }) => roundedTo(measures.rainTodayInches, 2),
  },
  WIND: { facet: 'wind', name: 'wind', valueOf: ({ measures }) => roundedTo(measures.windMph, 1) },
  GUST: { facet: 'gust', name: 'gusts', valueOf: ({ gust }) => roundedTo(gust?.mph ?? null, 1) },
}

export const watched = Object.keys(quantities) as readonly PolicyMeasure[]

/** One source's values for everything that policies evaluate, and how long all of them stay fresh. */
export interface CompleteObservation {
  readonly values: PolicyValues
  readonly freshUntilMs: number
}

/** Null if the source lacks anything, in which case other sources are needed. */
export function completeObservation(observation: Observation): CompleteObservation | null {
  let freshUntilMs = Infinity
  const values: Partial<Record<PolicyMeasure, Measured>> = {}
  for (const each of watched) {
    const offer = observation.offers[quantities[each].facet]
    const value = quantities[each].valueOf(observation)
    if (offer === null || value === null) return null
    freshUntilMs = Math.min(freshUntilMs, offer.freshUntilMs)
    values[each] = { kind: 'fresh', value, observedMs: offer.observedMs, source: observation.source }
  }
  return { values, freshUntilMs }
}

/** A place's values for everything that policies evaluate, each from the first source that has it. */
export function policyValuesFrom(
  speakers: readonly (Observation | null)[],
  askAnalysis: AskAnalysis,
  nowMs: number,
  closeCount = 0,
): PolicyValues {
  const values: Partial<Record<PolicyMeasure, Measured>> = {}
  for (const each of watched)
    values[each] = measuredOf(quantities[each], speakers, askAnalysis, nowMs, closeCount)
  return values
}

const temperature: Quantity = {
  facet: 'temperature',
  name: 'the temperature',
  valueOf: ({ measures }) => roundedTo(measures.temperatureF, 1),
}

/** A place's temperature from the first source that has it. No policy evaluates it, but widgets show it. */
export function temperatureFrom(
  speakers: readonly (Observation | null)[],
  askAnalysis: AskAnalysis,
  nowMs: number,
): Measured {
  return measuredOf(temperature, speakers, askAnalysis, nowMs)
}

function measuredOf(
  { facet, name, valueOf }: Quantity,
  speakers: readonly (Observation | null)[],
  askAnalysis: AskAnalysis,
  nowMs: number,
  closeCount = 0,
): Measured {
  const choice = chooseFacet(facet, speakers, askAnalysis, nowMs, closeCount)
  const value = choice && valueOf(choice.observation)
  if (choice === null || value === null) {
    return { kind: 'missing', because: `Neither a station within 30 miles nor an analysis reports ${name}` }
  }
  const { observation, observedMs, fresh } = choice
  return { kind: fresh ? 'fresh' : 'stale', value, observedMs, source: observation.source }
}
