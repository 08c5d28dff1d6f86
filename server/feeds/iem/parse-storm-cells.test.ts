import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { soundCells } from '#domain/radar/sound-cells'
import type { StormCell } from '#domain/radar/storm-cell'
import { hasSamples, sample } from '#server/feeds/feed.testing'
import { minuteMs } from '#server/platform/clock'
import { parseStormCells } from './parse-storm-cells.ts'
import { attributes, storms } from './storm-cells.testing.ts'

const nowMs = Date.UTC(2026, 4, 20, 20, 20)

function cellOf(change: Record<string, unknown>): StormCell | undefined {
  return parseStormCells(storms(nowMs, [attributes(nowMs, change)]), nowMs).cells[0]
}

describe('an IEM storm cell', () => {
  it('is named by its radar and its number, and has the values of the attribute table', () => {
    // 20 May 2013 at Twin Lakes: D0 211/45 TVS 4, 70/100/1.75 61 63 21.7 37.3 242/14, with its range in kilometers.
    const change = { nexrad: 'TLX', storm_id: 'D0', azimuth: 211, range: 83, tvs: 'TVS', meso: '4' }
    const values = {
      posh: 70,
      poh: 100,
      max_size: 1.75,
      vil: 61,
      max_dbz: 63,
      max_dbz_height: 21.7,
      top: 37.3,
    }
    const cell = cellOf({ ...change, ...values, drct: 242, sknt: 14 })
    expect(cell).toMatchObject({
      id: 'TLXD0',
      issuedMs: nowMs - 4 * minuteMs,
      latitude: 35.3,
      longitude: -97.6,
      flags: { tvs: true, meso: true, severeHail: true, hail: true },
      heightFeet: 21_700,
      maxDbz: 63,
      hailChancePercent: 100,
      severeHailChancePercent: 70,
      vilKgPerM2: 61,
    })
    expect(cell?.topFeet).toBeCloseTo(37_300, 6)
    expect(cell?.motion?.headingToDegrees).toBe(62)
    expect(cell?.motion?.speedMs).toBeCloseTo(7.202, 3)
  })

  it.each([
    ['a new cell', { drct: 0, sknt: 0 }],
    ['a cell reported as stationary', { drct: 200, sknt: 0 }],
    ['a bad track', { drct: 200, sknt: 99 }],
    ['a track that is not given', { drct: null, sknt: null }],
    ['a direction without a speed', { drct: 200, sknt: '' }],
    ['an invalid direction', { drct: 400, sknt: 20 }],
  ])('has no motion for %s', (_, change) => {
    expect(cellOf(change)?.motion).toBeNull()
  })

  it.each([
    ['NONE', false],
    ['1', true],
    ['25', true],
    [7, true],
    ['0', false],
    ['MESO', true],
    ['UNCO', false],
    [null, false],
  ])('with a meso of %s rotates: %s', (meso, rotates) => {
    expect(cellOf({ meso })?.flags.meso).toBe(rotates)
  })

  it.each([
    ['NONE', false],
    ['TVS', true],
    ['ETVS', true],
    [null, false],
  ])('with a tvs of %s has a tornado signature: %s', (tvs, isTornado) => {
    expect(cellOf({ tvs })?.flags.tvs).toBe(isTornado)
  })

  it('has an unknown chance of hail, not zero, beyond the range of the hail algorithm', () => {
    const hailOf = (change: Record<string, unknown>) => {
      const cell = cellOf(change)
      return [cell?.hailChancePercent, cell?.severeHailChancePercent]
    }
    expect(hailOf({ range: 230, posh: 0, poh: 0 })).toEqual([null, null])
    expect(hailOf({ range: 229, posh: 0, poh: 0 })).toEqual([0, 0])
    expect(hailOf({ range: 230, posh: 0, poh: 20 })).toEqual([20, 0])
    expect(hailOf({ range: 50, posh: null, poh: null })).toEqual([null, null])
  })

  it('accepts numbers as text as well, and treats a missing value as missing', () => {
    const cell = cellOf({ vil: '12', max_dbz: ' 55 ', top: null, max_dbz_height: '', poh: 'M', posh: '-999' })
    expect(cell).toMatchObject({
      vilKgPerM2: 12,
      maxDbz: 55,
      topFeet: null,
      heightFeet: null,
      hailChancePercent: null,
      severeHailChancePercent: null,
    })
  })

  it('is left out as clutter if its top is low and nothing is flagged', () => {
    expect(cellOf({ top: 7.9 })).toBeUndefined()
    expect(cellOf({ top: 8 })).toBeDefined()
    expect(cellOf({ top: null })).toBeDefined()
    expect(cellOf({ top: 7.9, meso: '3' })).toBeDefined()
  })

  it('appears once for each id, the newer one', () => {
    const older = attributes(nowMs - 10 * minuteMs, { vil: 1 })
    const { cells } = parseStormCells(storms(nowMs, [older, attributes(nowMs, { vil: 2 }), older]), nowMs)
    expect(cells.map(({ vilKgPerM2 }) => vilKgPerM2)).toEqual([2])
  })
})

