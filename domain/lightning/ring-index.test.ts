import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { destination, type Point } from '#domain/geo/distance'
import { ellipsoidMiles } from '#domain/geo/vincenty.testing'
import { RingIndex, type Centre } from './ring-index.ts'

/** Plain haversine over everything: slow, and too simple to be wrong. */
function sphereMiles(a: Point, b: Point): number {
  const rad = Math.PI / 180
  const [north, east] = [(b.latitude - a.latitude) * rad, (b.longitude - a.longitude) * rad]
  const h =
    Math.sin(north / 2) ** 2 +
    Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * Math.sin(east / 2) ** 2
  return 2 * 6371.0088 * 0.621371 * Math.asin(Math.sqrt(Math.min(1, h)))
}

interface Strike extends Point {
  readonly errorMiles: number
}

function found(index: RingIndex, { latitude, longitude, errorMiles }: Strike): Map<number, number> {
  const hits = new Map<number, number>()
  index.match(latitude, longitude, errorMiles, (key, miles) => {
    expect(hits.has(key), 'visited once').toBe(false)
    hits.set(key, miles)
  })
  return hits
}

/** Expects that everyone inside on the sphere or the ellipsoid is found, and no one else, within I8's tolerance. */
function expectTruth(index: RingIndex, centres: Iterable<Centre>, strike: Strike) {
  const hits = found(index, strike)
  for (const centre of centres) {
    const [onSphere, limit] = [sphereMiles(centre, strike), centre.reachMiles + strike.errorMiles]
    const nearest = onSphere < 500 ? Math.min(onSphere, ellipsoidMiles(centre, strike)) : onSphere * 0.9943
    const miles = hits.get(centre.key)
    if (nearest <= limit) expect(miles, `${onSphere} miles on the sphere`).toBeLessThanOrEqual(limit)
    if (nearest > limit * 1.001 + 1e-5) expect(miles, `${onSphere} miles on the sphere`).toBeUndefined()
    if (miles !== undefined) expect(Math.abs(miles - nearest)).toBeLessThanOrEqual(nearest * 0.001 + 1e-5)
    hits.delete(centre.key)
  }
  expect([...hits.keys()], 'keys that are not there').toEqual([])
}

/** Evenly distributed; fc.double would almost always be close to zero, as most doubles are. */
const real = (min: number, max: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.nat({ max: 1e9 }).map(part => min + ((max - min) * part) / 1e9) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  )
const bearings = real(0, 360)
const metre = 0.000621371

/** Corner cases of the geometry, and anywhere else. */
const anchors: fc.Arbitrary<Point> = fc.oneof(
  fc.record({ latitude: real(-90, 90), longitude: real(-180, 180) }),
  fc.record({ latitude: fc.constantFrom(90, -90, 89.7, -89.5), longitude: real(-180, 180) }),
  fc.record({ latitude: real(-80, 80), longitude: fc.constantFrom(-180, 180, 179.9) }),
  fc.constant({ latitude: 0, longitude: 0 }),
)
const reaches = fc.oneof(fc.constantFrom(6, 10, 15, 30, 50), real(0, 50))
const errors = fc.oneof(fc.constantFrom(0, 0.1, 0.5), real(0, 10))

/** A place near an anchor, given as bearing and distance because the anchor is chosen later. */
const walks = fc.record({ bearing: bearings, miles: fc.oneof(real(0, 130), real(0, 12_000)) })
const go = (from: Point, { bearing, miles }: { bearing: number; miles: number }) =>
  destination(from, bearing, miles) as Point

/** Strikes are at the edge of a center's reach, give or take a meter, or anywhere. */
const aims = fc.record({
  at: fc.nat(),
  bearing: bearings,
  off: fc.constantFrom(-metre, 0, metre),
  errorMiles: errors,
  elsewhere: fc.option(walks),
})

