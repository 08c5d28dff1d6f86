import { expect, test } from 'vitest'
import { wbgtOf } from '#domain/conditions/derived'
import { createReadings } from './stations/readings.ts'
import { demoStations } from './stations/stations.ts'
import { createWorld } from './world.ts'

const hourMs = 3_600_000
const readings = createReadings(createWorld(2026))

/** The country's highest recorded WBGTs are about 95 °F, on the Gulf Coast and in the low desert. */
const highestF = 95

test.each(demoStations().map(station => [station.name, station] as const))(
  'the heat stress of %s stays within the country’s records',
  (_name, station) => {
    const noons = Array.from({ length: 122 }, (_, third) => Date.UTC(2026, 0, 1 + 3 * third))
    const values = noons.flatMap(dayMs =>
      [12, 15].flatMap(hour => {
        const timeMs = dayMs + (hour - station.longitude / 15) * hourMs
        const reading = readings.readingAt(station, timeMs)
        return reading ? [wbgtOf(station, reading, timeMs).wbgtF ?? -Infinity] : []
      }),
    )
    expect(values.length).toBeGreaterThan(200)
    expect(Math.max(...values)).toBeLessThan(highestF)
  },
)
