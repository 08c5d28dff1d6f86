import fc from 'fast-check'
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { dbzOf, echoAt, noCoverage, noEcho, type GridPlace } from '#domain/radar/grid'
import { areaWork } from './area-feed.ts'
import { areasAt, areasPlace } from './areas.ts'
import { madeMosaic } from './grib.testing.ts'
import { joinAreas, parseArea } from './parse-area.ts'

const validMs = Date.UTC(2026, 6, 1, 23, 58, 36)
/** The grids as they are in the files of the bucket. */
const hawaii: GridPlace = { west: -164, north: 26, stepDegrees: 0.005, columns: 2600, rows: 2200 }
const guam: GridPlace = { west: 140, north: 18, stepDegrees: 0.005, columns: 2000, rows: 1800 }
/** Smaller than a real area, but of the same shape. */
const small: GridPlace = { west: -68, north: 20, stepDegrees: 0.01, columns: 400, rows: 300 }

const cellIn = ({ west, north, stepDegrees }: GridPlace, latitude: number, longitude: number, dbz: number) =>
  [Math.floor((longitude - west) / stepDegrees), Math.floor((north - latitude) / stepDegrees), dbz] as const

const pictureOf = (...files: readonly Uint8Array[]) => ({
  place: areasPlace,
  echoes: joinAreas(files.map(file => parseArea(file))),
})

describe('the MRMS areas outside the contiguous United States', () => {
  it('have their echoes at the right places on the map, on both sides of the date line, unpacked in a thread', async () => {
    const honolulu = cellIn(hawaii, 21.31, -157.86, 47)
    const hagatna = cellIn(guam, 13.48, 144.75, 33)
    const files = [
      madeMosaic({ validMs, grid: hawaii, cells: [honolulu] }),
      madeMosaic({ validMs, grid: guam, cells: [hagatna] }),
    ]
    const areas = await Promise.all(files.map(file => areaWork.unpack(file)))
    expect(areas).toMatchObject([
      { validMs, columns: 260, rows: 220 },
      { validMs, left: 0, columns: 200, rows: 180 },
    ])
    const picture = { place: areasPlace, echoes: inflateSync(await areaWork.join(areas)) }
    expect(dbzOf(echoAt(picture, 21.31, -157.86))).toBe(47)
    expect(dbzOf(echoAt(picture, 13.48, 144.75))).toBe(33)
    expect(picture.echoes.filter(echo => echo !== noEcho && echo !== noCoverage)).toHaveLength(2)
  })

  it('have no coverage, rather than no rain, outside every area and where none of their radars looks', () => {
    const file = madeMosaic({
      validMs,
      grid: small,
      cells: [
        cellIn(small, 18.523, -66.123, -999),
        cellIn(small, 18.223, -65.523, -999),
        cellIn(small, 18.233, -65.513, 40),
      ],
    })
    const picture = pictureOf(file)
    expect(echoAt(picture, 18.523, -66.123)).toBe(noCoverage)
    expect(echoAt(picture, 19.02, -66.02)).toBe(noEcho)
    expect(dbzOf(echoAt(picture, 18.223, -65.523))).toBe(40)
    for (const [latitude, longitude] of [
      [21.3, -157.8],
      [35, -97],
      [61.2, -149.9],
      [20.01, -66],
      [18, -63.9],
      [-20, 30],
    ] as const)
      expect(echoAt(picture, latitude, longitude)).toBe(noCoverage)
  })

  it('have the size in their file; one with coarser cells than the image, or elsewhere, is rejected', () => {
    const finer = { ...small, west: -67.98, stepDegrees: 0.02, columns: 200, rows: 150 }
    const part = parseArea(madeMosaic({ validMs, grid: finer, cells: [] }))
    // A cell at the western edge that the area covers partly is not covered.
    expect(part).toMatchObject({ columns: 79, rows: 60 })
    const refused = [
      { ...small, stepDegrees: 0.1, columns: 40, rows: 30 },
      { ...small, west: 20 },
      { ...small, north: 5 },
    ]
    for (const grid of refused)
      expect(() => parseArea(madeMosaic({ validMs, grid, cells: [] }))).toThrow('a different grid')
  })

  it('show the stronger echo where two overlap, and what one of them sees', () => {
    const part = { left: 5, top: 5, columns: 2, rows: 2 }
    const echoes = joinAreas([
      { ...part, echoes: Uint8Array.of(noCoverage, 20, noEcho, noCoverage) },
      { ...part, echoes: Uint8Array.of(noEcho, 10, 30, noCoverage) },
    ])
    const at = (column: number, row: number) => echoes[row * areasPlace.columns + column]
    expect([at(5, 5), at(6, 5), at(5, 6), at(6, 6)]).toEqual([noEcho, 20, 30, noCoverage])
  })

  it('with any wrong octets are rejected with a reason, or lie elsewhere as stated', () => {
    const message = gunzipSync(madeMosaic({ validMs, grid: small, cells: [[10, 10, 50]] }))
    fc.assert(
      fc.property(fc.nat(message.length - 1), fc.integer({ min: 1, max: 255 }), fc.nat(3), (at, by, cut) => {
        const wrong = Buffer.from(message)
        wrong[at] = (wrong[at] as number) ^ by
        const bytes = gzipSync(cut === 0 ? wrong.subarray(0, at) : wrong, { level: 1 })
        try {
          const { columns, rows, echoes } = parseArea(bytes)
          expect(echoes).toHaveLength(columns * rows)
        } catch (error) {
          expect((error as Error).message).toMatch(/^The (radar mosaic|image) cannot be read/)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a location', () => {
  it.each([
    ['Anchorage', 61.2, -149.9, ['ALASKA']],
    ['Honolulu', 21.3, -157.8, ['HAWAII']],
    ['San Juan', 18.4, -66.1, ['CARIB']],
    ['Dededo', 13.5, 144.8, ['GUAM']],
    ['Norman', 35.2, -97.4, []],
    ['Miami', 25.8, -80.2, []],
    ['Paris', 48.9, 2.4, []],
    ['Vancouver, which no area covers', 49.3, -123.1, []],
  ])('%s needs its area', (_, latitude, longitude, folders) => {
    expect(areasAt({ latitude, longitude })).toEqual(folders)
  })
})
