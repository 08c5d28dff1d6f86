import type { Station } from '#domain/conditions/reading'
import { localDayStartMs, localDayNumber } from '#simulator/local-time'
import { roundedSample, stationPressureHpa } from './station-samples.ts'
import type { World } from '#simulator/world'

/**
 * A station's measurements for an hour or for a day in its calendar. They are coarse, because they fill years of
 * reports.
 */
export interface SimulatedHistoryRecord {
  readonly stationId: string
  readonly source: string
  /** The first instant of the hour, or of the local day. */
  readonly startMs: number
  readonly endMs: number
  readonly meanTemperatureF: number
  readonly minTemperatureF: number
  readonly maxTemperatureF: number
  readonly meanHumidityPercent: number
  readonly minHumidityPercent: number
  readonly maxHumidityPercent: number
  readonly meanWindMph: number
  readonly maxWindMph: number
  readonly maxGustMph: number
  readonly meanStationPressureHpa: number
  /** The mean over day and night together. */
  readonly meanSolarWattsPerM2: number
  /** Rain as water: snow counts as its water equivalent. */
  readonly rainInches: number
}

export interface SimulatedHistory {
  /** Yields the whole hours from the first instant up to the second; both are rounded down. */
  readonly hourlyHistory: (
    station: Station,
    fromMs: number,
    toMs: number,
  ) => Generator<SimulatedHistoryRecord>
  /** Yields the station's days, from the day of the first instant up to, but not including, the day of the second. */
  readonly dailyHistory: (
    station: Station,
    fromDayMs: number,
    toDayMs: number,
  ) => Generator<SimulatedHistoryRecord>
}

const hourMs = 3_600_000
/** Two samples represent an hour; with only one, most showers would either be missed or count for the whole hour. */
const samplesPerHour = 2
const sampleMs = hourMs / samplesPerHour

/** A mean with its extremes, computed on the fly. */
class Span {
  private sum = 0
  private count = 0
  min = Infinity
  max = -Infinity

  add(value: number): void {
    this.sum += value
    this.count++
    if (value < this.min) this.min = value
    if (value > this.max) this.max = value
  }

  get mean(): number {
    return this.sum / this.count
  }
}

export function createHistory(world: World): SimulatedHistory {
  /** Computes a record. Hours and days use the same samples, so the hours add up to the day. */
  function recordOf(station: Station, startMs: number, endMs: number): SimulatedHistoryRecord {
    const temperature = new Span()
    const humidity = new Span()
    const wind = new Span()
    const gust = new Span()
    const pressure = new Span()
    const solar = new Span()
    const rain = new Span()
    for (let timeMs = startMs + sampleMs / 2; timeMs < endMs; timeMs += sampleMs) {
      const fields = world.at(station.latitude, station.longitude, timeMs)
      temperature.add(fields.temperatureF)
      humidity.add(fields.relativeHumidityPercent)
      wind.add(fields.windMph)
      gust.add(fields.gustMph)
      pressure.add(stationPressureHpa(station, fields))
      solar.add(fields.irradianceWattsPerM2)
      rain.add(fields.rainInchesPerHour)
    }
    return {
      stationId: station.id,
      source: station.source,
      startMs,
      endMs,
      meanTemperatureF: roundedSample(temperature.mean, 1),
      minTemperatureF: roundedSample(temperature.min, 1),
      maxTemperatureF: roundedSample(temperature.max, 1),
      meanHumidityPercent: roundedSample(humidity.mean, 0),
      minHumidityPercent: roundedSample(humidity.min, 0),
      maxHumidityPercent: roundedSample(humidity.max, 0),
      meanWindMph: roundedSample(wind.mean, 1),
      maxWindMph: roundedSample(wind.max, 1),
      maxGustMph: roundedSample(gust.max, 1),
      meanStationPressureHpa: roundedSample(pressure.mean, 1),
      meanSolarWattsPerM2: roundedSample(solar.mean, 0),
      rainInches: roundedSample((rain.mean * (endMs - startMs)) / hourMs, 3),
    }
  }

  return {
    *hourlyHistory(station, fromMs, toMs) {
      const end = Math.floor(toMs / hourMs) * hourMs
      for (let startMs = Math.floor(fromMs / hourMs) * hourMs; startMs < end; startMs += hourMs) {
        yield recordOf(station, startMs, startMs + hourMs)
      }
    },

    *dailyHistory(station, fromDayMs, toDayMs) {
      const end = localDayNumber(station.timeZone, toDayMs)
      for (let day = localDayNumber(station.timeZone, fromDayMs); day < end; day++) {
        yield recordOf(
          station,
          localDayStartMs(station.timeZone, day),
          localDayStartMs(station.timeZone, day + 1),
        )
      }
    },
  }
}
