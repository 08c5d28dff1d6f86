import { wbgtOf } from '#domain/conditions/derived'
import { feelsLike } from '#domain/conditions/formulas/feels-like'
import { heatIndexF } from '#domain/conditions/formulas/heat-index'
import type { HistoryRecord, PastReading, StationPast } from '#domain/conditions/history'
import type { Reading, Station } from '#domain/conditions/reading'
import { windChillF } from '#domain/conditions/formulas/wind-chill'
import { createHistory, type SimulatedHistoryRecord as Simulated } from './history.ts'
import { localDayStartMs, localDayNumber } from '#simulator/local-time'
import { createReadings } from './readings.ts'
import { createWorld } from '#simulator/world'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const readingMs = 5 * minuteMs

/** How far back a station's history goes: by days, by hours, by readings. */
export interface PastReach {
  readonly daysBackMs: number
  readonly hoursBackMs: number
  readonly readingsBackMs: number
}
export const wholePast: PastReach = {
  daysBackMs: 5 * 365 * dayMs,
  hoursBackMs: 400 * dayMs,
  readingsBackMs: 60 * dayMs,
}
/** Older readings have a WBGT only every quarter of an hour: charts show no more, and a WBGT is expensive. */
const everyWbgtBackMs = 2 * dayMs
const quarterMs = 15 * minuteMs

const daysAtOnce = 200
const hoursAtOnce = 800
const readingsAtOnce = 800

/**
 * Yields a station's history up to a time, in chronological chunks: by default, several years of daily values, a year
 * of hourly values and two months of readings. Takes many seconds, so run it in the background.
 */
export function* backFill(
  seed: number,
  station: Station,
  fromMs: number | null,
  toMs: number,
  { daysBackMs, hoursBackMs, readingsBackMs }: PastReach = wholePast,
): Generator<StationPast> {
  const world = createWorld(seed)
  const history = createHistory(world)
  const readings = createReadings(world)
  const { timeZone } = station
  const beginMs = fromMs ?? toMs - daysBackMs
  const hoursFromMs = localDayStartMs(timeZone, localDayNumber(timeZone, toMs - hoursBackMs))
  const readingsFromMs = Math.floor((toMs - readingsBackMs) / hourMs) * hourMs
  const empty = { source: station.source, stationId: station.id, days: [], hours: [], readings: [] }

  for (const days of inPieces(history.dailyHistory(station, beginMs, hoursFromMs), daysAtOnce)) {
    yield { ...empty, throughMs: lastOf(days).endMs, days: days.map(dayOf) }
  }
  const hourly = history.hourlyHistory(station, Math.max(beginMs, hoursFromMs), readingsFromMs)
  for (const hours of inPieces(hourly, hoursAtOnce)) {
    yield { ...empty, throughMs: lastOf(hours).endMs, hours: hours.map(record => hourOf(station, record)) }
  }
  const firstMs = (Math.floor(Math.max(beginMs, readingsFromMs) / readingMs) + 1) * readingMs
  const series = readings.series(station, firstMs, toMs + 1, readingMs)
  for (const some of inPieces(series, readingsAtOnce)) {
    const reported = some.map(reading => readingOf(station, reading, toMs))
    yield { ...empty, throughMs: lastOf(some).timeMs, readings: reported }
  }
  yield { ...empty, throughMs: toMs }
}

/** Returns a day. Its means show neither its hottest hour nor how it felt. */
function dayOf(record: Simulated): HistoryRecord {
  return { ...record, ...unknownHeat, minWindMph: null }
}

const unknownHeat = {
  meanFeelsLikeF: null,
  minFeelsLikeF: null,
  maxFeelsLikeF: null,
  meanHeatIndexF: null,
  maxHeatIndexF: null,
  meanWindChillF: null,
  minWindChillF: null,
  meanWbgtF: null,
  maxWbgtF: null,
}

/** Returns an hour, including the values that follow from its known means. */
function hourOf(station: Station, record: Simulated): HistoryRecord {
  const { meanTemperatureF: temperatureF, meanHumidityPercent: humidityPercent } = record
  const measures = {
    temperatureF,
    humidityPercent,
    windMph: record.meanWindMph,
    stationPressureHpa: record.meanStationPressureHpa,
    solarWattsPerM2: record.meanSolarWattsPerM2,
    cloudFraction: null,
  }
  const { wbgtF } = wbgtOf(station, measures, (record.startMs + record.endMs) / 2)
  const feelsLikeF = feelsLike(temperatureF, humidityPercent, record.meanWindMph)?.feelsLikeF ?? null
  const heatIndex = heatIndexF(temperatureF, humidityPercent)
  const windChill = windChillF(temperatureF, record.meanWindMph)
  return {
    ...record,
    minWindMph: record.meanWindMph,
    meanFeelsLikeF: feelsLikeF,
    minFeelsLikeF: feelsLikeF,
    maxFeelsLikeF: feelsLikeF,
    meanHeatIndexF: heatIndex,
    maxHeatIndexF: heatIndex,
    meanWindChillF: windChill,
    minWindChillF: windChill,
    meanWbgtF: wbgtF,
    maxWbgtF: wbgtF,
  }
}

function readingOf(station: Station, reading: Reading, toMs: number): PastReading {
  const { timeMs, temperatureF, humidityPercent, windMph } = reading
  const isWorkedOut = timeMs > toMs - everyWbgtBackMs || timeMs % quarterMs === 0
  return {
    ...reading,
    feelsLikeF: feelsLike(temperatureF, humidityPercent, windMph)?.feelsLikeF ?? null,
    heatIndexF: heatIndexF(temperatureF, humidityPercent),
    windChillF: windChillF(temperatureF, windMph),
    wbgtF: isWorkedOut ? wbgtOf(station, reading, timeMs).wbgtF : null,
  }
}

function* inPieces<Item>(items: Iterable<Item>, atOnce: number): Generator<Item[]> {
  let piece: Item[] = []
  for (const item of items) {
    piece.push(item)
    if (piece.length < atOnce) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

function lastOf<Item>(items: readonly Item[]): Item {
  return items.at(-1) as Item
}
