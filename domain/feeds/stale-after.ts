import { freshForMs } from '#domain/conditions/observation'
import { knownForMs } from '#domain/radar/storm-outlook'
import type { SourceKind } from './source.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** How old the newest word of a source may be before it says nothing about now, unless the source has its own limit. */
export const usualStaleAfterMs = {
  lightning: 20 * secondMs,
  /** An own station speaks every five minutes. */
  observations: freshForMs.station,
  /** An older one is shown as old; a much older one is none. */
  forecasts: 3 * hourMs,
  /** That nothing is in an older list does not mean that nothing is there. */
  alerts: 5 * minuteMs,
  /** An index needs two of the newest three hours. */
  'air quality': 3 * hourMs,
  'storm cells': knownForMs,
  /** Of an older picture nothing is made: the model knows more by then. */
  radar: 20 * minuteMs,
  /** Forecasts come every six hours. An older list says nothing of now, an empty one least of all. */
  tropics: 7 * hourMs,
  /** Fronts move on. */
  'surface analysis': 6 * hourMs,
  /** An estimate of roads is made of forecasts, which say little of now when they are older. */
  'road conditions': 2 * hourMs,
} as const satisfies Record<SourceKind, number>
