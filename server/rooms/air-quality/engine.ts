import { mainPollutant } from '#domain/air-quality/overall'
import { raisedBy } from '#domain/air-quality/own-sensor'
import { pollutants, type AirReading, type Pollutant } from '#domain/air-quality/sensor'
import { distanceMiles, type Point } from '#domain/geo/distance'
import type { PolicyShortName } from '#domain/policies/policy-types'
import { anySource, type Accepts, type Source } from '#domain/policies/source'
import type { Measured } from '#domain/policies/warning'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { dayMs, hourMs, later, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'
import type { Db } from '#server/platform/store/index'
import type { LocationRegister } from '#server/rooms/locations/index'
import type { Sources } from '#server/sources'
import { askForPast } from './ask-for-past.ts'
import { hoursKept, indicesFrom, lastHourBefore, measuredFrom, type KnownIndices } from './known-indices.ts'
import {
  deleteReadingsBefore,
  listSensors,
  readingsSince,
  saveAirMeans,
  saveSensors,
  type HourlyMean,
  type KnownSensor,
} from './store.ts'

/** Air data is shown only this close to a sensor. */
export const sensorReachMiles = 10

export interface NearPollutant {
  readonly pollutant: Pollutant
  readonly sensor: KnownSensor
  readonly distanceMiles: number
}

const keyOf = (sensorNumber: number, pollutant: Pollutant) => `${sensorNumber} ${pollutant}`

/** Every sensor with its last two weeks, in memory. */
export class AirBook {
  #sensors: readonly KnownSensor[] = []
  readonly #hours = new Map<string, Map<number, number>>()
  readonly #indices = new Map<string, { readonly hourMs: number; readonly known: KnownIndices | undefined }>()
  readonly #near = new Map<string, readonly NearPollutant[]>()

  setSensors(sensors: readonly KnownSensor[]) {
    this.#sensors = sensors
    this.#near.clear()
  }

  get sensors(): readonly KnownSensor[] {
    return this.#sensors
  }

  /** Converts a feed's readings to rows; omits invalid ones and those of unknown sensors. */
  meansOf(readings: readonly AirReading[]): HourlyMean[] {
    const numbers = new Map(this.#sensors.map(({ source, id, number }) => [`${source} ${id}`, number]))
    return readings.flatMap(({ source, sensorId, pollutant, hourStartMs, concentration }) => {
      const sensorNumber = numbers.get(`${source} ${sensorId}`)
      const sound = Number.isFinite(concentration) && hourStartMs % hourMs === 0
      return sensorNumber === undefined || !sound
        ? []
        : [{ sensorNumber, pollutant, hourStartMs, concentration }]
    })
  }

  receive(means: readonly HourlyMean[]) {
    for (const { sensorNumber, pollutant, hourStartMs, concentration } of means) {
      const key = keyOf(sensorNumber, pollutant)
      const hours = this.#hours.get(key) ?? new Map<number, number>()
      hours.set(hourStartMs, concentration)
      this.#hours.set(key, hours)
      this.#indices.delete(key)
    }
  }

  /** The newest hour with any data. */
  newestMs(): number | undefined {
    let newest: number | undefined
    for (const hours of this.#hours.values()) {
      for (const start of hours.keys()) if (newest === undefined || start > newest) newest = start
    }
    return newest
  }

  forget(beforeMs: number) {
    for (const hours of this.#hours.values()) {
      for (const start of hours.keys()) if (start < beforeMs) hours.delete(start)
    }
  }

  indicesAt({ number }: KnownSensor, pollutant: Pollutant, nowMs: number): KnownIndices | undefined {
    const key = keyOf(number, pollutant)
    const lastHourMs = lastHourBefore(nowMs)
    const cached = this.#indices.get(key)
    if (cached?.hourMs === lastHourMs) return cached.known
    const known = indicesFrom(this.#hours.get(key), pollutant, lastHourMs)
    this.#indices.set(key, { hourMs: lastHourMs, known })
    return known
  }

  /** The nearest sensor within reach for each pollutant. */
  near({ latitude, longitude }: Point): readonly NearPollutant[] {
    const key = `${latitude} ${longitude}`
    const known = this.#near.get(key)
    if (known) return known
    const within = this.#sensors
      .map(sensor => ({ sensor, distanceMiles: distanceMiles({ latitude, longitude }, sensor) ?? Infinity }))
      .filter(near => near.distanceMiles <= sensorReachMiles)
      .sort((one, other) => one.distanceMiles - other.distanceMiles)
    const found = pollutants.flatMap(pollutant => {
      const nearest = within.find(({ sensor }) => sensor.measures.includes(pollutant))
      return nearest ? [{ pollutant, ...nearest }] : []
    })
    this.#near.set(key, found)
    return found
  }

  /**
   * The values that policies evaluate: each pollutant's NowCast, and the worst of them. `own` is the PM2.5 of the
   * customer's own sensor there. The worst counts every sensor, and is known only if one that is accepted has a value.
   */
  policyValues(
    point: Point,
    nowMs: number,
    own: Measured | null = null,
    accepts: Accepts = anySource,
  ): Partial<Record<PolicyShortName, Measured>> {
    const all = this.#measuredAt(point, nowMs, own, anySource)
    const { values, fresh } = accepts === anySource ? all : this.#measuredAt(point, nowMs, own, accepts)
    const main = mainPollutant(Object.fromEntries([...all.fresh].map(([name, { value }]) => [name, value])))
    const worst = fresh.size > 0 && main && all.fresh.get(main.pollutant)
    if (worst) values.AQI = values['AQI-MAX'] = worst
    return values
  }

  #measuredAt(point: Point, nowMs: number, own: Measured | null, accepts: Accepts) {
    const values: Partial<Record<PolicyShortName, Measured>> = {}
    const fresh = new Map<Pollutant, Measured & { readonly kind: 'fresh' }>()
    for (const { pollutant, sensor } of this.near(point)) {
      const { number, name, latitude, longitude } = sensor
      const id = `air sensor ${number}`
      const source: Source = { id, name, kind: 'station', latitude, longitude, of: pollutant }
      if (accepts(source))
        values[`AQI-${pollutant}`] = measuredFrom(source, this.indicesAt(sensor, pollutant, nowMs))
    }
    if (own && own.kind !== 'missing' && accepts(own.source)) {
      const raised = raisedBy(values['AQI-PM2.5'], own)
      if (raised) values['AQI-PM2.5'] = raised
      // If the official value is old, the customer's own value still counts toward the overall index.
      if (own.kind === 'fresh') fresh.set('PM2.5', own)
    }
    for (const pollutant of pollutants) {
      const value = values[`AQI-${pollutant}`]
      if (value?.kind === 'fresh') fresh.set(pollutant, value)
    }
    return { values, fresh }
  }
}

export interface AirQualityEngineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly leaderSchedule: Schedule
  /** Whether another process received the data first and stored it. */
  readonly isRelayed: (received: object) => boolean
  readonly sources: Sources
  readonly locations: LocationRegister
  /** How many days hourly means are kept, for reports. */
  readonly keeps: { readonly hoursDays: number }
}

/** Receives and stores sensor readings, and requests missing ones. */
export async function startAirQualityEngine(deps: AirQualityEngineDeps): Promise<AirBook> {
  const { db, clock, bus, leaderSchedule, isRelayed, sources } = deps
  const book = new AirBook()
  const since = () => later(clock.now(), -(hoursKept + 1) * hourMs)
  const sensorsInUse = async () => (await listSensors(db)).filter(({ source }) => sources.isOn(source))
  book.setSensors(await sensorsInUse())
  book.receive(await readingsSince(db, since()))

  bus.subscribe('air-sensors-known', async known => {
    if (!isRelayed(known)) await saveSensors(db, known.sensors)
    book.setSensors(await sensorsInUse())
    if (isRelayed(known)) return
    bus.publish('air-wanted', { fromMs: book.newestMs() ?? since().getTime() })
    await askForPast({ ...deps, book })
  })
  bus.subscribe('air-heard', async received => {
    const means = book.meansOf(received.readings)
    if (!isRelayed(received)) await saveAirMeans(db, means)
    const sinceMs = since().getTime()
    book.receive(means.filter(({ hourStartMs }) => hourStartMs >= sinceMs))
  })
  bus.subscribe('air-past-heard', ({ readings }) => saveAirMeans(db, book.meansOf(readings)))
  leaderSchedule.every('air retention', dayMs, async () => {
    await deleteReadingsBefore(db, later(clock.now(), -deps.keeps.hoursDays * dayMs))
    book.forget(since().getTime())
  })
  return book
}
