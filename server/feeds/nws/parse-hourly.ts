import { documentOf, fieldsOf, instantOf, listOf } from './json.ts'
import { hourMs } from '#server/platform/clock'
import { codeOfIconUrl } from './weather-words.ts'

/** Parses the weather of each hour by the icons of the hourly text forecast. Throws if the response has no hours. */
export function parseHourly(body: Uint8Array): ReadonlyMap<number, string> {
  const { periods } = fieldsOf(documentOf(body).properties)
  if (!Array.isArray(periods)) throw new Error('the hourly forecast has no hours')
  const codes = new Map<number, string>()
  for (const period of listOf(periods)) {
    const { startTime, icon } = fieldsOf(period)
    const [timeMs, code] = [instantOf(startTime), codeOfIconUrl(icon)]
    if (timeMs !== null && code !== null) codes.set(Math.floor(timeMs / hourMs) * hourMs, code)
  }
  return codes
}
