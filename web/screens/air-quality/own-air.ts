import type { PollutantAtLocation, WireIndex } from '#contract/weather/air-quality'
import { shownIndex } from '#web/parts/weather/air-text.ts'

export const notKnown: WireIndex = { value: null, color: null, shortDescription: null }

/**
 * Returns the main pollutant as it may be shown. An old index does not describe the current air, but is shown as a past
 * value.
 */
export function mainAirNow(
  { pollutantName, aqiData, freshUntil }: PollutantAtLocation,
  nowMs: number,
): { readonly index: WireIndex; readonly words: string } {
  const index = aqiData.nowCastIndex
  if (nowMs <= Date.parse(freshUntil)) return { index, words: `${pollutantName}, the main pollutant` }
  const last = index.value === null ? '' : `, last known ${shownIndex(index.value)}`
  return { index: notKnown, words: `${pollutantName}${last}` }
}
