import { expect, test } from 'vitest'
import { distanceMiles, type Point } from '#domain/geo/distance'
import { soundCells } from '#domain/radar/sound-cells'
import { cellMotion, type StormCell as ListedCell } from '#domain/radar/storm-cell'
import { stormOutlook, type StormSky } from '#domain/radar/storm-outlook'
import { mphFromMs } from '#domain/units/convert'
import { officeAt } from '#simulator/offices'
import { proactiveForecastsAt } from '#simulator/proactive-forecasts'
import { createStormCells } from './storm-cells.ts'
import { createWorld, demoPlaces, type StormCell } from '#simulator/world'

const minuteMs = 60_000
const world = createWorld(1)
const cellsAt = createStormCells(world)
const moments = Array.from({ length: 24 }, (_, index) => Date.UTC(2026, index % 12, 3 + index, index, 3))

/** Returns whether a cell of the world may be the listed one, within radar accuracy. */
function mayBe(cell: StormCell, listed: ListedCell): boolean {
  if ((distanceMiles(listed, cell) ?? Infinity) > 0.9 || cell.maxReflectivityDbz < 40) return false
  const motion = cellMotion(listed)
  if (motion === null) return true
  const mph = mphFromMs(motion.speedMs) ?? NaN
  const astray = Math.abs((((motion.headingToDegrees - cell.headingDegrees) % 360) + 540) % 360) - 180
  // A radar reports speed in whole knots, of 1.15 mph, and at least one.
  return Math.abs(mph - cell.speedMph) < 0.12 * cell.speedMph + 1.2 && Math.abs(astray) < 9
}

test('two worlds with one seed list the same, whatever was requested before', () => {
  const other = createStormCells(createWorld(1))
  const backwards = moments.toReversed().map(other)
  expect(backwards.toReversed()).toEqual(moments.map(cellsAt))
})

test('every listed cell exists in the world, near its position and on its course', () => {
  const listed = moments.flatMap(timeMs => cellsAt(timeMs).cells)
  const strays = listed.filter(each => !world.cellsAt(each.issuedMs).some(cell => mayBe(cell, each)))
  expect(strays).toEqual([])
  expect(listed.filter(({ motion }) => motion !== null).length).toBeGreaterThan(300)
})

test('every strong cell over land is listed, each once', () => {
  for (const timeMs of moments) {
    const { cells } = cellsAt(timeMs)
    const strong = world
      .cellsAt(cells[0]?.issuedMs ?? timeMs)
      .filter(cell => cell.maxReflectivityDbz >= 40 && officeAt(cell))
    expect(cells).toHaveLength(strong.length)
    expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length)
    for (const { id } of cells) expect(id).toMatch(/^[A-Z]{3}[0-9A-Z]{5}$/)
  }
})

test('a list stays for five minutes and is never older than six', () => {
  const start = Date.UTC(2026, 5, 1, 20)
  const issued = Array.from({ length: 20 }, (_, index) => {
    const timeMs = start + index * minuteMs
    const [cell] = cellsAt(timeMs).cells
    if (!cell) throw new Error('a June afternoon has storms')
    expect(timeMs - cell.issuedMs).toBeGreaterThanOrEqual(minuteMs)
    expect(timeMs - cell.issuedMs).toBeLessThan(6 * minuteMs)
    return cell.issuedMs
  })
  expect(new Set(issued).size).toBe(5)
})

test('a cell has a track from its second volume on', () => {
  const listed = cellsAt(Date.UTC(2026, 5, 1, 22, 3))
  const before = new Set(cellsAt(Date.UTC(2026, 5, 1, 21, 58)).cells.map(({ id }) => id.slice(3)))
  for (const { id, motion } of listed.cells) expect(motion !== null, id).toBe(before.has(id.slice(3)))
  expect(listed.cells.some(({ motion }) => motion === null)).toBe(true)
})

test('flags follow from its strength', () => {
  for (const listed of moments.flatMap(timeMs => cellsAt(timeMs).cells)) {
    expect(listed.flags.hail).toBe((listed.hailChancePercent ?? 0) >= 50)
    if (listed.flags.severeHail) expect(listed.flags.hail).toBe(true)
    if (listed.flags.tvs) expect(listed.flags.meso).toBe(true)
  }
})

test('every list is valid as it is', () => {
  for (const timeMs of moments.slice(0, 8)) {
    const ids = new Set(soundCells(cellsAt(timeMs)).cells.map(({ id }) => id))
    // Two cells that have merged are one storm.
    expect(ids.size).toBeGreaterThan(0.9 * cellsAt(timeMs).cells.length)
  }
})

