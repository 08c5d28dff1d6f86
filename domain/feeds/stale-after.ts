import { freshForMs } from '#domain/conditions/observation'
import { knownForMs } from '#domain/radar/storm-outlook'
import type { SourceKind } from './source.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/**
 * Maximum age of a source's newest report before it says nothing about the present, unless the source has its own
 * limit.
 */
export const usualStaleAfterMs = {
  lightning: 20 * secondMs,
  /** A customer's station reports every five minutes. */
  observations: freshForMs.station,
  /** An older forecast is shown as old; a much older one is discarded. */
  forecasts: 3 * hourMs,
  /** An older list does not prove the absence of an alert. */
  alerts: 5 * minuteMs,
  /** An index needs two of the newest three hours. */
  'air quality': 3 * hourMs,
  'storm cells': knownForMs,
  /** Older images are not used, because the model is more accurate by then. */
  radar: 20 * minuteMs,
  /** Forecasts arrive every six hours. An older list says nothing about the present, least of all an empty one. */
  tropics: 7 * hourMs,
  /** Fronts move, so an older analysis is out of date. */
  'surface analysis': 6 * hourMs,
  /** Road conditions are estimated from forecasts, which say little about the present once they are older. */
  'road conditions': 2 * hourMs,
} as const satisfies Record<SourceKind, number>
