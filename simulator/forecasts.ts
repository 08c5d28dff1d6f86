import type { DayForecast, HourForecast, PointForecast } from '#domain/forecasts/forecast'
import { weatherCodeOf, type Sky } from '#domain/forecasts/weather-code'
import { createForecastErrors, type ForecastError } from './forecast-errors.ts'
import { createHourTruths, type HourTruth, type HourTruths } from './hour-truths.ts'
import { localDayStartMs, localDayNumber, localHour } from './local-time.ts'
import { largestOf, meanOf, roundedSample, smallestOf } from './stations/station-samples.ts'
import { blend, clamp } from './weather/plane.ts'
import { simulatedSource } from '#domain/feeds/source'
import type { World } from './world.ts'

export interface SimulatedForecasts {
  /** Returns the forecast for the hour in which it is requested; always the same within that hour. */
  readonly forecastAt: (
    latitude: number,
    longitude: number,
    timeZone: string,
    issuedMs: number,
  ) => PointForecast
}

const hourMs = 3_600_000
const hoursAhead = 168
const daysAhead = 10

const snowBelowF = 34
const snowDepthPerWater = 12
const smokyMicrogramsPerM3 = 35
/** Rain is forecast, and not just possible, from this chance on; thunder and severe storms from less. */
const rainPercent = 35
const thunderShare = 0.3
const severeShare = 0.2
/** A smaller chance is not given. */
const fewestPercent = 10
/** Even minutes ahead, the exact hour in which showers start and pause is unknown. */
const leastTimingSpreadHours = 1
/** Rain in neighboring hours is correlated, so about this many hours count as one chance. */
const hoursThatGoTogether = 3

/** Everything expected in one hour; rounding for output comes last. */
interface Expected {
  readonly timeMs: number
  readonly temperatureF: number
  readonly humidityPercent: number
  readonly windMph: number
  readonly gustMph: number
  readonly windFromDegrees: number
  readonly cloudFraction: number
  readonly inches: number
  readonly chance: number
  readonly sky: Sky
}

/** Returns a function for a chance or an amount: from the truth at displaced times, tending toward the climatology. */
function expectation(truths: HourTruths, hour: number, error: ForecastError) {
  const middle = hour + error.timingHours
  const spread = Math.max(leastTimingSpreadHours, error.timingSpreadHours)
  const near: { truth: HourTruth; weight: number }[] = []
  let sum = 0
  for (let at = Math.floor(middle - 2.5 * spread); at <= Math.ceil(middle + 2.5 * spread); at++) {
    const weight = Math.exp(-(((at - middle) / spread) ** 2) / 2)
    near.push({ truth: truths(at), weight })
    sum += weight
  }
  // The same hours of the days before and after serve as the climate, with its season and its time of day.
  const usual = [-2, -1, 1, 2].flatMap(day => [-1, 0, 1].map(step => truths(hour + 24 * day + step)))
  return (value: (truth: HourTruth) => number): number => {
    const expected = near.reduce((total, { truth, weight }) => total + weight * value(truth), 0) / sum
    return blend(meanOf(usual, value), expected, error.skill)
  }
}

function expectedOf(truths: HourTruths, hour: number, error: ForecastError, leadHours: number): Expected {
  const truth = truths(hour)
  // More than half a day ahead, a shower's cool half hour cannot be predicted.
  const smooth = clamp(leadHours / 12, 0, 1)
  const around = [truths(hour - 1), truth, truths(hour + 1)]
  const steady = (value: (each: HourTruth) => number) => blend(value(truth), meanOf(around, value), smooth)
  const expect = expectation(truths, hour, error)

  const temperatureF = steady(each => each.temperatureF) + error.temperatureF
  const trueWindMph = steady(each => each.windMph)
  const windMph = Math.max(1, trueWindMph + error.windMph(trueWindMph))
  const gustRatio = clamp(steady(each => each.gustMph) / Math.max(1, trueWindMph), 1, 2.5)
  const chance = expect(each => each.wet)
  const inches = expect(each => each.precipitationInches)
  const cloudFraction = expect(each => each.cloudFraction)
  const foreseen = 100 * chance >= rainPercent
  const severe = expect(each => each.severe) >= severeShare
  return {
    timeMs: hour * hourMs,
    temperatureF,
    humidityPercent: clamp(steady(each => each.humidityPercent) + error.humidityPercent, 3, 100),
    windMph,
    gustMph: windMph * gustRatio,
    windFromDegrees: (truth.windFromDegrees + error.windDegrees + 360) % 360,
    cloudFraction,
    inches,
    chance,
    sky: {
      cloudFraction,
      rainInchesPerHour: foreseen ? inches / chance : 0,
      snows: temperatureF < snowBelowF,
      thunder: expect(each => each.thunder) < thunderShare ? 'none' : severe ? 'severe' : 'storm',
      // Rain limits visibility, but a forecast of rain already implies that.
      visibilityMiles: truth.wet ? 10 : truth.visibilityMiles,
      smoky: truth.pm25MicrogramsPerM3 > smokyMicrogramsPerM3,
      windMph,
    },
  }
}

