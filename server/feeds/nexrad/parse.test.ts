import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bearingDegrees, distanceMiles } from '#domain/geo/distance'
import { hasSamples, sample } from '#server/feeds/feed.testing'
import { hourMs, minuteMs } from '#server/platform/clock'
import { parseRadarTable } from './parse.ts'
import { radarsNear } from './near-radars.ts'
import { madeTable } from './table.testing.ts'

const validMs = Date.UTC(2026, 4, 20, 20, 16, 43)
const nowMs = validMs + 4 * minuteMs
const tlx = { name: 'TLX', latitude: 35.333, longitude: -97.278, validMs }
/** Rows as printed by radars: from the storms of May 20, 2013, and from the documentation of other readers. */
const rows = [
  '    M0  309/  8 TVS    13   30/ 30/ 0.75    30  65 10.2 >18.1  226/ 16  ',
  '    D0  211/ 45 ETVS    4   70/100/ 1.75    61  63 21.7  37.3  242/ 14  ',
  '    F2  270/ 21 NONE    4   40/100/ 0.75    27  58 21.7  32.1    NEW    ',
  '    E1   27/126 NONE NONE     UNKNOWN       52  57 24.0  37.2  240/ 29  ',
  '    F0  108/ 76 NONE NONE    0/ 20/<0.50    16  53  8.3  16.2    NEW    ',
]
const read = (lines: readonly string[]) => parseRadarTable(madeTable({ ...tlx, rows: lines }), 'TLX', nowMs)

it('reads every line of the table, on all pages', () => {
  const { radar, validMs: atMs, cells } = read(rows)
  expect(radar).toEqual({ latitude: 35.333, longitude: -97.278 })
  expect(atMs).toBe(validMs)
  expect(cells.map(({ id }) => id)).toEqual(['TLXM0', 'TLXD0', 'TLXF2', 'TLXE1', 'TLXF0'])
  const [tornado, elevated, fresh, far, weak] = cells
  expect(tornado).toMatchObject({
    issuedMs: validMs,
    flags: { tvs: true, meso: true, severeHail: false, hail: false },
    hailChancePercent: 30,
    severeHailChancePercent: 30,
    vilKgPerM2: 30,
    maxDbz: 65,
    heightFeet: 10_200,
    topFeet: 18_100,
  })
  expect(tornado?.motion?.headingToDegrees).toBe(46)
  expect(tornado?.motion?.speedMs).toBeCloseTo(16 * 0.514444, 3)
  expect(elevated?.flags).toEqual({ tvs: true, meso: true, severeHail: true, hail: true })
  expect(fresh?.motion).toBeNull()
  expect(far).toMatchObject({
    hailChancePercent: null,
    severeHailChancePercent: null,
    flags: { meso: false },
  })
  expect(weak).toMatchObject({ hailChancePercent: 20, severeHailChancePercent: 0 })
})

it('places storms by direction and nautical miles', () => {
  const [, south] = read(rows).cells
  const miles = distanceMiles(tlx, south ?? tlx) ?? NaN
  expect(miles).toBeCloseTo(45 * 1.15078, 1)
  expect(bearingDegrees(tlx, south ?? tlx)).toBeCloseTo(211, 1)
})

it('reads a table with transmission lines before it', () => {
  const file = Buffer.concat([Buffer.from('\u0001\r\r\n123 \r\r\n'), madeTable({ ...tlx, rows })])
  expect(parseRadarTable(file, 'TLX', nowMs).cells).toHaveLength(5)
})

it('has no storms if the radar has identified none', () => {
  expect(read([]).cells).toEqual([])
})

it('rejects a table with a line that cannot be read: a storm that is left out looks like none', () => {
  expect(() =>
    read([...rows, '    Z9  1O8/ 76 NONE NONE    0/ 20/<0.50    16  53  8.3  16.2    NEW    ']),
  ).toThrow('a line of its table')
})

it.each<[string, (file: Buffer) => Buffer, string]>([
  ['an error page', () => Buffer.from('<html><h1>Not Found</h1></html>'), 'not a radar product'],
  ['nothing', () => Buffer.alloc(0), 'not a radar product'],
  ['another product', file => changed(file, 1, 58), 'a different product'],
  ['half a file', file => file.subarray(0, file.length >> 1), 'part of it is missing'],
  ['a table without its second page', file => changed(file, 120 + 9, 3), 'cannot be read'],
  ['another block', file => changed(file, 120 + 3, 3), 'does not list storms'],
])('rejects %s with a reason', (_, change, words) => {
  expect(() => parseRadarTable(change(madeTable({ ...tlx, rows })), 'TLX', nowMs)).toThrow(words)
})

it('rejects a table from the future', () => {
  const file = madeTable({ ...tlx, validMs: nowMs + hourMs, rows })
  expect(() => parseRadarTable(file, 'TLX', nowMs)).toThrow('future')
})

it('fails with a reason, or returns plausible storms, whatever is wrong in a file', () => {
  const whole = madeTable({ ...tlx, rows })
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, by, cut) => {
      const wrong = changed(whole, at - 30, by, true)
      try {
        const { cells } = parseRadarTable(cut ? wrong.subarray(0, at) : wrong, 'TLX', nowMs)
        for (const { latitude, longitude, topFeet } of cells) {
          expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true)
          expect(topFeet).not.toBe(0)
        }
      } catch (error) {
        expect((error as Error).message).toMatch(/^The radar’s table cannot be read/)
      }
    }),
    { numRuns: 500 },
  )
})

it.skipIf(!hasSamples)('reads the Oklahoma City table of May 20, 2013', () => {
  const scanMs = Date.UTC(2013, 4, 20, 20, 16, 43)
  const file = sample('iem/NCR_TLX_2013-05-20_2016Z.nids')
  const { radar, validMs: atMs, cells } = parseRadarTable(file, 'TLX', scanMs + 5 * minuteMs)
  expect(radar).toEqual({ latitude: 35.333, longitude: -97.278 })
  expect(atMs).toBe(scanMs)
  const printed = sample('iem/NCR_TLX_2013-05-20_2016Z.table.txt')
    .toString()
    .split('\n')
    .flatMap(line => /^ +([A-Z]\d) /.exec(line)?.[1] ?? [])
  expect(cells.map(({ id }) => id)).toEqual(printed.map(id => `TLX${id}`))
  expect(cells).toHaveLength(22)
  expect(cells.filter(({ flags }) => flags.tvs).map(({ id }) => id)).toEqual(['TLXM0', 'TLXD0'])
})

it('requests the two nearest radars around a place, and none where none is near', () => {
  expect(radarsNear({ latitude: 35.2, longitude: -97.44 })).toEqual(['TLX', 'FDR'])
  expect(radarsNear({ latitude: 61.2, longitude: -149.9 })).toEqual([])
})

/** Changes one octet of the message; the bulletin's heading before it has 30. */
function changed(file: Buffer, at: number, value: number, isFlipped = false): Buffer {
  const copy = Buffer.from(file)
  copy[30 + at] = isFlipped ? (copy[30 + at] as number) ^ value : value
  return copy
}
