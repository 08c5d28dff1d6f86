import { weatherCodeOf } from '#domain/forecasts/weather-code'
import { mphFromMs, msFromKnots } from '#domain/units/convert'

export interface MetarSky {
  /** The present weather groups: '-RA BR', '+TSRA', ''. */
  readonly weather: string
  readonly clouds: number | null
  readonly visibilityMiles: number | null
  readonly windKnots: number | null
}

/**
 * The meaning of each group, worst first. Weather in the vicinity only (VC) is not at the place, except for thunder.
 */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/\+(?:VC)?TS|FC|SQ/, '9200'],
  [/TS/, '0019'],
  [/^\+(?!.*RA)\w*(?:SN|PL|SG|GS)/, '0017'],
  [/^\+\w*(?:RA|DZ)/, '9100'],
  [/^-\w*(?:SN|SG|IC|PL)/, '0011'],
  [/^\w*(?:SN|PL|SG|GS|GR)/, '0016'],
  [/^-\w*(?:RA|DZ|UP)|^DZ|^FZDZ/, '0013'],
  [/^\w*(?:RA|UP)/, '0014'],
  [/^(?!BC|MI|PR|VC)\w*FG/, '0021'],
  [/FU/, '0023'],
  [/HZ|BR|DU|SA|SS|DS|PO|VA/, '0022'],
]

/** Returns a report's weather as our four-digit code; null if it has neither weather nor sky. */
export function weatherOfMetar({ weather, clouds, visibilityMiles, windKnots }: MetarSky): string | null {
  const groups = weather
    .split(' ')
    .filter(group => group !== '' && (!/^[+-]?VC/.test(group) || /TS/.test(group)))
  const found = meanings.find(([pattern]) => groups.some(group => pattern.test(group)))
  if (found) return found[1]
  if (clouds === null) return null
  return weatherCodeOf({
    cloudFraction: clouds,
    rainInchesPerHour: 0,
    snows: false,
    thunder: 'none',
    visibilityMiles: visibilityMiles ?? 10,
    smoky: false,
    windMph: mphFromMs(msFromKnots(windKnots)) ?? 0,
  })
}
