import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bearingDegrees, destination, type Point } from '#domain/geo/distance'
import { msFromMph } from '#domain/units/convert'
import { cellMotion, type StormCell } from './storm-cell.ts'
import { stormCell } from './storm-cell.testing.ts'
import { stormAfter } from './storm-motion.ts'
import {
  stormOutlook,
  type RingArrival,
  type StormOutlook,
  type StormSky,
  type StormStrike,
  type WatchedRing,
} from './storm-outlook.ts'

const place: Point = { latitude: 35.2, longitude: -97.4 }
const nowMs = Date.UTC(2026, 4, 20, 22)
const minute = 60_000
const rings: WatchedRing[] = [
  { zone: 1, radiusMiles: 8 },
  { zone: 2, radiusMiles: 16 },
  { zone: 3, radiusMiles: 26 },
]

/** A cell that many miles away at a bearing, moving at a given speed and heading; by default issued just now. */
function cellAt(
  miles: number,
  bearing: number,
  mph: number,
  heading: number,
  change: Partial<StormCell> = {},
): StormCell {
  const point = destination(place, bearing, miles)
  const speedMs = msFromMph(mph)
  if (point === null || speedMs === null) throw new Error('no such cell')
  return stormCell({ ...point, issuedMs: nowMs, motion: { speedMs, headingToDegrees: heading }, ...change })
}

const skyOf = (cells: readonly StormCell[], change: Partial<StormSky> = {}): StormSky => ({
  cells,
  strikes: [],
  isStormForecast: false,
  mayLackCells: false,
  ...change,
})
const outlook = (...cells: StormCell[]) => stormOutlook(place, rings, skyOf(cells), nowMs)

/** A strike that many miles away at a bearing; by default just now. */
function strikeAt(miles: number, bearing: number, change: Partial<StormStrike> = {}): StormStrike {
  const point = destination(place, bearing, miles)
  if (point === null) throw new Error('no such place')
  return { ...point, timeMs: nowMs, positionErrorMiles: 0, ...change }
}

function reported(found: StormOutlook) {
  if (found.kind !== 'coming' && found.kind !== 'near') throw new Error(`nothing is told: ${found.because}`)
  return found
}

/** `inside`, `passes`, `later`, or the number of minutes. */
const shown = (arrival: RingArrival) => (arrival.kind === 'enters' ? arrival.minutes : arrival.kind)
const arrivals = (found: StormOutlook) => reported(found).rings.map(({ arrival }) => shown(arrival))

describe('a storm heading straight here', () => {
  test('reaches one ring after the other', () => {
    const found = outlook(cellAt(46, 180, 60, 360))
    expect(found).toMatchObject({ kind: 'coming', watched: 1, because: 'Its track passes 0 mi from here' })
    const [inner, middle, outer] = arrivals(found)
    expect(inner).toBeCloseTo(38, 1)
    expect(middle).toBeCloseTo(30, 1)
    expect(outer).toBeCloseTo(20, 1)
  })

  test('has moved on since it was issued', () => {
    const found = outlook(cellAt(46, 180, 60, 360, { issuedMs: nowMs - 10 * minute }))
    expect(reported(found).storms[0].distanceMiles).toBeCloseTo(36, 1)
    expect(arrivals(found)[2]).toBeCloseTo(10, 1)
  })

  test('may already be inside, and may be too slow for the remaining rings', () => {
    expect(arrivals(outlook(cellAt(20, 90, 10, 270)))).toEqual(['later', expect.closeTo(24, 0), 'inside'])
  })
})

describe('storms heading for a place', () => {
  test.each([
    ['within the widest ring', 25, 'coming'],
    ['a little beside it: tracks are uncertain', 37, 'coming'],
    ['too far beside it', 45, 'none'],
  ])('a track that passes %s: %d miles, %s', (_, missMiles, kind) => {
    const bearing = 180 + (Math.asin(missMiles / 60) * 180) / Math.PI
    expect(outlook(cellAt(60, bearing, 60, 360)).kind).toBe(kind)
  })

  test('a storm that passes beside the rings enters none of them', () => {
    const found = outlook(cellAt(60, 180 + (Math.asin(30 / 60) * 180) / Math.PI, 60, 360))
    expect(found.kind).toBe('coming')
    expect(arrivals(found)).toEqual(['passes', 'passes', 'passes'])
    expect(reported(found).storms[0].arrival).toMatchObject({
      kind: 'approaching',
      nearestMiles: expect.closeTo(30, 0) as number,
    })
  })

  test('exclude those more than an hour or 100 miles away', () => {
    expect(outlook(cellAt(70, 180, 40, 360)).kind).toBe('none')
    expect(outlook(cellAt(70, 180, 50, 360)).kind).toBe('coming')
    expect(outlook(cellAt(101, 180, 110, 360))).toMatchObject({ kind: 'none', watched: 0 })
  })
})

