import { setImmediate } from 'node:timers/promises'
import type { AirReading, AirSensor } from '#domain/air-quality/sensor'
import { simulatedSources } from '#domain/feeds/simulated-sources'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { hourMs, minuteMs, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'
import { createPlug } from './plug.ts'
import { simulatedSource } from '#domain/feeds/source'

const simulatedAir = simulatedSources['air quality'].name

/** Backfill is published one day at a time. */
const mostHours = 24

/** The source of simulated air quality: the simulated world. */
export interface AirSource {
  readonly sensors: readonly AirSensor[]
  readings(sensor: AirSensor, hourStartMs: number): AirReading[]
}

export interface SimulatedAirDeps {
  readonly source: AirSource
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly schedule: Schedule
}

/** Publishes each hour when it ends, and on the first start as many past hours as are requested. */
export function startSimulatedAir({ source, clock, bus, schedule }: SimulatedAirDeps) {
  const plug = createPlug(bus, simulatedAir)
  let nextMs = Infinity
  bus.subscribe('air-wanted', ({ fromMs }) => {
    nextMs = Math.ceil(fromMs / hourMs) * hourMs
    schedule.nudge('simulated air')
  })
  bus.publish('air-sensors-known', { source: simulatedSource, sensors: source.sensors })

  async function readingsBetween(fromMs: number, toMs: number): Promise<AirReading[]> {
    const readings: AirReading[] = []
    for (const sensor of source.sensors) {
      for (let hour = fromMs; hour < toMs; hour += hourMs) readings.push(...source.readings(sensor, hour))
      await setImmediate()
    }
    return readings
  }

  schedule.every('simulated air', minuteMs, async () => {
    await bus.drained('air-sensors-known')
    while (plug.isIn() && nextMs + hourMs <= clock.now().getTime()) {
      const toMs = Math.min(nextMs + mostHours * hourMs, Math.floor(clock.now().getTime() / hourMs) * hourMs)
      bus.publish('air-heard', { readings: await readingsBetween(nextMs, toMs) })
      await bus.drained('air-heard')
      plug.delivered(clock.now().getTime())
      nextMs = toMs
    }
    plug.send('Reports each hour when it ends')
  })
}
