import { pressureFromAltimeterHpa } from '#domain/conditions/formulas/pressure'
import { stullWetBulbC } from '#domain/conditions/formulas/wet-bulb'
import { isWithinLimits } from '#domain/conditions/sift'
import { celsiusFromFahrenheit, fahrenheitFromCelsius, metresFromFeet } from '#domain/units/convert'
import {
  doubtedMeasures,
  isUnconfirmedJump,
  noTracks,
  readingField,
  sameForMs,
  stuckForMs,
  type DoubtedMeasure,
  type DoubtedValues,
  type Track,
  type Tracks,
} from './track.ts'

export type Doubts = Readonly<Partial<Record<DoubtedMeasure, string>>>

export interface DoubtInput {
  readonly timeMs: number
  /** With calibration. */
  readonly values: DoubtedValues
  /** State remembered from earlier messages; absent for the first message. */
  readonly tracks?: Tracks
  readonly sunElevationDegrees: number | null
  readonly elevationFeet: number | null
  /** Another station nearby at about the same height, if one has reported recently. */
  readonly neighbor: Pick<DoubtedValues, 'temperatureF' | 'windMph'> | null
  /** Whether radar covers the place and sees nothing there or around it; null if that is unknown. */
  readonly isDryByRadar: boolean | null
  /** How much rain the gauge has counted today while radar saw none; not part of the day's rain once it is a doubt. */
  readonly dryRainInches?: number
  /** When the gauge last counted while radar saw no rain; null if it has not, absent if the gauge only sends a rate. */
  readonly dryRainMs?: number | null
}

const hourMs = 3_600_000
const dayHours = 24
/** Sea-level pressure beyond every record: Typhoon Tip had 870 hPa, Tosontsengel 1089. */
const seaLevelHpa = { least: 865, most: 1095 } as const
/**
 * A shield without ventilation reads several degrees too high in light wind and strong sun. The limits are our choice.
 */
const inSun = { tooWarmF: 9, solarWatts: 600, sunDegrees: 40, windMph: 5 } as const
const nightDegrees = -6
/** More light than a lamp or scattered light produces. */
const nightWatts = 50
/** Two tips of a common gauge, because dew or a bird may cause one. */
const mostDryInches = 0.02

/** The rain of the day that a gauge counted while radar saw none, and that is therefore not used. */
export const unusedRainInches = (dryInches: number) => (dryInches > mostDryInches ? dryInches : 0)
const wbgtMarginF = { below: 6, above: 20 } as const
/** Averages over different periods may cross slightly. */
const gustToleranceMph = 1

/**
 * Why each value is doubtful, as text for the person who maintains the instrument; values without an entry are good. A
 * doubtful value is not part of any reading, so it neither opens nor ends a warning.
 */
export function doubtsOf(input: DoubtInput): Doubts {
  const doubts: Partial<Record<DoubtedMeasure, string>> = {}
  const tracks = input.tracks ?? noTracks
  for (const measure of doubtedMeasures) {
    const value = input.values[measure]
    if (value === undefined) continue
    const because =
      limitDoubt(measure, value) ??
      ownDoubt(measure, value, input) ??
      jumpDoubt(measure, value, tracks[measure], input.timeMs) ??
      stuckDoubt(measure, value, input, tracks)
    if (because !== null) doubts[measure] = because
  }
  return doubts
}

function limitDoubt(measure: DoubtedMeasure, value: number): string | null {
  return isWithinLimits(readingField(measure), value) ? null : 'Real weather never has this value.'
}

/** Doubts based only on one message and its surroundings. */
function ownDoubt(measure: DoubtedMeasure, value: number, input: DoubtInput): string | null {
  if (measure === 'gustMph') return gustDoubt(value, input.values.windMph)
  if (measure === 'stationPressureHpa') return pressureDoubt(value, input.elevationFeet)
  if (measure === 'solarWattsPerM2') return nightDoubt(value, input.sunElevationDegrees)
  if (measure === 'wbgtF') return wbgtDoubt(value, input.values)
  if (measure === 'rainInchesPerHour') return rateDoubt(value, input)
  return null
}

/**
 * Why a value that is used may be wrong, or is used only in part. One other station is no reason to replace a dangerous
 * value by a safer one: inland of cool sea air it may be that much warmer.
 */
export function cautionsOf(input: DoubtInput): Doubts {
  const { temperatureF, rainTodayInches } = input.values
  const sun = temperatureF === undefined ? null : sunCaution(temperatureF, input)
  const unused = unusedRainInches(input.dryRainInches ?? 0)
  return {
    ...(sun !== null && { temperatureF: sun }),
    ...(rainTodayInches !== undefined &&
      unused > 0 && {
        rainTodayInches: `Without ${unused.toFixed(2)} in that the gauge counted while radar saw no rain. ${dryCauses}`,
      }),
  }
}

/** Drizzle can fall below a radar's beam, so a person has to decide. */
const dryCauses =
  'Sprinklers, wind, cleaning or melting snow can cause that, or drizzle too low for radar to see.'

/**
 * Some stations send the past hour's rain as a rate. It stays positive after the rain ends, and is then no reason for
 * doubt.
 */
