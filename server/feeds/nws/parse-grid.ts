import { dayStartMs, zoneClock } from '#domain/conditions/local-day'
import type { DayForecast, HourForecast, PointForecast } from '#domain/forecasts/forecast'
import { isWetCode, worseWeather } from '#domain/forecasts/weather-code'
import type { Point } from '#domain/geo/distance'
import { dayMs, hourMs } from '#server/platform/clock'
import { byHour, intervalsOf, numbersOf, spreadByHour, type Interval } from './grid-layers.ts'
import { documentOf, instantOf, isFields, type JsonFields } from './json.ts'
import { measureOf } from './units.ts'
import { codeOfClouds, codeOfWeatherList } from './weather-words.ts'

/** A forecast for one grid cell, for any place in it. */
export type CellForecast = Omit<PointForecast, keyof Point>

/** Two weeks of hours: the grid has eight days. */
const mostHours = 24 * 14
/** Clocks differ by up to this much; a forecast dated further ahead is rejected. */
const aheadAtMostMs = 10 * 60_000

export interface GridContext {
  readonly source: string
  readonly timeZone: string
  readonly nowMs: number
  /** The weather by the icons of the text forecast, hour by hour, which are the forecasters' classification. */
  readonly iconCodes: ReadonlyMap<number, string>
}

interface Layers {
  readonly at: (timeMs: number) => HourForecast
  readonly firstMs: number
  readonly lastMs: number
}

function layersOf(grid: JsonFields, iconCodes: ReadonlyMap<number, string>): Layers | null {
  const temperature = byHour(numbersOf(grid.temperature, 'temperatureF'))
  const humidity = byHour(numbersOf(grid.relativeHumidity, 'percent'))
  const wind = byHour(numbersOf(grid.windSpeed, 'speedMph'))
  const gust = byHour(numbersOf(grid.windGust, 'speedMph'))
  const direction = byHour(numbersOf(grid.windDirection, 'degrees'))
  const clouds = byHour(numbersOf(grid.skyCover, 'percent'))
  const chance = byHour(numbersOf(grid.probabilityOfPrecipitation, 'percent'))
  const water = spreadByHour(numbersOf(grid.quantitativePrecipitation, 'waterInches'))
  const snow = spreadByHour(numbersOf(grid.snowfallAmount, 'waterInches'))
  const weather = byHour(intervalsOf(grid.weather))
  const times = [...temperature.keys(), ...wind.keys()]
  if (times.length === 0) return null
  return {
    firstMs: times.reduce((first, timeMs) => Math.min(first, timeMs), Infinity),
    lastMs: times.reduce((last, timeMs) => Math.max(last, timeMs), -Infinity),
    at(timeMs) {
      const cover = clouds.get(timeMs) ?? null
      const cloudFraction = cover === null ? null : cover / 100
      return {
        timeMs,
        temperatureF: temperature.get(timeMs) ?? null,
        humidityPercent: humidity.get(timeMs) ?? null,
        windMph: wind.get(timeMs) ?? null,
        gustMph: gust.get(timeMs) ?? null,
        windFromDegrees: direction.get(timeMs) ?? null,
        cloudFraction,
        precipitationInches: water.get(timeMs) ?? null,
        precipitationChancePercent: chance.get(timeMs) ?? null,
        snowInches: snow.get(timeMs) ?? null,
        weatherCode:
          iconCodes.get(timeMs) ?? codeOfWeatherList(weather.get(timeMs)) ?? codeOfClouds(cloudFraction),
      }
    },
  }
}

const known = (values: readonly (number | null)[]) => values.filter(value => value !== null)
const highest = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values))

/** Returns the sum only if every hour of the day is known: a part of a day's rain is not the day's rain. */
function totalOf(values: readonly (number | null)[], isWhole: boolean): number | null {
  const amounts = known(values)
  return isWhole && amounts.length === values.length ? amounts.reduce((sum, each) => sum + each, 0) : null
}