function strikeOf(
  aim: typeof aims extends fc.Arbitrary<infer A> ? A : never,
  centres: Centre[],
  anchor: Point,
): Strike {
  const target = centres[aim.at % Math.max(1, centres.length)]
  if (aim.elsewhere || !target)
    return { ...go(anchor, aim.elsewhere ?? { bearing: 0, miles: 1 }), errorMiles: aim.errorMiles }
  const miles = Math.max(0, target.reachMiles + aim.errorMiles + aim.off)
  return { ...go(target, { bearing: aim.bearing, miles }), errorMiles: aim.errorMiles }
}

describe('compared with plain haversine and Vincenty over all centers', () => {
  test('finds the centers that a strike affects, anywhere on the globe', () => {
    const worlds = fc.array(fc.record({ walk: walks, reachMiles: reaches }), { maxLength: 12 })
    fc.assert(
      fc.property(anchors, worlds, fc.array(aims, { minLength: 1, maxLength: 3 }), (anchor, world, shots) => {
        const centres = world.map(({ walk, reachMiles }, key) => ({ key, reachMiles, ...go(anchor, walk) }))
        const index = new RingIndex(centres)
        expect(index.size).toBe(centres.length)
        for (const aim of shots) expectTruth(index, centres, strikeOf(aim, centres, anchor))
      }),
      { numRuns: 10_000 },
    )
  })

  test('follows any edits', () => {
    const edits = fc.oneof(
      fc.record({
        kind: fc.constant('set' as const),
        key: fc.nat({ max: 9 }),
        walk: walks,
        reachMiles: reaches,
      }),
      fc.record({ kind: fc.constant('delete' as const), key: fc.nat({ max: 9 }) }),
      fc.record({ kind: fc.constant('compact' as const) }),
      fc.record({ kind: fc.constant('match' as const), aim: aims }),
    )
    fc.assert(
      fc.property(anchors, fc.array(edits, { maxLength: 30 }), (anchor, history) => {
        const truth = new Map<number, Centre>()
        const index = new RingIndex()
        for (const edit of history) {
          if (edit.kind === 'compact') index.compact()
          else if (edit.kind === 'match') {
            expectTruth(index, truth.values(), strikeOf(edit.aim, [...truth.values()], anchor))
          } else if (edit.kind === 'delete') {
            truth.delete(edit.key)
            index.delete(edit.key)
          } else {
            const centre = { key: edit.key, reachMiles: edit.reachMiles, ...go(anchor, edit.walk) }
            truth.set(edit.key, centre)
            index.set(centre)
          }
          expect(index.size).toBe(truth.size)
        }
        for (const centre of truth.values())
          expectTruth(index, truth.values(), { ...centre, errorMiles: 0.2 })
      }),
      { numRuns: 2000 },
    )
  })

  test('stays correct through thousands of edits, sorting itself in between', () => {
    const truth = new Map<number, Centre>()
    const index = new RingIndex()
    const spread = (n: number, share: number) => (n * share) % 1
    for (let n = 0; n < 5000; n++) {
      const key = Math.floor(spread(n, 0.7548776662) * 1500)
      const [latitude, longitude] = [30 + 8 * spread(n, 0.6180339887), -100 + 10 * spread(n, 0.4142135623)]
      const centre = { key, latitude, longitude, reachMiles: 5 + 45 * spread(n, 0.7320508075) }
      if (n % 5 === 4) {
        index.delete(key)
        truth.delete(key)
      } else {
        index.set(centre)
        truth.set(key, centre)
      }
      if (n % 250 === 0) expectTruth(index, truth.values(), { ...centre, errorMiles: 0.3 })
    }
    expect(index.size).toBe(truth.size)
    expectTruth(index, truth.values(), { latitude: 34, longitude: -95, errorMiles: 0 })
    expectTruth(new RingIndex(truth.values()), truth.values(), {
      latitude: 34,
      longitude: -95,
      errorMiles: 0,
    })
  })
})

const norman: Centre = { key: 7, latitude: 35.2226, longitude: -97.4395, reachMiles: 30 }
const keysAt = (index: RingIndex, place: Point, errorMiles = 0) => [
  ...found(index, { ...place, errorMiles }).keys(),
]

