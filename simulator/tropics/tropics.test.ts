import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { cellCount, dbzOf, middleOf, type GridPlace } from '#domain/radar/grid'
import { categoryOf } from '#domain/tropics/category'
import { msFromKnots } from '#domain/units/convert'
import { createRadarPainter } from '#simulator/radar/radar-painter'
import { createFields } from '#simulator/weather/fields'
import { milesBetween } from '#simulator/weather/plane'
import { createReflectivity } from '#simulator/weather/reflectivity'
import { createSimulatedStorms } from '#simulator/weather/storms'
import { createWorld, demoPlaces, type TropicalState } from '#simulator/world'

const hourMs = 3_600_000
const world = createWorld(2026)
const june = (year: number) => Date.UTC(year, 5)
const seasonHours = 183 * 24
/** Moments every six hours, in ten seasons. */
const moments = Array.from({ length: 10 }, (_, year) =>
  Array.from({ length: seasonHours / 6 }, (__, step) => june(2024 + year) + step * 6 * hourMs),
).flat()
const storms = moments.flatMap(timeMs => world.tropicalStormsAt(timeMs).map(storm => ({ timeMs, storm })))

/** Returns the strongest storm of all, well out at sea. */
function strongest(): { timeMs: number; storm: TropicalState } {
  const [first, ...others] = storms
  if (!first) throw new Error('there are storms')
  return others.reduce((one, other) => (other.storm.knots > one.storm.knots ? other : one), first)
}

describe('a season', () => {
  it('has a storm about two thirds of the time, and sometimes two', () => {
    const counts = moments.map(timeMs => world.tropicalStormsAt(timeMs).length)
    const share = counts.filter(count => count > 0).length / counts.length
    expect(share).toBeGreaterThan(0.6)
    expect(share).toBeLessThan(0.75)
    expect(new Set(counts)).toEqual(new Set([0, 1, 2]))
  })

  it('is from June to November', () => {
    for (const month of [0, 1, 2, 3, 4, 11]) {
      for (let day = 1; day <= 28; day++)
        expect(world.tropicalStormsAt(Date.UTC(2026, month, day))).toEqual([])
    }
  })

  it('has a storm near Tampa now and then', () => {
    const tampa = demoPlaces.find(({ hazard }) => hazard === 'tropics')
    if (!tampa) throw new Error('Tampa is a demo place')
    const years = new Set(
      storms
        .filter(({ storm }) => milesBetween(tampa, storm.latitude, storm.longitude) < 100)
        .map(({ timeMs }) => new Date(timeMs).getUTCFullYear()),
    )
    expect(years.size).toBeGreaterThan(5)
  })

  it('has storms of every strength, numbered and named in their order', () => {
    const categories = new Set(storms.map(({ storm }) => categoryOf(msFromKnots(storm.knots))))
    expect([...categories].toSorted()).toEqual([0, 1, 2, 3, 4, 5])
    const ids = [...new Set(storms.map(({ storm }) => storm.id))].filter(id => id.endsWith('2026'))
    expect(ids).toEqual(ids.map((_, index) => `AL${String(index + 1).padStart(2, '0')}2026`))
    for (const { storm } of storms) expect(storm.pressureHpa).toBeLessThan(1013)
  })
})

test('storms are the same in any order of requests', () => {
  const moment = fc.integer({ min: june(2000), max: june(2050) })
  fc.assert(
    fc.property(fc.array(moment, { minLength: 1, maxLength: 8 }), times => {
      const other = createWorld(2026)
      const backwards = times.toReversed().map(other.tropicalStormsAt).toReversed()
      expect(backwards).toEqual(times.map(world.tropicalStormsAt))
    }),
    { numRuns: 20 },
  )
})

test('a storm moves at its stated speed, without a leap', () => {
  for (const { timeMs, storm } of storms) {
    const later = world.tropicalStormsAt(timeMs + hourMs).find(({ id }) => id === storm.id)
    if (!later) continue
    const miles = milesBetween(storm, later.latitude, later.longitude)
    expect(Math.abs(miles - storm.speedMph)).toBeLessThan(1.5)
    expect(storm.speedMph).toBeLessThan(45)
  }
})

test('ashore a storm weakens by the hour, down to a remnant’s wind', () => {
  const inland = storms.filter(({ storm }) => storm.latitude > 31 && storm.longitude < -84)
  expect(inland.length).toBeGreaterThan(10)
  for (const { timeMs, storm } of inland) {
    const later = world.tropicalStormsAt(timeMs + 6 * hourMs).find(({ id }) => id === storm.id)
    if (later) expect(later.knots).toBeLessThan(storm.knots)
    else expect(storm.knots).toBeLessThan(45)
  }
})

describe('a storm in the world', () => {
  const { timeMs, storm } = strongest()
  const without = createFields(2026, createSimulatedStorms(2026), createReflectivity(2026))

  it('the wind turns around it, strongest at its eye, where the pressure is lowest', () => {
    const east = world.at(storm.latitude, storm.longitude + 0.35, timeMs)
    const west = world.at(storm.latitude, storm.longitude - 0.35, timeMs)
    // Winds are counterclockwise, so east of the center they come from the south.
    expect(Math.abs(east.windFromDegrees - 160)).toBeLessThan(35)
    expect(Math.abs(west.windFromDegrees - 340)).toBeLessThan(35)
    expect(east.windMph).toBeGreaterThan(0.75 * storm.knots)
    const [middle, far] = [storm, { ...storm, latitude: storm.latitude + 2 }].map(place =>
      world.at(place.latitude, place.longitude, timeMs),
    )
    expect(middle?.pressureHpa).toBeLessThan((far?.pressureHpa ?? 0) - 40)
    expect(Math.abs((middle?.pressureHpa ?? 0) - storm.pressureHpa)).toBeLessThan(20)
  })

  it('beyond its reach everything is unchanged, bit for bit', () => {
    const far = fc.record({
      latitude: fc.double({ min: 24, max: 49, noNaN: true }),
      longitude: fc.double({ min: -125, max: -67, noNaN: true }),
    })
    fc.assert(
      fc.property(far, ({ latitude, longitude }) => {
        fc.pre(milesBetween(storm, latitude, longitude) > 261)
        expect(world.at(latitude, longitude, timeMs)).toEqual(without(latitude, longitude, timeMs))
      }),
      { numRuns: 40 },
    )
  })

  it('a radar shows its rain as it is in the world', () => {
    const place: GridPlace = {
      west: storm.longitude - 2,
      north: storm.latitude + 2,
      stepDegrees: 0.02,
      columns: 200,
      rows: 200,
    }
    const painted = createRadarPainter(world)(place, timeMs)
    const misses: number[] = []
    for (let cell = 0; cell < cellCount(place); cell += 7) {
      const { latitude, longitude } = middleOf(place, cell % 200, Math.floor(cell / 200))
      const truth = world.reflectivityAt(latitude, longitude, timeMs)
      if (truth > 8) misses.push(Math.abs((dbzOf(painted[cell] ?? 0) ?? 0) - truth))
    }
    // Where a storm's rain meets that of a front there is an edge, which a picture rounds.
    expect(misses.filter(dbz => dbz > 1).length).toBeLessThan(misses.length / 100)
    expect(Math.max(...misses)).toBeLessThan(2)
    expect(Math.max(...painted) / 2).toBeGreaterThan(38)
  })
})
