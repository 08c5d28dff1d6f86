import type { AirReading } from '#domain/air-quality/sensor'
import { airReadings, airSensors } from './air-sensors.ts'
import { createWorld } from '#simulator/world'

const hourMs = 3_600_000
const hoursAtOnce = 24

/**
 * Yields what sensors measured between two hours, a day at a time, newest first. Takes seconds: run it where no one
 * waits.
 */
export function* pastAir(
  seed: number,
  sensorIds: readonly string[],
  fromMs: number,
  toMs: number,
): Generator<AirReading[]> {
  const world = createWorld(seed)
  const sensors = airSensors().filter(({ id }) => sensorIds.includes(id))
  for (let endMs = toMs; endMs > fromMs; endMs -= hoursAtOnce * hourMs) {
    const readings: AirReading[] = []
    const startMs = Math.max(fromMs, endMs - hoursAtOnce * hourMs)
    for (const sensor of sensors)
      for (let hour = startMs; hour < endMs; hour += hourMs)
        readings.push(...airReadings(world, sensor, hour))
    yield readings
  }
}