/** Returns the amount as water, and as snow depth. */
function inchesOf({ inches, chance, temperatureF }: Expected) {
  const water = 100 * chance < fewestPercent ? 0 : inches
  return { water, snow: temperatureF < snowBelowF ? water * snowDepthPerWater : 0 }
}

function asHour(expected: Expected): HourForecast {
  const { water, snow } = inchesOf(expected)
  return {
    timeMs: expected.timeMs,
    temperatureF: roundedSample(expected.temperatureF, 0),
    humidityPercent: roundedSample(expected.humidityPercent, 0),
    windMph: roundedSample(expected.windMph, 0),
    gustMph: roundedSample(expected.gustMph, 0),
    windFromDegrees: roundedSample(expected.windFromDegrees, 0) % 360,
    cloudFraction: roundedSample(expected.cloudFraction, 2),
    precipitationInches: roundedSample(water, 2),
    precipitationChancePercent: roundedSample(100 * expected.chance, 0),
    snowInches: roundedSample(snow, 1),
    weatherCode: weatherCodeOf(expected.sky),
  }
}

/** Summarizes a day by its worst expected weather, and by its clouds in daytime. */
function asDay(timeMs: number, hours: readonly Expected[], timeZone: string): DayForecast {
  const dry = hours.reduce((product, { chance }) => product * (1 - chance), 1)
  const chance = Math.max(
    largestOf(hours, each => each.chance),
    1 - dry ** (1 / hoursThatGoTogether),
  )
  const windiest = hours.reduce((most, each) => (each.windMph > most.windMph ? each : most))
  const wet = hours.filter(({ sky }) => sky.rainInchesPerHour > 0)
  const daylight = hours.filter(each => {
    const hour = localHour(timeZone, each.timeMs)
    return hour >= 7 && hour < 20
  })
  const thunder = new Set(hours.map(({ sky }) => sky.thunder))
  const snowHours = wet.filter(({ sky }) => sky.snows).length
  const amounts = hours.map(inchesOf)
  return {
    timeMs,
    highF: roundedSample(
      largestOf(hours, each => each.temperatureF),
      0,
    ),
    lowF: roundedSample(
      smallestOf(hours, each => each.temperatureF),
      0,
    ),
    windMph: roundedSample(windiest.windMph, 0),
    windFromDegrees: roundedSample(windiest.windFromDegrees, 0) % 360,
    precipitationInches: roundedSample(hours.length * meanOf(amounts, each => each.water), 2),
    precipitationChancePercent: roundedSample(100 * chance, 0),
    snowInches: roundedSample(hours.length * meanOf(amounts, each => each.snow), 1),
    weatherCode: weatherCodeOf({
      cloudFraction: meanOf(daylight, each => each.cloudFraction),
      rainInchesPerHour: wet.length > 0 ? largestOf(wet, ({ sky }) => sky.rainInchesPerHour) : 0,
      snows: snowHours > wet.length / 2,
      thunder: thunder.has('severe') ? 'severe' : thunder.has('storm') ? 'storm' : 'none',
      visibilityMiles: meanOf(daylight, ({ sky }) => sky.visibilityMiles),
      smoky: daylight.filter(({ sky }) => sky.smoky).length > daylight.length / 2,
      windMph: windiest.windMph,
    }),
  }
}

export function createSimulatedForecasts(world: World): SimulatedForecasts {
  const truthsOf = createHourTruths(world)
  const errorsOf = createForecastErrors(world.seed)

  return {
    forecastAt(latitude, longitude, timeZone, issuedMs) {
      const issuedHour = Math.floor(issuedMs / hourMs)
      const truths = truthsOf(latitude, longitude)
      const errorAt = errorsOf(latitude, longitude, issuedHour * hourMs)
      const known = new Map<number, Expected>()

      function expectedAt(hour: number): Expected {
        let expected = known.get(hour)
        if (!expected) {
          const leadHours = Math.max(0, hour - issuedHour)
          expected = expectedOf(truths, hour, errorAt(hour * hourMs), leadHours)
          known.set(hour, expected)
        }
        return expected
      }

      const today = localDayNumber(timeZone, issuedHour * hourMs)
      const days = Array.from({ length: daysAhead }, (_, ahead) => {
        const startMs = localDayStartMs(timeZone, today + ahead)
        // In zones offset by half an hour, midnight falls within an hour. That hour counts for the day it ends in.
        const first = Math.floor(startMs / hourMs)
        const end = Math.floor(localDayStartMs(timeZone, today + ahead + 1) / hourMs)
        const hours = Array.from({ length: end - first }, (__, index) => expectedAt(first + index))
        return asDay(startMs, hours, timeZone)
      })
      return {
        latitude,
        longitude,
        source: simulatedSource,
        issuedMs: issuedHour * hourMs,
        elevationFeet: Math.round(world.at(latitude, longitude, issuedHour * hourMs).elevationFeet),
        timeZone,
        hours: Array.from({ length: hoursAhead }, (_, ahead) => asHour(expectedAt(issuedHour + ahead))),
        days,
      }
    },
  }
}
