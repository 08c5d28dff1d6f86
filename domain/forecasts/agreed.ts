import { roundedTo } from '#domain/units/rounding'
import type { ExpectedDay, ExpectedWeather, ForeseenHour } from './expected.ts'
import { isWetCode, thunderstorm, worseWeather } from './weather-code.ts'

const hourMs = 3_600_000
/** Amounts are summed as displayed, so that the displayed hours add up to the day's total. */
export const waterDecimals = 2
export const snowDecimals = 1

/** Any precipitation that falls counts as at least the smallest amount that a gauge measures. */
const leastMeasured = 10 ** -waterDecimals

/** The current weather at a place. Old or unknown values are null. */
export interface PresentWeather {
  readonly temperatureF: number | null
  readonly weatherCode: string | null
  /** Precipitation since midnight, and when it was measured. */
  readonly rainToday: { readonly inches: number; readonly observedMs: number } | null
  /** Whether lightning struck within earshot of the place in the last few minutes. */
  readonly isThundering: boolean
}

export const nothingKnown: PresentWeather = {
  temperatureF: null,
  weatherCode: null,
  rainToday: null,
  isThundering: false,
}

/**
 * Makes the hours from the current one and the days from today consistent with each other and with the current weather,
 * whatever the source reports for its days.
 */
export function agreedWeather(
  { hours, days }: ExpectedWeather,
  present: PresentWeather,
  nowMs: number,
): ExpectedWeather {
  const ahead = hours
    .filter(({ timeMs }) => timeMs + hourMs > nowMs)
    .map(hour => (hour.timeMs <= nowMs ? agreedPresentHour(hour, present) : hour))
  const today = todayIn(days, nowMs)
  return {
    hours: ahead,
    days: days.slice(today).map((day, index) => {
      // A day has 23 or 25 hours when clocks change, so it ends where the next one starts.
      const endMs = days[today + index + 1]?.timeMs ?? day.timeMs + 24 * hourMs
      const own = ahead.filter(({ timeMs }) => timeMs >= day.timeMs && timeMs < endMs)
      const agreed = agreedDay(day, own, own.length * hourMs === endMs - day.timeMs)
      return index === 0 ? agreedToday(agreed, own, present, nowMs) : agreed
    }),
  }
}

function todayIn(days: readonly ExpectedDay[], nowMs: number): number {
  const next = days.findIndex(day => day.timeMs > nowMs)
  return next === -1 ? Math.max(0, days.length - 1) : Math.max(0, next - 1)
}

/** Merges the current weather into the current hour, along with what is still forecast for it. */
function agreedPresentHour(hour: ForeseenHour, present: PresentWeather): ForeseenHour {
  const weatherCode = presentCode(hour.weatherCode, present)
  if (present.weatherCode === null || !isWetCode(present.weatherCode)) return { ...hour, weatherCode }
  return {
    ...hour,
    weatherCode,
    precipitationChancePercent: 100,
    precipitationInches: largest([hour.precipitationInches, leastMeasured]),
  }
}

/**
 * The name of the current weather, used for both the current conditions and the current hour. A station may be miles
 * away or have reported minutes ago, and lightning within earshot means a thunderstorm whatever the station reported.
 */
export function weatherNow({
  weatherCode,
  isThundering,
}: Pick<PresentWeather, 'weatherCode' | 'isThundering'>): string | null {
  return isThundering ? worseWeather(thunderstorm, weatherCode) : weatherCode
}

function presentCode(expected: string | null, present: PresentWeather): string | null {
  const now = weatherNow(present)
  return now === null ? expected : worseWeather(now, expected)
}

function agreedDay(day: ExpectedDay, own: readonly ForeseenHour[], isWhole: boolean): ExpectedDay {
  const of = (value: (hour: ForeseenHour) => number | null) => own.map(value)
  return {
    ...day,
    highF: largest([day.highF, ...of(hour => hour.temperatureF)]),
    lowF: smallest([day.lowF, ...of(hour => hour.temperatureF)]),
    precipitationChancePercent: largest([
      day.precipitationChancePercent,
      ...of(hour => hour.precipitationChancePercent),
    ]),
    precipitationInches: dayTotal(
      day.precipitationInches,
      of(hour => hour.precipitationInches),
      isWhole,
      waterDecimals,
    ),
    snowInches: dayTotal(
      day.snowInches,
      of(hour => hour.snowInches),
      isWhole,
      snowDecimals,
    ),
  }
}

/** A whole day is the sum of its hours. For part of a day, the sum is only a lower limit. */
function dayTotal(
  reported: number | null,
  hours: readonly (number | null)[],
  isWhole: boolean,
  decimals: number,
): number | null {
  const known = hours.filter(value => value !== null)
  const sum = sumOf(known, decimals)
  if (isWhole && known.length === hours.length) return sum
  return known.length === 0 ? reported : largest([reported, sum])
}

/** Today's total is the rain that has fallen plus the rain still expected. */
function agreedToday(
  day: ExpectedDay,
  own: readonly ForeseenHour[],
  present: PresentWeather,
  nowMs: number,
): ExpectedDay {
  const { rainToday, temperatureF } = present
  const fallen = rainToday !== null && rainToday.observedMs >= day.timeMs ? rainToday.inches : null
  return {
    ...day,
    highF: largest([day.highF, temperatureF]),
    lowF: smallest([day.lowF, temperatureF]),
    weatherCode: presentCode(day.weatherCode, present),
    precipitationInches: fallen === null ? day.precipitationInches : rainOfToday(fallen, own, nowMs),
  }
}

/**
 * Includes only the rest of the current hour, because its first part has been measured. Never less than the hours'
 * total.
 */
function rainOfToday(fallen: number, own: readonly ForeseenHour[], nowMs: number): number {
  const amounts = own.map(hour => ({
    inches: roundedTo(hour.precipitationInches, waterDecimals) ?? 0,
    leftShare: Math.min(1, (hour.timeMs + hourMs - nowMs) / hourMs),
  }))
  const left = amounts.reduce((sum, { inches, leftShare }) => sum + inches * leftShare, 0)
  const expected = amounts.reduce((sum, { inches }) => sum + inches, 0)
  return Math.max(fallen + left, expected)
}

function sumOf(values: readonly number[], decimals: number): number {
  return values.reduce((sum, value) => sum + (roundedTo(value, decimals) ?? 0), 0)
}

function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

function smallest(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : Math.min(...known)
}
