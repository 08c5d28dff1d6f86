import type { Measures, Reading, Station } from '#domain/conditions/reading'
import { weatherCodeOf } from '#domain/forecasts/weather-code'
import { localDayStartMs, localDayNumber } from '#simulator/local-time'
import { createRainGauge } from './rain-gauge.ts'
import {
  largestOf,
  meanOf,
  meanWindFromDegrees,
  roundedSample,
  stationPressureHpa,
} from './station-samples.ts'
import { thunderAt } from '#simulator/thunder'
import { hashOf, hashOfText, share } from '#simulator/weather/chance'
import type { Fields, World } from '#simulator/world'

export interface Readings {
  /** Returns the reading of the five minutes that end at an instant: means, and the strongest gust. */
  readonly readingAt: (station: Station, timeMs: number) => Reading
  /** Yields readings for back-filling: from the first instant, step by step, up to but not including the second. */
  readonly series: (station: Station, fromMs: number, toMs: number, stepMs: number) => Generator<Reading>
  /** Returns the rain since the station's midnight, as seen by a gauge-corrected radar. */
  readonly correctedRainInches: (station: Station, timeMs: number) => number
}

const spanMs = 5 * 60_000
const hourMs = 60 * 60_000
const largestRadarError = 0.2
/** More dust than this in the air is smoke, not the usual haze. */
const smokyMicrogramsPerM3 = 35
/** Below three knots a METAR reports calm. */
const calmMph = 3 * 1.150779
/** A METAR reports gusts only in a brisk wind, and only if they stand out from it. */
const fewestGustMph = 16
const gustOverWindMph = 5

type FullMeasures = {
  readonly [Measure in Exclude<keyof Measures, 'measuredWbgtF' | 'pm25'>]: NonNullable<Measures[Measure]>
}

/** Returns all values of a slot; the network determines which of them are reported, and how precisely. */
function measured(world: World, station: Station, fields: readonly Fields[], timeMs: number) {
  const { latitude, longitude } = station
  const windMph = meanOf(fields, each => each.windMph)
  const cloudFraction = meanOf(fields, each => each.cloudFraction)
  const rainInchesPerHour = meanOf(fields, each => each.rainInchesPerHour)
  const visibilityMiles = meanOf(fields, each => each.visibilityMiles)
  return {
    temperatureF: meanOf(fields, each => each.temperatureF),
    humidityPercent: meanOf(fields, each => each.relativeHumidityPercent),
    windMph,
    gustMph: largestOf(fields, each => each.gustMph),
    windFromDegrees: meanWindFromDegrees(fields),
    stationPressureHpa: meanOf(fields, each => stationPressureHpa(station, each)),
    solarWattsPerM2: meanOf(fields, each => each.irradianceWattsPerM2),
    cloudFraction,
    rainInchesPerHour,
    visibilityMiles,
    weatherCode: weatherCodeOf({
      cloudFraction,
      rainInchesPerHour,
      snows: fields.some(({ precipitation }) => precipitation === 'snow'),
      thunder: thunderAt(world, latitude, longitude, timeMs),
      visibilityMiles,
      smoky: meanOf(fields, each => each.pm25MicrogramsPerM3) > smokyMicrogramsPerM3,
      windMph,
    }),
  }
}

function asStation(reported: FullMeasures): Measures {
  return {
    temperatureF: roundedSample(reported.temperatureF, 1),
    humidityPercent: roundedSample(reported.humidityPercent, 0),
    windMph: roundedSample(reported.windMph, 1),
    gustMph: roundedSample(reported.gustMph, 1),
    windFromDegrees: roundedSample(reported.windFromDegrees, 0) % 360,
    stationPressureHpa: roundedSample(reported.stationPressureHpa, 1),
    solarWattsPerM2: roundedSample(reported.solarWattsPerM2, 0),
    cloudFraction: roundedSample(reported.cloudFraction, 2),
    rainInchesPerHour: roundedSample(reported.rainInchesPerHour, 4),
    rainTodayInches: roundedSample(reported.rainTodayInches, 3),
    visibilityMiles: roundedSample(reported.visibilityMiles, 1),
    weatherCode: reported.weatherCode,
    measuredWbgtF: null,
    pm25: null,
  }
}

/** Returns an airport's report. Airports do not measure sunlight, and round more. */
function asMetar(reported: FullMeasures): Measures {
  const calm = reported.windMph < calmMph
  const gusty = reported.gustMph >= fewestGustMph && reported.gustMph - reported.windMph >= gustOverWindMph
  return {
    ...asStation(reported),
    temperatureF: roundedSample(reported.temperatureF, 0),
    windMph: calm ? 0 : roundedSample(reported.windMph, 0),
    gustMph: gusty ? roundedSample(reported.gustMph, 0) : null,
    windFromDegrees: calm ? null : (Math.round(reported.windFromDegrees / 10) * 10) % 360,
    solarWattsPerM2: null,
    cloudFraction: Math.round(reported.cloudFraction * 8) / 8,
  }
}

/**
 * Returns a factor for a radar's estimate of the day's rain: somewhat off, but the same all day, so the total never
 * decreases.
 */
function radarErrorOf({ seed }: World, { id, timeZone }: Station, timeMs: number): number {
  const day = Math.floor(localDayStartMs(timeZone, localDayNumber(timeZone, timeMs)) / hourMs)
  return 1 + largestRadarError * (2 * share(hashOf(seed, hashOfText(id), day)) - 1)
}

export function createReadings(world: World): Readings {
  const gauge = createRainGauge(world)

  function readingAt(station: Station, timeMs: number): Reading {
    // The gauge is read first, because it caches the last slot, which is usually the reading's own.
    const rainTodayInches = gauge.todayInches(station, timeMs)
    const fields = gauge.slotFrom(station, timeMs - spanMs, spanMs)
    const reported = { ...measured(world, station, fields, timeMs), rainTodayInches }
    return {
      stationId: station.id,
      source: station.source,
      timeMs,
      ...(station.network === 'metar' ? asMetar(reported) : asStation(reported)),
    }
  }

  return {
    readingAt,
    correctedRainInches: (station, timeMs) =>
      roundedSample(gauge.todayInches(station, timeMs) * radarErrorOf(world, station, timeMs), 2),
    *series(station, fromMs, toMs, stepMs) {
      for (let timeMs = fromMs; timeMs < toMs; timeMs += stepMs) yield readingAt(station, timeMs)
    },
  }
}