describe('a list of storm cells', () => {
  it('has its age from the new and from the old name of its time', () => {
    const text = storms(nowMs - minuteMs, [attributes(nowMs)])
    expect(parseStormCells(text, nowMs).asOfMs).toBe(nowMs - minuteMs)
    const old = text.replace('generated_at', 'generation_time')
    expect(parseStormCells(old, nowMs).asOfMs).toBe(nowMs - minuteMs)
  })

  it('is considered new if its clock is slightly fast, and rejected if it is far ahead', () => {
    expect(parseStormCells(storms(nowMs + 2 * minuteMs, []), nowMs).asOfMs).toBe(nowMs)
    expect(() => parseStormCells(storms(nowMs + 6 * minuteMs, []), nowMs)).toThrow('future')
  })

  it('keeps the other cells if one is invalid, and is rejected if many are', () => {
    const good = Array.from({ length: 19 }, (_, index) => attributes(nowMs, { storm_id: `A${index}` }))
    const bad = { type: 'Feature', properties: {}, geometry: null }
    expect(parseStormCells(storms(nowMs, [...good, bad]), nowMs).cells).toHaveLength(19)
    expect(() => parseStormCells(storms(nowMs, [...good, bad, bad, bad]), nowMs)).toThrow(
      '3 of 22 storm cells cannot be read',
    )
  })

  it.each([
    ['not JSON', '<html>Sorry</html>', 'not JSON'],
    ['without cells', '{"type":"FeatureCollection"}', 'no cells'],
    ['without a time', '{"features":[],"count":0}', 'no time'],
    ['shorter than it claims', `{"features":[],"count":3,"generated_at":"2026-05-20T20:20:00Z"}`, 'missing'],
    ['a number', '7', 'no cells'],
  ])('is rejected when it is %s', (_, text, words) => {
    expect(() => parseStormCells(text, nowMs)).toThrow(words)
  })

  it('of any content either fails with a reason or has plausible values', () => {
    const anything = fc.oneof(fc.jsonValue(), fc.double(), fc.constantFrom('', 'M', '-999', '***', null))
    const keys = Object.keys(attributes(nowMs).properties)
    const feature = fc.dictionary(fc.constantFrom(...keys), anything).map(change => attributes(nowMs, change))
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: feature }, fc.jsonValue())), features => {
        let cells: readonly StormCell[] = []
        try {
          cells = parseStormCells(storms(nowMs, features), nowMs).cells
        } catch (error) {
          expect((error as Error).message).toMatch(/storm cells/)
        }
        for (const { topFeet, maxDbz, motion, issuedMs, hailChancePercent } of cells) {
          expect(topFeet).not.toBe(0)
          expect(maxDbz).not.toBe(0)
          expect(motion?.speedMs).not.toBe(0)
          expect(issuedMs).toBeLessThanOrEqual(nowMs)
          expect(hailChancePercent === null || (hailChancePercent >= 0 && hailChancePercent <= 100)).toBe(
            true,
          )
        }
      }),
      { numRuns: 150 },
    )
  })

  it('that is cut off anywhere is never mistaken for a shorter one', () => {
    const text = storms(nowMs, [attributes(nowMs), attributes(nowMs, { storm_id: 'B1' })])
    for (let end = 0; end < text.length; end += 7)
      expect(() => parseStormCells(text.slice(0, end), nowMs)).toThrow(/storm cells/)
  })
})

describe('the recorded list of 10 August 2024', () => {
  const recordedMs = Date.UTC(2024, 7, 10, 5, 12)

  it.skipIf(!hasSamples)('is read completely', () => {
    const text = sample('iem/nexrad_attr_2024-08-10T0510Z.geojson').toString('utf8')
    const all = (JSON.parse(text) as { features: { properties: Record<string, unknown> }[] }).features
    const list = parseStormCells(text, recordedMs)
    expect(list.asOfMs).toBe(recordedMs)
    const low = all.filter(
      ({ properties: { top, meso, poh, posh } }) =>
        Number(top) < 8 && meso === 'NONE' && Number(poh) < 50 && Number(posh) < 40,
    )
    expect(all).toHaveLength(545)
    expect(list.cells).toHaveLength(545 - low.length)
    const flagged = list.cells.filter(({ flags }) => flags.meso)
    expect(flagged).toHaveLength(45)
    const moving = list.cells.filter(({ motion }) => motion !== null)
    expect(moving.length).toBeGreaterThan(300)
    expect(moving.length).toBeLessThanOrEqual(545 - 124)
    // The rest of the server treats the same storm from several radars as one.
    expect(soundCells(list).cells.length).toBeLessThan(list.cells.length)
  })
})
