import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMiles } from '#domain/geo/distance'
import type { LightningSatellite } from '#domain/lightning/satellite'
import type { Strike } from '#domain/lightning/strike'
import { noFlashes, type Flash } from './glm-file.ts'
import { mergedStrikes, coverageBy, type SeenWindow } from './merge.ts'

const startMs = Date.UTC(2026, 6, 15, 22)
const minuteMs = 60_000
const laterMs = startMs + 60 * minuteMs

function flash(timeMs: number, latitude: number, longitude: number, id = 1): Flash {
  return { id, timeMs, latitude, longitude, areaKm2: 400, reachKm: 0, quality: 0 }
}

function seen(
  by: LightningSatellite,
  number: number,
  flashes: readonly Flash[] = [],
  doubt: string | null = null,
): SeenWindow {
  const from = startMs + number * 20_000
  const satellite = by === 'east' ? 'G19' : 'G18'
  return { by, satellite, startMs: from, endMs: from + 20_000, flashes, doubt, view: null }
}

describe('strikes', () => {
  test('are published with what a satellite knows, and a stable id', () => {
    expect(mergedStrikes([seen('east', 0, [flash(startMs + 500, 35, -97, 27_809)])])).toEqual([
      {
        id: `G19-${startMs}-27809`,
        source: 'glm',
        timeMs: startMs + 500,
        latitude: 35,
        longitude: -97,
        amp: null,
        type: 4,
        // Its position to 10 miles, and the 7 that it spreads.
        positionErrorMiles: expect.toSatisfy((miles: number) => miles > 16 && miles < 18.5),
      },
    ])
  })

  test('reach farther if the footprint is larger or unknown', () => {
    const at = flash(startMs + 500, 35, -97)
    const flashes = [at, { ...at, areaKm2: 4000 }, { ...at, areaKm2: null }, { ...at, reachKm: 100 }]
    const errors = mergedStrikes(flashes.map((each, id) => seen('east', id, [each]))).map(
      ({ positionErrorMiles }) => positionErrorMiles - 9.9,
    )
    expect(errors.map(miles => Math.round(miles / 2) * 2)).toEqual([8, 22, 36, 62])
  })

  test.each([
    ['east of the border by GOES-East', -100, 'G19'],
    ['west of the border by GOES-West', -112, 'G18'],
  ])('that both saw %s are published once', (_, longitude, teller) => {
    const east = seen('east', 0, [flash(startMs + 100, 35, longitude)])
    const west = seen('west', 0, [flash(startMs + 350, 35.05, longitude + 0.05)])
    const reported = mergedStrikes([east, west])
    expect(reported.map(({ id }) => id)).toEqual([`${teller}-${startMs}-1`])
    expect(mergedStrikes([west, east])).toEqual(reported)
  })

  test.each([
    ['more than 0.3 s apart', 301, 0],
    ['more than 10 km apart', 0, 0.1],
  ])('%s are two', (_, ms, degrees) => {
    const east = seen('east', 0, [flash(startMs + 1000, 35, -100)])
    const west = seen('west', 0, [flash(startMs + 1000 + ms, 35 + degrees, -100)])
    expect(mergedStrikes([east, west])).toHaveLength(2)
  })

  test('of one satellite are never merged', () => {
    const twice = [flash(startMs, 35, -112, 1), flash(startMs + 10, 35, -112, 2)]
    expect(mergedStrikes([seen('east', 0, twice)])).toHaveLength(2)
  })

  test('that only the satellite of the other side saw are published, even if this side’s file was read', () => {
    const east = seen('east', 0, [flash(startMs, 35, -112)])
    expect(mergedStrikes([east, seen('west', 0)])).toHaveLength(1)
  })

  test('are compared across windows, because a flash may begin before its own', () => {
    const east = seen('east', 0, [flash(startMs + 19_900, 35, -100)])
    const west = seen('west', 1, [flash(startMs + 19_950, 35, -100)])
    expect(mergedStrikes([west], [east])).toEqual([])
  })
})

const someFlash = fc
  .tuple(
    fc.integer({ min: -5000, max: 20_000 }),
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: -20, max: 20 }),
  )
  .map(([ms, north, east]) => ({ ms, latitude: 35 + north / 50, longitude: -106 + east / 25 }))
const someWindow = fc
  .record({
    by: fc.constantFrom<LightningSatellite>('east', 'west'),
    number: fc.integer({ min: 0, max: 8 }),
    flashes: fc.array(someFlash, { maxLength: 12 }),
  })
  .map(({ by, number, flashes }) =>
    seen(
      by,
      number,
      flashes.map(({ ms, latitude, longitude }, id) =>
        flash(startMs + number * 20_000 + ms, latitude, longitude, id),
      ),
    ),
  )
const someWindows = fc.uniqueArray(someWindow, {
  selector: ({ by, startMs: at }) => `${by} ${at}`,
  maxLength: 12,
})

const isSame = (one: Strike, other: Flash) =>
  Math.abs(one.timeMs - other.timeMs) <= 300 && (distanceMiles(one, other) ?? 99) <= 6.22