describe('the edges of the index', () => {
  test('includes one meter inside and the boundary, and excludes one percent outside', () => {
    const index = new RingIndex([norman])
    for (let bearing = 0; bearing < 360; bearing += 5) {
      expect(keysAt(index, go(norman, { bearing, miles: 30 - metre }))).toEqual([7])
      expect(keysAt(index, go(norman, { bearing, miles: 30 }))).toEqual([7])
      expect(keysAt(index, go(norman, { bearing, miles: 30.3 }))).toEqual([])
      expect(keysAt(index, go(norman, { bearing, miles: 30.3 }), 0.3)).toEqual([7])
    }
  })

  test('finds a strike on the center at distance zero, even without reach', () => {
    const centres = [
      { ...norman, reachMiles: 0 },
      { key: 8, latitude: 10, longitude: 180, reachMiles: 0 },
    ]
    const index = new RingIndex(centres)
    expect(found(index, { ...norman, errorMiles: 0 })).toEqual(new Map([[7, 0]]))
    expect(found(index, { latitude: 10, longitude: -180, errorMiles: 0 })).toEqual(new Map([[8, 0]]))
  })

  test('finds everyone once around a pole, where rows are circles', () => {
    const centres = Array.from({ length: 300 }, (_, key) => ({
      key,
      latitude: 89 + (key % 100) / 100,
      longitude: key * 1.2 - 180,
      reachMiles: 30 + (key % 3),
    }))
    const index = new RingIndex(centres)
    for (let latitude = 89; latitude <= 90; latitude += 0.01) {
      expectTruth(index, centres, { latitude, longitude: latitude * 1000, errorMiles: 0 })
    }
  })

  test('finds everyone, and not no one, for an absurd position error', () => {
    const index = new RingIndex([norman, { key: 8, latitude: -35, longitude: 83, reachMiles: 10 }])
    expect(keysAt(index, norman, 20_000).toSorted()).toEqual([7, 8])
  })

  test('uses the last value of a key given twice', () => {
    const index = new RingIndex([norman, { ...norman, latitude: 0 }])
    expect(index.size).toBe(1)
    expect(keysAt(index, norman)).toEqual([])
    expect(keysAt(index, { latitude: 0, longitude: norman.longitude })).toEqual([7])
  })

  test('allows a visit to edit the index but not to query it', () => {
    const centres = Array.from({ length: 400 }, (_, key) => ({
      ...norman,
      ...go(norman, { bearing: key, miles: key / 20 }),
      key,
    }))
    const index = new RingIndex(centres)
    const before = found(index, { ...norman, errorMiles: 0 })
    const during = new Map<number, number>()
    index.match(norman.latitude, norman.longitude, 0, (key, miles) => {
      during.set(key, miles)
      index.set({ key: key + 1000, latitude: -50, longitude: key / 3, reachMiles: 10 })
    })
    expect(during).toEqual(before)
    expect([during.size, index.size]).toEqual([400, 800])
    const ask = () => index.match(0, 0, 0, () => {})
    expect(() => index.match(norman.latitude, norman.longitude, 0, ask)).toThrow('must not query')
    expect(found(index, { ...norman, errorMiles: 0 })).toEqual(before)
  })

  test('rejects a strike that has no valid position instead of finding nothing', () => {
    const index = new RingIndex([norman])
    for (const gap of [NaN, undefined, null] as number[]) {
      expect(() => index.match(gap, 0, 0, () => {})).toThrow(RangeError)
      expect(() => index.match(0, gap, 0, () => {})).toThrow(RangeError)
      expect(() => index.set({ ...norman, latitude: gap })).toThrow(RangeError)
      expect(() => index.set({ ...norman, longitude: gap })).toThrow(RangeError)
    }
    for (const gap of [NaN, undefined, null, -1, Infinity] as number[]) {
      expect(() => index.match(0, 0, gap, () => {})).toThrow(RangeError)
      expect(() => index.set({ ...norman, reachMiles: gap })).toThrow(RangeError)
      expect(() => new RingIndex([{ ...norman, reachMiles: gap }])).toThrow(RangeError)
    }
    for (const key of [NaN, -1, 0.5, 2 ** 32]) expect(() => index.set({ ...norman, key })).toThrow(RangeError)
    expect(keysAt(index, norman)).toEqual([7])
  })
})