/** Groups by day: highs and lows of half-days belong to the local day of their middle. */
function byDay(
  intervals: readonly Interval<number>[],
  dayAt: (timeMs: number) => number,
  better: (one: number, other: number) => number,
): Map<number, number> {
  const days = new Map<number, number>()
  for (const { fromMs, toMs, value } of intervals) {
    const day = dayAt((fromMs + toMs) / 2)
    const before = days.get(day)
    days.set(day, before === undefined ? value : better(before, value))
  }
  return days
}

/** Returns the type of any precipitation during the day; without precipitation, the prevailing daytime weather. */
function codeOfDay(hours: readonly HourForecast[], startMs: number): string | null {
  const awake = hours.filter(({ timeMs }) => timeMs >= startMs + 7 * hourMs && timeMs < startMs + 21 * hourMs)
  const about = awake.length > 0 ? awake : hours
  const codes = about.flatMap(({ weatherCode }) => weatherCode ?? [])
  const wet = codes.filter(isWetCode)
  if (wet.length > 0) return wet.reduce((worst, code) => worseWeather(worst, code))
  const common = codes.find(code => codes.filter(each => each === code).length > codes.length / 2)
  const clouds = known(about.map(({ cloudFraction }) => cloudFraction))
  const mean = clouds.length === 0 ? null : clouds.reduce((sum, each) => sum + each, 0) / clouds.length
  return common ?? codeOfClouds(mean) ?? codes[0] ?? null
}

function daysOf(hours: readonly HourForecast[], grid: JsonFields, timeZone: string): DayForecast[] {
  const aheadMs = zoneClock(timeZone)
  const dayAt = (timeMs: number) => Math.floor((timeMs + aheadMs(timeMs)) / dayMs)
  const highs = byDay(numbersOf(grid.maxTemperature, 'temperatureF'), dayAt, Math.max)
  const lows = byDay(numbersOf(grid.minTemperature, 'temperatureF'), dayAt, Math.min)
  const days = Map.groupBy(hours, ({ timeMs }) => dayAt(timeMs))
  return Array.from(days, ([day, own]): DayForecast => {
    const [timeMs, nextMs] = [dayStartMs(timeZone, day), dayStartMs(timeZone, day + 1)]
    // A day is 23 or 25 hours long when clocks change.
    const isWhole = own.length === Math.round((nextMs - timeMs) / hourMs)
    const windiest = own.reduce<HourForecast | null>(
      (most, hour) => ((hour.windMph ?? -1) > (most?.windMph ?? -1) ? hour : most),
      null,
    )
    return {
      timeMs,
      highF: highs.get(day) ?? null,
      lowF: lows.get(day) ?? null,
      windMph: windiest?.windMph ?? null,
      windFromDegrees: windiest?.windFromDegrees ?? null,
      precipitationInches: totalOf(
        own.map(hour => hour.precipitationInches),
        isWhole,
      ),
      precipitationChancePercent: highest(known(own.map(hour => hour.precipitationChancePercent))),
      snowInches: totalOf(
        own.map(hour => hour.snowInches),
        isWhole,
      ),
      weatherCode: codeOfDay(own, timeMs),
    }
  })
}

/**
 * Parses a grid cell's forecast, hour by hour. Throws if it has neither temperatures nor wind, or does not state its
 * time.
 */
export function parseForecastGrid(
  body: Uint8Array,
  { source, timeZone, nowMs, iconCodes }: GridContext,
): CellForecast {
  const { properties } = documentOf(body)
  if (!isFields(properties)) throw new Error('the response is not a forecast')
  const madeMs = instantOf(properties.updateTime)
  if (madeMs === null) throw new Error('the forecast does not say when it was made')
  if (madeMs > nowMs + aheadAtMostMs) throw new Error('the forecast is from the future')
  const layers = layersOf(properties, iconCodes)
  if (!layers) throw new Error('the forecast has neither temperatures nor wind')
  const count = Math.min(mostHours, (layers.lastMs - layers.firstMs) / hourMs + 1)
  const hours = Array.from({ length: count }, (_, index) => layers.at(layers.firstMs + index * hourMs))
  return {
    source,
    issuedMs: Math.min(madeMs, nowMs),
    elevationFeet: measureOf('feet', properties.elevation),
    timeZone,
    hours,
    days: daysOf(hours, properties, timeZone),
  }
}
