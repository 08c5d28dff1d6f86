import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latitudeOf, longitudeOf, tileBounds, xMetresOf, yMetresOf } from '#domain/geo/mercator'
import { colorIndexOf, noCoverageColor, radarColors, radarRamps, roadColors } from '#domain/radar/colors'
import { groundByteOf } from '#domain/radar/falling'
import {
  columnAt,
  echoOf,
  middleOf,
  noCoverage,
  noEcho,
  rowAt,
  worldPlace,
  type RadarGrid,
} from '#domain/radar/grid'
import { gridWith, smallPlace } from '#domain/radar/grid.testing'
import { unknownRoad } from '#domain/roads/condition'
import { drawGrid } from './draw-grid.ts'
import { drawLines } from './draw-lines.ts'
import type { MapView } from './drawable.ts'
import { createCanvas, encodePng, setPixel } from './png.ts'
import { readPng } from './png.testing.ts'

/** A view from one corner to the other, in degrees. */
function viewOf(
  west: number,
  south: number,
  east: number,
  north: number,
  width: number,
  height = width,
): MapView {
  const bounds = {
    west: xMetresOf(west),
    south: yMetresOf(south),
    east: xMetresOf(east),
    north: yMetresOf(north),
  }
  return { bounds, width, height }
}

/** A place's position in the image. */
function pixelOf({ bounds, width, height }: MapView, latitude: number, longitude: number): [number, number] {
  const x = ((xMetresOf(longitude) - bounds.west) / (bounds.east - bounds.west)) * width
  const y = ((bounds.north - yMetresOf(latitude)) / (bounds.north - bounds.south)) * height
  return [Math.floor(x), Math.floor(y)]
}

const colorOfEcho = (echo: number) => (echo === noCoverage ? 15 : echo < 10 ? 0 : colorIndexOf(echo / 2) + 1)

/** The simple rule at a distance: a pixel has the color of the cell that contains its place. */
function cellColor(grid: RadarGrid, column: number, row: number): number {
  const isIn = column >= 0 && column < grid.place.columns && row >= 0 && row < grid.place.rows
  if (!isIn) return 15
  return colorOfEcho(grid.echoes[Math.floor(row) * grid.place.columns + Math.floor(column)] ?? NaN)
}

/**
 * The simple rule at close range: the mean of the surrounding echoes, if cells with an echo have half of the weight.
 */
function smoothColor(grid: RadarGrid, column: number, row: number): number {
  const own = cellColor(grid, column, row)
  if (own === 15) return own
  const { columns, rows } = grid.place
  const [west, above] = [Math.max(0, Math.floor(column - 0.5)), Math.max(0, Math.floor(row - 0.5))]
  const [along, down] = [Math.max(0, column - 0.5 - west), Math.max(0, row - 0.5 - above)]
  const corners = [
    { east: 0, south: 0, weight: (1 - along) * (1 - down) },
    { east: 1, south: 0, weight: along * (1 - down) },
    { east: 0, south: 1, weight: (1 - along) * down },
    { east: 1, south: 1, weight: along * down },
  ].map(({ east, south, weight }) => {
    const cell = Math.min(above + south, rows - 1) * columns + Math.min(west + east, columns - 1)
    return { echo: grid.echoes[cell] ?? NaN, weight }
  })
  const seen = corners.filter(({ echo }) => echo !== noEcho && echo !== noCoverage)
  const share = seen.reduce((sum, { weight }) => sum + weight, 0)
  if (share < 0.5) return 0
  return colorOfEcho(Math.round(seen.reduce((sum, { echo, weight }) => sum + echo * weight, 0) / share))
}

const storm = gridWith([{ column: 120, row: 100, radiusCells: 20, dbz: 57 }])
const [stormLatitude, stormLongitude] = [40 - 100.5 * 0.02, -100 + 120.5 * 0.02]