describe('for any files in any order', () => {
  const inOrders = someWindows.chain(windows =>
    fc.record({
      windows: fc.constant(windows),
      order: fc.shuffledSubarray(windows, { minLength: windows.length }),
    }),
  )

  test('the strikes of the windows that were read are the same', () => {
    fc.assert(
      fc.property(inOrders, ({ windows, order }) => {
        expect(mergedStrikes(order)).toEqual(mergedStrikes(windows))
        expect(coverageBy(order, laterMs)).toEqual(coverageBy(windows, laterMs))
      }),
    )
  })

  test('publishing file by file leaves out nothing that is published when all files are there, and loses no flash', () => {
    fc.assert(
      fc.property(inOrders, ({ windows, order }) => {
        const reported = order.flatMap((window, index) => mergedStrikes([window], order.slice(0, index)))
        const ids = new Set(reported.map(({ id }) => id))
        for (const { id } of mergedStrikes(windows)) expect(ids).toContain(id)
        for (const each of windows.flatMap(({ flashes }) => flashes))
          expect(reported.some(strike => isSame(strike, each))).toBe(true)
      }),
    )
  })

  test('coverage is never claimed for a time that either satellite was not read for', () => {
    fc.assert(
      fc.property(someWindows, fc.integer({ min: 0, max: 300_000 }), (windows, sinceMs) => {
        const nowMs = startMs + sinceMs
        for (const { source, fromMs, toMs } of coverageBy(windows, nowMs)) {
          expect(source).toBe('glm')
          expect(toMs).toBeLessThanOrEqual(nowMs)
          for (let atMs = fromMs + 1; atMs < toMs; atMs += 2500)
            for (const by of ['east', 'west'])
              expect(windows.some(each => each.by === by && each.startMs <= atMs && each.endMs >= atMs)).toBe(
                true,
              )
        }
      }),
    )
  })
})

describe('coverage', () => {
  const both = (...numbers: number[]) =>
    numbers.flatMap(number => [seen('east', number), seen('west', number)])
  const spans = (windows: readonly SeenWindow[], nowMs = laterMs) =>
    coverageBy(windows, nowMs).map(({ fromMs, toMs }) => [(fromMs - startMs) / 1000, (toMs - startMs) / 1000])

  test('continues while both deliver, and ends 5 s before the last window: its last flashes are in the next file', () => {
    expect(spans(both(0, 1, 2))).toEqual([[0, 55]])
  })

  test('has a gap where a window of one is missing, until its file arrives', () => {
    const [missing, ...rest] = [seen('west', 2), ...both(0, 1, 3, 4), seen('east', 2)]
    expect(spans(rest)).toEqual([
      [0, 35],
      [60, 95],
    ])
    expect(spans([...rest, missing])).toEqual([[0, 95]])
  })

  const without = (...numbers: number[]) =>
    numbers.flatMap(number => [seen('east', number), seen('west', number, [], noFlashes)])

  test('has a gap where a file has a doubt', () => {
    const doubted = [seen('east', 2), seen('west', 2, [], 'it says that 1 % of its data was lost')]
    expect(spans([...both(0, 1, 3, 4), ...doubted])).toEqual([
      [0, 35],
      [60, 95],
    ])
  })

  test('includes a window without a flash once a flash shows that the satellite was seeing', () => {
    expect(spans([...both(0), ...without(1, 2)])).toEqual([[0, 15]])
    expect(spans([...both(0), ...without(1, 2), ...both(3)])).toEqual([[0, 75]])
  })

  test('has a gap where a satellite saw no flash for a minute', () => {
    expect(spans([...both(0), ...without(1, 2, 3), ...both(4)])).toEqual([
      [0, 15],
      [80, 95],
    ])
    expect(spans(without(0, 1, 2))).toEqual([])
    expect(spans([...without(0), ...both(1)])).toEqual([[20, 35]])
  })

  test('is not claimed at all while one satellite is down', () => {
    expect(spans([seen('east', 0), seen('east', 1)])).toEqual([])
  })

  test('never extends beyond now', () => {
    expect(spans(both(0, 1), startMs + 12_000)).toEqual([[0, 12]])
    expect(spans(both(0, 1), startMs - 1000)).toEqual([])
  })

  test('does not need windows with equal times: what both have delivered is used', () => {
    const shifted = { ...seen('west', 0), startMs: startMs + 7000, endMs: startMs + 27_000 }
    expect(spans([...both(0), seen('east', 1), shifted])).toEqual([[0, 22]])
  })

  test('joins windows a tenth of a second apart, which is the precision of file names', () => {
    const nearly = (window: SeenWindow) => ({ ...window, endMs: window.endMs - 100 })
    expect(spans(both(0, 1).map(nearly))).toEqual([[0, 34.9]])
    const apart = (window: SeenWindow) => ({ ...window, endMs: window.endMs - 200 })
    expect(spans(both(0, 1).map(apart))).toHaveLength(2)
  })

  test('of a window that was cut short ends with it', () => {
    const short = both(0, 1).map(window =>
      window.startMs === startMs ? { ...window, endMs: startMs + 11_000 } : window,
    )
    expect(spans(short)).toEqual([
      [0, 6],
      [20, 35],
    ])
  })
})