test('uses the first storm for each ring, and lists the one for the next ring first', () => {
  const slow = cellAt(25, 180, 15, 360, { id: 'slow' })
  const fast = cellAt(40, 270, 60, 90, { id: 'fast' })
  const found = outlook(slow, fast)
  expect(arrivals(found)).toEqual([expect.closeTo(32, 0), expect.closeTo(24, 0), 'inside'])
  expect(reported(found).storms.map(({ cell }) => cell.id)).toEqual(['fast', 'slow'])
})

describe('a storm inside a ring that does not approach', () => {
  test.each([
    ['is moving away', { speedMs: 15, headingToDegrees: 90 }],
    ['its track is not known yet', null],
  ])('is told of all the same: %s', (why, motion) => {
    const found = outlook(cellAt(12, 90, 0, 0, { motion }))
    expect(found).toMatchObject({ kind: 'near', because: expect.stringContaining(why) as string })
    expect(arrivals(found)).toEqual(['passes', 'inside', 'inside'])
  })

  test('comes after one that is heading here', () => {
    const found = outlook(cellAt(5, 90, 30, 90, { id: 'leaving' }), cellAt(50, 270, 50, 90, { id: 'coming' }))
    expect(found.kind).toBe('coming')
    expect(reported(found).storms.map(({ cell }) => cell.id)).toEqual(['coming', 'leaving'])
  })
})

test('a cell seen only once moves like the others', () => {
  const newcomer = cellAt(40, 180, 0, 0, { id: 'new', motion: null })
  expect(outlook(newcomer).kind).toBe('unsure')
  const found = outlook(newcomer, cellAt(90, 90, 40, 360))
  expect(reported(found).storms[0].cell.id).toBe('new')
})

describe('nothing versus unknown', () => {
  test('without cells nothing is coming, and the reason states that', () => {
    expect(outlook()).toEqual({ kind: 'none', because: 'No storm cell within 100 miles', watched: 0 })
  })

  test('a cell older than 15 minutes is unknown, not absent', () => {
    const old = cellAt(60, 180, 40, 360, { issuedMs: nowMs - 15 * minute - 1 })
    expect(outlook(old).kind).toBe('unknown')
    expect(outlook({ ...old, issuedMs: nowMs - 15 * minute }).kind).toBe('coming')
    expect(outlook(old, cellAt(60, 270, 60, 90)).kind).toBe('coming')
  })

  test('ignores an old cell at the other end of the country', () => {
    expect(outlook(cellAt(900, 90, 40, 270, { issuedMs: nowMs - 20 * minute })).kind).toBe('none')
  })
})

describe('does not rule out a storm', () => {
  const unsure = (cells: readonly StormCell[], change: Partial<StormSky> = {}) =>
    stormOutlook(place, rings, skyOf(cells, change), nowMs)

  test('for a cell whose motion is unknown', () => {
    expect(unsure([cellAt(40, 180, 0, 0, { motion: null })])).toMatchObject({
      kind: 'unsure',
      because: 'The movement of a storm cell 40 mi from here is not known yet',
      watched: 1,
      doubts: { withoutMotion: { count: 1, bearingDegrees: expect.closeTo(180, 0) as number } },
    })
  })

  test('where lightning strikes within 100 miles and radar lists no cell', () => {
    const strikes = [strikeAt(60, 200), strikeAt(39, 215)]
    expect(unsure([], { strikes })).toMatchObject({
      kind: 'unsure',
      because: 'Lightning 39 mi from here where radar lists no storm cell',
      doubts: { strikesWithoutCell: { count: 2 } },
    })
    const elsewhere = cellAt(95, 0, 30, 0)
    expect(unsure([elsewhere], { strikes }).kind).toBe('unsure')
    const itsOwn = cellAt(45, 210, 30, 210)
    expect(unsure([itsOwn], { strikes }).kind).toBe('none')
  })

  test('while meteorologists expect one', () => {
    expect(unsure([], { isStormForecast: true })).toMatchObject({
      kind: 'unsure',
      because: 'Storms are forecast here',
    })
    expect(unsure([cellAt(46, 180, 60, 360)], { isStormForecast: true }).kind).toBe('coming')
  })

  test('where a radar may be down, but still reports one that is coming', () => {
    expect(unsure([], { mayLackCells: true })).toMatchObject({
      kind: 'unsure',
      because: 'A radar may be down, and its storm cells missing',
      doubts: { mayLackCells: true, isStormForecast: false },
    })
    expect(unsure([cellAt(46, 180, 60, 360)], { mayLackCells: true }).kind).toBe('coming')
  })

  test('while a storm that is moving away has just struck inside a ring, or may have', () => {
    const leaving = cellAt(40, 90, 30, 90)
    const struck = (change: Partial<StormStrike>, miles = 25) =>
      unsure([leaving], { strikes: [strikeAt(miles, 90, change)] }).kind
    expect(struck({})).toBe('near')
    expect(struck({}, 27)).toBe('none')
    expect(struck({ positionErrorMiles: 2 }, 27)).toBe('near')
    expect(struck({ timeMs: nowMs - 15 * minute - 1 })).toBe('none')
  })
})