function rateDoubt(rate: number, { timeMs, isDryByRadar, dryRainMs }: DoubtInput): string | null {
  if (rate <= 0 || isDryByRadar !== true) return null
  const isCounting = dryRainMs === undefined || (dryRainMs !== null && timeMs - dryRainMs <= hourMs)
  return isCounting ? `The gauge counts rain although radar sees none. ${dryCauses}` : null
}

function gustDoubt(gustMph: number, windMph: number | undefined): string | null {
  if (windMph === undefined || gustMph >= windMph - Math.max(gustToleranceMph, windMph / 10)) return null
  return `The gust (${gustMph.toFixed(1)} mph) is below the wind (${windMph.toFixed(1)} mph).`
}

/**
 * Even in full shade and moving air, the wick is as warm as a wet bulb and the globe about as warm as the air; in the
 * strongest sun they are some 10 °F warmer. The margins are our choice, because the air temperature comes from a
 * separate sensor.
 */
function wbgtDoubt(wbgtF: number, { temperatureF, humidityPercent }: DoubtedValues): string | null {
  if (temperatureF === undefined) return null
  if (wbgtF > temperatureF + wbgtMarginF.above)
    return `The WBGT is ${Math.round(wbgtF - temperatureF)} °F above the temperature, more than the sun can cause.`
  const humidity = humidityPercent === undefined ? null : Math.min(99, humidityPercent)
  const wetBulbC = stullWetBulbC(celsiusFromFahrenheit(temperatureF), humidity)
  const wetBulbF = fahrenheitFromCelsius(wetBulbC)
  if (wetBulbF === null || wbgtF >= 0.7 * wetBulbF + 0.3 * temperatureF - wbgtMarginF.below) return null
  return 'The WBGT is lower than it can be in the shade at this temperature and humidity.'
}

function pressureDoubt(hpa: number, elevationFeet: number | null): string | null {
  const elevationM = metresFromFeet(elevationFeet)
  // The pressure here at a sea-level pressure of 1000 hPa. The ratio holds for any value.
  const atThousand = pressureFromAltimeterHpa(1000, elevationM)
  if (atThousand === null) return null
  const seaLevel = (hpa / atThousand) * 1000
  if (seaLevel >= seaLevelHpa.least && seaLevel <= seaLevelHpa.most) return null
  return seaLevel > seaLevelHpa.most
    ? 'The pressure is too high for this elevation. Sea-level pressure may have been sent as station pressure.'
    : 'The pressure is too low for this elevation. Please check the elevation.'
}

function sunCaution(
  temperatureF: number,
  { values, neighbor, sunElevationDegrees: sun }: DoubtInput,
): string | null {
  const elsewhere = neighbor?.temperatureF
  if (elsewhere === undefined || temperatureF < elsewhere + inSun.tooWarmF) return null
  const { solarWattsPerM2: solar, windMph = neighbor?.windMph } = values
  const isSunStrong =
    solar === undefined ? sun !== null && sun >= inSun.sunDegrees : solar >= inSun.solarWatts
  if (!isSunStrong || sun === null || sun <= 0 || windMph === undefined || windMph > inSun.windMph)
    return null
  const warmer = Math.round(temperatureF - elsewhere)
  return `It is ${warmer} °F warmer than nearby, in strong sun and light wind: the sensor may be in the sun. The higher value counts.`
}

function nightDoubt(watts: number, sunDegrees: number | null): string | null {
  if (sunDegrees === null || sunDegrees > nightDegrees || watts <= nightWatts) return null
  return 'The sensor reports sunlight at night.'
}

function jumpDoubt(
  measure: DoubtedMeasure,
  value: number,
  track: Track | undefined,
  timeMs: number,
): string | null {
  if (!track || !isUnconfirmedJump(measure, track, value, timeMs)) return null
  return 'The value changed faster than weather does. It counts again once it has held for ten minutes.'
}

function stuckDoubt(
  measure: DoubtedMeasure,
  value: number,
  { timeMs, values, neighbor }: DoubtInput,
  tracks: Tracks,
): string | null {
  const isCalm = (measure === 'windMph' || measure === 'gustMph') && value === 0
  const forMs = stuckForMs(measure, value, values)
  const unchangedMs = sameForMs(tracks[measure], value, timeMs)
  if (forMs === null || unchangedMs < forMs) return null
  const hours = Math.floor(unchangedMs / hourMs)
  if (isCalm) {
    const isCalmNearby = neighbor?.windMph !== undefined && neighbor.windMph < 3
    return isCalmNearby ? null : `The anemometer has not turned for ${hours} hours.`
  }
  const others = doubtedMeasures.filter(
    other => other !== measure && values[other] !== undefined && !other.startsWith('rain'),
  )
  const sinceMs = timeMs - unchangedMs
  const moved = others.filter(other => {
    const sameMs = sameForMs(tracks[other], values[other] ?? NaN, timeMs)
    return timeMs - sameMs > sinceMs
  })
  if (moved.length > 0) return `The value has been the same for ${hours} hours while others changed.`
  // Nothing has changed. A single sensor may legitimately report the same value, but a whole station cannot.
  if (others.length >= 2)
    return `No value has changed for ${hours} hours: the receiver may have lost its outdoor unit.`
  return hours >= dayHours ? `The value has been the same for ${hours} hours.` : null
}