describe('the encoder', () => {
  it('writes every pixel where it was set, in any size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        (width, height, seed) => {
          const canvas = createCanvas(width, height)
          const color = (x: number, y: number) => (seed + 7 * x + 3 * y) % 16
          for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) setPixel(canvas, x, y, color(x, y))
          const read = readPng(encodePng(canvas, [[1, 2, 3, 4]]))
          expect([read.width, read.height]).toEqual([width, height])
          expect(read.palette).toEqual([[1, 2, 3, 4]])
          for (let y = 0; y < height; y++)
            for (let x = 0; x < width; x++) expect(read.at(x, y)).toBe(color(x, y))
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('a grid', () => {
  it.each([
    ['at a distance, cell by cell', viewOf(-104, 34, -92, 44, 300)],
    ['at close range, smoothed', viewOf(-98.2, 37.6, -97, 38.4, 600)],
    ['in an image of odd width', viewOf(-99, 37, -96, 39, 301, 255)],
  ])('%s, the storm has its color where it is', (_how, view) => {
    const read = readPng(drawGrid(storm, 'radar', view))
    expect([read.width, read.height]).toEqual([view.width, view.height])
    const index = read.at(...pixelOf(view, stormLatitude, stormLongitude))
    expect(radarColors[index - 1]?.fromDbz).toBe(55)
    expect(read.palette[index]).toEqual(radarColors[index - 1]?.rgba)
  })

  it('is clear where there is no echo, and hatched where there is no coverage', () => {
    const view = viewOf(-99.5, 36.5, -93, 39.5, 200)
    const read = readPng(drawGrid(storm, 'radar', view))
    expect(read.at(...pixelOf(view, 39, -99))).toBe(0)
    expect(read.palette[0]?.[3]).toBe(0)
    const [x, y] = pixelOf(view, 38, -94)
    const around = Array.from({ length: 8 }, (_, along) => read.at(x + along, y))
    expect(around.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 0, 15, 15])
    expect(read.palette[15]).toEqual(noCoverageColor)
  })

  it('has hatching that lines up between neighboring tiles', () => {
    const empty: RadarGrid = { place: smallPlace, echoes: new Uint8Array(48_000).fill(noCoverage) }
    const tile = (x: number, y: number) =>
      readPng(drawGrid(empty, 'radar', { bounds: tileBounds(7, x, y), width: 256, height: 256 }))
    const [left, right] = [tile(30, 48), tile(31, 48)]
    for (let y = 1; y < 256; y++) expect(right.at(0, y - 1)).toBe(left.at(255, y))
  })

  it('smoothing draws no echo weaker than all those around it, and none outside', () => {
    const echoes = new Uint8Array(48_000)
    for (let cell = 0; cell < echoes.length; cell++) if (cell % 240 < 120) echoes[cell] = echoOf(50)
    const view = viewOf(-97.7, 37.9, -97.5, 38.1, 400)
    const read = readPng(drawGrid({ place: smallPlace, echoes }, 'radar', view))
    const seen = new Set<number>()
    for (let y = 0; y < 400; y += 7) for (let x = 0; x < 400; x++) seen.add(read.at(x, y))
    expect([...seen].toSorted((one, other) => one - other)).toEqual([0, 10])
    const [edge] = pixelOf(view, 38, -100 + 120 * 0.02)
    expect([read.at(edge - 3, 200), read.at(edge + 3, 200)]).toEqual([10, 0])
  })

  it('has snow and ice in their own colors where the ground is cold enough', () => {
    const echoes = new Uint8Array(48_000).fill(echoOf(27))
    const cells = { west: -100, north: 40, stepDegrees: 1, columns: 5, rows: 4 }
    const temperatureF = (cell: number) => [10, 10, 34, 50, 50][cell % 5] ?? NaN
    const ground = {
      place: cells,
      halfDegrees: Uint8Array.from({ length: 20 }, (_, cell) => groundByteOf(temperatureF(cell))),
    }
    const view = viewOf(-100, 36.5, -95.4, 39.5, 301, 200)
    const read = readPng(drawGrid({ place: smallPlace, echoes, ground }, 'radar', view))
    const colorAt = (longitude: number) => read.palette[read.at(...pixelOf(view, 38, longitude))]
    expect(colorAt(-99)).toEqual(radarRamps.snow[colorIndexOf(27, 'snow')]?.rgba)
    expect(colorAt(-97.5)).toEqual(radarRamps.ice[colorIndexOf(27, 'ice')]?.rgba)
    expect(colorAt(-96)).toEqual(radarColors[colorIndexOf(27)]?.rgba)
  })

  it('looks the same on warm ground as on unknown ground', () => {
    const place = { west: -100, north: 40, stepDegrees: 5, columns: 1, rows: 1 }
    const ground = { place, halfDegrees: Uint8Array.of(groundByteOf(70)) }
    const view = viewOf(-99, 37, -96, 39, 61, 41)
    const drawn = drawGrid({ ...storm, ground }, 'radar', view)
    const [read, plain] = [readPng(drawn), readPng(drawGrid(storm, 'radar', view))]
    for (let y = 0; y < 41; y++) for (let x = 0; x < 61; x++) expect(read.at(x, y)).toBe(plain.at(x, y))
  })

  it('of a simulated sky shows detail only at close range, and a real one never does', () => {
    const [near, afar] = [viewOf(-98.2, 37.6, -97, 38.4, 600), viewOf(-104, 34, -92, 44, 300)]
    const changes = (grid: RadarGrid, view: MapView) => {
      const read = readPng(drawGrid(grid, 'radar', view))
      let count = 0
      for (let y = 0; y < view.height; y += 3)
        for (let x = 1; x < view.width; x++) if (read.at(x, y) !== read.at(x - 1, y)) count++
      return count
    }
    const simulated = { ...storm, grain: 5 }
    expect(changes(simulated, near)).toBeGreaterThan(1.3 * changes(storm, near))
    expect(changes(simulated, afar)).toBe(changes(storm, afar))
    const middle = readPng(drawGrid(simulated, 'radar', near)).at(
      ...pixelOf(near, stormLatitude, stormLongitude),
    )
    expect(radarColors[middle - 1]?.fromDbz).toBe(55)
  })

  it('of road conditions has their colors, and no smoothing', () => {
    const roads: RadarGrid = { place: smallPlace, echoes: new Uint8Array(48_000).fill(4) }
    const read = readPng(drawGrid(roads, 'roads', viewOf(-99, 37, -98, 38, 64)))
    expect(read.palette[read.at(20, 20)]).toEqual(roadColors.Ice)
  })

  it('of road conditions is clear where roads are normal, and hatched where they are unknown', () => {
    const shownIn = (value: number) => {
      const roads: RadarGrid = { place: smallPlace, echoes: new Uint8Array(48_000).fill(value) }
      const read = readPng(drawGrid(roads, 'roads', viewOf(-99, 37, -98, 38, 64)))
      return new Set(Array.from({ length: 64 }, (_, x) => read.palette[read.at(x, 20)]?.join()))
    }
    expect(shownIn(0)).toEqual(new Set(['0,0,0,0']))
    expect(shownIn(unknownRoad)).toEqual(new Set(['0,0,0,0', noCoverageColor.join()]))
  })

  it('of the world is drawn on both sides of the 180th meridian', () => {
    const echoes = new Uint8Array(worldPlace.columns * worldPlace.rows).fill(echoOf(30))
    const view = {
      ...viewOf(0, 10, 1, 20, 64),
      bounds: { ...viewOf(0, 10, 1, 20, 64).bounds, west: 1.99e7, east: 2.02e7 },
    }
    const read = readPng(drawGrid({ place: worldPlace, echoes }, 'radar', view))
    expect([read.at(0, 30), read.at(63, 30)]).toEqual([6, 6])
  })

  it('that crosses the 180th meridian is drawn where its cells lie, and hatched beyond it', () => {
    const place = { west: 140, north: 30, stepDegrees: 0.5, columns: 320, rows: 60 }
    const echoes = new Uint8Array(320 * 60)
    const longitudes = [144.75, 179.75, -179.75, -157.75, -66.25]
    for (const longitude of longitudes)
      echoes[Math.floor(rowAt(place, 13.25)) * 320 + Math.floor(columnAt(place, longitude))] = echoOf(30)
    const grid = { place, echoes }
    for (const longitude of longitudes) {
      const near = viewOf(longitude - 0.2, 13.1, longitude + 0.2, 13.4, 32)
      const far = viewOf(-180, -60, 180, 60, 1024, 512)
      expect(readPng(drawGrid(grid, 'radar', near)).at(16, 16)).toBe(6)
      expect(readPng(drawGrid(grid, 'radar', far)).at(...pixelOf(far, 13.25, longitude))).toBe(6)
    }
    const beyond = readPng(drawGrid(grid, 'radar', viewOf(100, 10, 110, 20, 64)))
    const shown = Array.from({ length: 64 }, (_, x) => beyond.at(x, 30))
    expect(new Set(shown)).toEqual(new Set([0, 15]))
  })

  it.each([
    ['at a distance', fc.double({ min: 200_000, max: 900_000, noNaN: true }), cellColor],
    ['at close range', fc.double({ min: 2000, max: 20_000, noNaN: true }), smoothColor],
  ])('%s every pixel has the color of its cells', (_how, spans, colorOf) => {
    const place = fc.tuple(fc.integer({ min: 0, max: 239 }), fc.integer({ min: 0, max: 199 }))
    const blob = fc.record({
      column: fc.integer({ min: 0, max: 239 }),
      row: fc.integer({ min: 0, max: 199 }),
      radiusCells: fc.integer({ min: 1, max: 12 }),
      dbz: fc.integer({ min: 6, max: 70 }),
    })
    const size = fc.integer({ min: 30, max: 60 })
    fc.assert(
      fc.property(
        fc.array(blob, { maxLength: 3 }),
        place,
        spans,
        size,
        size,
        (blobs, at, span, width, height) => {
          const grid = gridWith(blobs)
          grid.echoes.fill(noCoverage, 0, 30 * smallPlace.columns) // the north has no radar coverage
          const { latitude, longitude } = middleOf(smallPlace, ...at)
          const [west, south] = [xMetresOf(longitude), yMetresOf(latitude)]
          const bounds = { west, south, east: west + span, north: south + (span * height) / width }
          const read = readPng(drawGrid(grid, 'radar', { bounds, width, height }))
          for (let y = 0; y < height; y++) {
            for (let x = 0; x < width; x++) {
              const column = columnAt(smallPlace, longitudeOf(west + ((x + 0.5) * span) / width))
              const row = rowAt(smallPlace, latitudeOf(bounds.north - ((y + 0.5) * span) / width))
              const color = colorOf(grid, column, row)
              // Hatching draws only some pixels, and a pixel next to the grid's edge may be hatched too.
              if (color === 15) expect([0, 15]).toContain(read.at(x, y))
              else if (column < smallPlace.columns - 40) expect(read.at(x, y)).toBe(color)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('any view of the map is drawn in the requested size', () => {
    const metres = fc.double({ min: -2e7, max: 2e7, noNaN: true })
    const side = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(
        metres,
        metres,
        fc.double({ min: 1e-3, max: 1e7, noNaN: true }),
        side,
        side,
        (x, y, size, width, height) => {
          const bounds = { west: x, south: y, east: x + size, north: y + size }
          const read = readPng(drawGrid(storm, 'radar', { bounds, width, height }))
          expect([read.width, read.height]).toEqual([width, height])
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('lines', () => {
  const red = [200, 0, 0, 255] as const
  const view = viewOf(-100, 20, -80, 40, 200)

  it('go from place to place, however far they leave the image', () => {
    const points = [
      [-170, 30],
      [-90, 30],
      [-90, -60],
    ] as const
    const read = readPng(drawLines([{ color: red, widthPixels: 2, points }], view))
    const at = (latitude: number, longitude: number) => read.at(...pixelOf(view, latitude, longitude))
    expect(read.palette[1]).toEqual(red)
    expect([at(30, -95), at(25, -90), at(35, -90), at(30, -85)]).toEqual([1, 1, 0, 0])
  })

  it('at the pole, at invalid places and with a single point are not drawn, and do no harm', () => {
    const line = (points: [number, number][]) => ({ color: red, widthPixels: 2, points })
    const lines = [
      line([
        [0, 90],
        [0, -90],
      ]),
      line([
        [NaN, 0],
        [1, 1],
      ]),
      line([[-90, 30]]),
      line([]),
    ]
    expect(() => readPng(drawLines(lines, view))).not.toThrow()
  })

  it('with more than 15 colors are rejected', () => {
    const lines = Array.from({ length: 16 }, (_, index) => ({
      color: [index, 0, 0, 255] as const,
      widthPixels: 1,
      points: [],
    }))
    expect(() => drawLines(lines, view)).toThrow(/15/)
  })
})
