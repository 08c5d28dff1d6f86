import { roundedTo } from '#domain/units/rounding'
import type { ExpectedDay, ExpectedWeather, ForeseenHour } from './expected.ts'
import { isWetCode, thunderstorm, worseWeather } from './weather-code.ts'

const hourMs = 3_600_000
/** Amounts are added up as they are shown: a reader who adds the hours gets the day. */
export const waterDecimals = 2
export const snowDecimals = 1

/** What falls is at least as much as a gauge measures. */
const leastMeasured = 10 ** -waterDecimals

/** What is known of the weather at a place now. What is old or unknown is null. */
export interface PresentWeather {
  readonly temperatureF: number | null
  readonly weatherCode: string | null
  /** What has fallen since midnight, and when that was measured. */
  readonly rainToday: { readonly inches: number; readonly observedMs: number } | null
  /** Lightning has struck within earshot of the place, minutes ago. */
  readonly isThundering: boolean
}

export const nothingKnown: PresentWeather = {
  temperatureF: null,
  weatherCode: null,
  rainToday: null,
  isThundering: false,
}

/**
 * The hours from the present one and the days from today on, such that they agree with each other and with what is
 * known of the present, whatever a source says of its days.
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
      // A day is 23 or 25 hours long where clocks are changed: it ends where the next begins.
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

/** What is happening is not forecast away; what is still to come in the hour stays. */
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
 * What the weather is called now, in the current conditions and in the present hour alike: a station may be miles away
 * or have looked minutes ago, and lightning within earshot is a thunderstorm whatever it saw.
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

/** A whole day is what its hours add up to. Of a part of a day it is only known that the day has no less. */
function dayTotal(
  said: number | null,
  hours: readonly (number | null)[],
  isWhole: boolean,
  decimals: number,
): number | null {
  const known = hours.filter(value => value !== null)
  const sum = sumOf(known, decimals)
  if (isWhole && known.length === hours.length) return sum
  return known.length === 0 ? said : largest([said, sum])
}

/** Today has the rain that fell, and what the rest of it is expected to bring. */
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

/** Of the present hour counts what is left of it: the rest has been measured. Never less than the hours say. */
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