const knownMs = 15 * minuteMs
const expectsStorms = (place: Point, nowMs: number) =>
  proactiveForecastsAt(world, nowMs).some(
    forecast =>
      /storm|severe/i.test(forecast.type.name) &&
      forecast.areas.some(area => (distanceMiles(area, place) ?? Infinity) <= area.radiusMiles),
  )

test('does not rule out a storm if lightning or a meteorologist indicates one', () => {
  const rings = [
    { zone: 1, radiusMiles: 8 },
    { zone: 2, radiusMiles: 26 },
  ] as const
  const kinds = new Map<string, number>()
  for (let minute = 0; minute < 24 * 60; minute += 37) {
    const nowMs = Date.UTC(2026, 5, 2) + minute * minuteMs
    const strikes = world.strikesBetween(nowMs - knownMs, nowMs)
    const { cells } = soundCells(cellsAt(nowMs))
    for (const place of demoPlaces) {
      const isStormForecast = expectsStorms(place, nowMs)
      const { kind } = stormOutlook(
        place,
        rings,
        { cells, strikes, mayLackCells: false, isStormForecast },
        nowMs,
      )
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      if (kind !== 'none') continue
      const nearest = strikes.map(strike => distanceMiles(place, strike) ?? 0)
      expect(Math.min(Infinity, ...nearest), `${place.name} ${nowMs}`).toBeGreaterThan(26)
      expect(isStormForecast, `${place.name} ${nowMs}`).toBe(false)
    }
  }
  // Both answers occur.
  expect(kinds.get('none')).toBeGreaterThan(20)
  expect(kinds.get('coming')).toBeGreaterThan(5)
})

const angleBetween = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180)

test('neighbors share a steering flow: within 60 miles headings differ by less than 60 degrees and speeds by less than 2.5 times', () => {
  const oneScanMs = 5 * minuteMs
  let compared = 0
  const strays: string[] = []
  for (const seed of [1, 2026]) {
    const listAt = createStormCells(createWorld(seed))
    for (let index = 0; index < 80; index++) {
      const timeMs = Date.UTC(2026, 0, 1) + index * (4 * 24 + 13) * 60 * minuteMs + 3 * minuteMs
      const before = new Set(listAt(timeMs - 2 * oneScanMs).cells.map(({ id }) => id.slice(3)))
      const tracked = listAt(timeMs).cells.flatMap(cell =>
        cell.motion && before.has(cell.id.slice(3)) ? [{ ...cell, motion: cell.motion }] : [],
      )
      for (const [at, one] of tracked.entries()) {
        for (const other of tracked.slice(at + 1)) {
          if (Math.abs(one.latitude - other.latitude) > 1 || (distanceMiles(one, other) ?? Infinity) > 60)
            continue
          compared++
          const apart = angleBetween(one.motion.headingToDegrees, other.motion.headingToDegrees)
          const speeds = [one.motion.speedMs, other.motion.speedMs]
          const times = Math.max(...speeds) / Math.min(...speeds)
          if (apart >= 60 || times >= 2.5)
            strays.push(
              `${new Date(timeMs).toISOString()} ${one.id} ${other.id} ${apart} ${times.toFixed(1)}`,
            )
        }
      }
    }
  }
  expect(strays).toEqual([])
  expect(compared).toBeGreaterThan(1000)
})

const quietSky: StormSky = { cells: [], strikes: [], isStormForecast: false, mayLackCells: false }

test('Norman sees storms coming, with correct arrival times', () => {
  const norman = demoPlaces.find(({ hazard }) => hazard === 'storms')
  if (!norman) throw new Error('Norman is a demo place')
  const ring = { zone: 1, radiusMiles: 20 } as const
  const start = Date.UTC(2026, 5, 2)
  const misses: number[] = []
  for (let minute = 0; minute < 24 * 60; minute += 10) {
    const nowMs = start + minute * minuteMs
    const outlook = stormOutlook(norman, [ring], { ...quietSky, cells: cellsAt(nowMs).cells }, nowMs)
    const arrival = outlook.kind === 'coming' ? outlook.rings[0]?.arrival : undefined
    if (arrival?.kind !== 'enters' || arrival.minutes > 20) continue
    const thereMs = nowMs + arrival.minutes * minuteMs
    const nearest = world
      .cellsAt(thereMs)
      .map(cell => Math.abs((distanceMiles(norman, cell) ?? Infinity) - ring.radiusMiles))
    misses.push(Math.min(...nearest))
  }
  expect(misses.length).toBeGreaterThan(10)
  expect(misses.filter(miles => miles < 3).length / misses.length).toBeGreaterThan(0.9)
})