describe('for any sky', () => {
  const miles = fc.double({ min: 0.5, max: 99, noNaN: true })
  const degrees = fc.double({ min: 0, max: 359.9, noNaN: true })
  const mph = fc.double({ min: 3, max: 90, noNaN: true })
  const minutesAt = (found: StormOutlook) =>
    found.kind === 'coming' || found.kind === 'near' ? arrivals(found) : []

  test('no inner ring is reached before an outer one', () => {
    const cells = fc.array(fc.tuple(miles, degrees, mph, degrees), { maxLength: 6 })
    const order = (arrival: number | string) =>
      typeof arrival === 'number' ? arrival : { inside: -1, later: 1e6, passes: 1e9 }[arrival]
    fc.assert(
      fc.property(cells, some => {
        const found = minutesAt(outlook(...some.map(each => cellAt(...each)))).map(order)
        expect(found).toEqual(found.toSorted((one, other) => Number(other) - Number(one)))
      }),
    )
  })

  test('a cell moved along its track for some minutes arrives that much earlier', () => {
    // Short enough that even the fastest cell cannot cross the smallest ring unnoticed.
    const some = fc.double({ min: 0, max: 8, noNaN: true })
    const slightly = fc.double({ min: -3, max: 3, noNaN: true })
    fc.assert(
      fc.property(miles, degrees, mph, slightly, some, (far, from, speed, astray, minutes) => {
        const cell = cellAt(far, from, speed, from + 180 + astray)
        const motion = cellMotion(cell)
        const point = motion && stormAfter(cell, motion, minutes)
        if (!point) throw new Error('it has a motion')
        const [before, after] = [minutesAt(outlook(cell)), minutesAt(outlook({ ...cell, ...point }))]
        for (const [index, arrival] of before.entries()) {
          const next = after[index]
          if (typeof arrival !== 'number') continue
          if (typeof next === 'number') expect(next).toBeCloseTo(arrival - minutes, 1)
          else expect(next, `${arrival} minutes`).toBe('inside')
        }
        const since = outlook({ ...cell, issuedMs: nowMs - minutes * minute })
        expect(minutesAt(since)).toEqual(
          after.map(arrival => (typeof arrival === 'number' ? expect.closeTo(arrival, 4) : arrival)),
        )
      }),
    )
  })

  test('rotating the whole sky changes only bearings', () => {
    fc.assert(
      fc.property(miles, degrees, mph, degrees, degrees, (far, from, speed, astray, turn) => {
        // Headings are measured at the cell and bearings at the place, so the two directions differ slightly.
        const towards = (bearing: number) => {
          const cell = cellAt(far, bearing, speed, 0)
          const back = bearingDegrees(cell, place) ?? 0
          return outlook(cellAt(far, bearing, speed, back + astray))
        }
        const [one, other] = [towards(from), towards(from + turn)]
        expect(other.kind).toBe(one.kind)
        if (one.kind !== 'coming' && one.kind !== 'near') return
        expect(minutesAt(other)).toEqual(
          minutesAt(one).map(arrival => (typeof arrival === 'number' ? expect.closeTo(arrival, 4) : arrival)),
        )
        expect(reported(other).storms[0].distanceMiles).toBeCloseTo(reported(one).storms[0].distanceMiles, 6)
      }),
    )
  })

  test('a cell that is moving away never heads here', () => {
    const away = fc.double({ min: -85, max: 85, noNaN: true })
    fc.assert(
      fc.property(miles, degrees, mph, away, (far, from, speed, astray) => {
        expect(outlook(cellAt(far, from, speed, from + astray)).kind).not.toBe('coming')
      }),
    )
  })
})
