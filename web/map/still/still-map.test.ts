import { drawTiles, stillSize, tilesAround } from './draw-tiles.ts'
import { readTile } from './read-tile.ts'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { describe, expect, test } from 'vitest'

type Given = Parameters<typeof fromGeojsonVt>[0][string]['features'][number]
const town = (name: string, population_rank: number, x: number, y: number): Given => ({
  type: 1,
  geometry: [[x, y]],
  tags: { kind: 'locality', name, population_rank },
})
const square: Given = {
  type: 3,
  geometry: [
    [
      [0, 0],
      [0, 4096],
      [4096, 4096],
      [4096, 0],
      [0, 0],
    ],
  ],
  tags: { kind: 'earth', isLand: true, share: 0.5, offset: -3 },
}
const county: Given = {
  type: 2,
  geometry: [
    [
      [-10, 5],
      [2000, 300],
      [4100, 5],
    ],
  ],
  tags: { kind: 'county' },
}
type Layers = Parameters<typeof fromGeojsonVt>[0]
const layer = (features: Given[]) => ({ features }) as unknown as Layers[string]
const bytes = (layers: Record<string, Given[]>) =>
  fromGeojsonVt(Object.fromEntries(Object.entries(layers).map(([name, own]) => [name, layer(own)])), {
    version: 2,
    extent: 4096,
  })
const tile = bytes({ earth: [square], boundaries: [county], places: [town('Nörman', 7, 100, 200)] })

describe('a vector tile', () => {
  test('reads back as written, with points, lines, areas and every kind of value', () => {
    const [earth, boundaries, places] = readTile(tile)
    expect(earth).toMatchObject({ name: 'earth', extent: 4096 })
    expect(earth?.features[0]).toEqual({
      kind: 'polygon',
      properties: { kind: 'earth', isLand: true, share: 0.5, offset: -3 },
      lines: [
        [
          [0, 0],
          [0, 4096],
          [4096, 4096],
          [4096, 0],
        ],
      ],
    })
    expect(boundaries?.features[0]?.lines).toEqual(county.geometry)
    expect(places?.features[0]).toMatchObject({ kind: 'point', properties: { name: 'Nörman' } })
  })

  test('throws if truncated, instead of looping forever', () => {
    expect(() => readTile(tile.subarray(0, tile.length - 3))).toThrow('The tile ends')
    expect(() => readTile(Uint8Array.of(0x1a, 0xff))).toThrow('The tile ends')
  })
})

describe('a still map', () => {
  const norman = { latitude: 35.22, longitude: -97.44 }

  test('is covered by the tiles around its center, however deep the base map goes', () => {
    for (const deepest of [0, 7, 15]) {
      const places = tilesAround(norman, deepest)
      expect(Math.min(...places.map(({ left }) => left))).toBeLessThanOrEqual(0)
      expect(Math.min(...places.map(({ top }) => top))).toBeLessThanOrEqual(0)
      expect(Math.max(...places.map(({ left, pixels }) => left + pixels))).toBeGreaterThanOrEqual(
        stillSize.width,
      )
      expect(Math.max(...places.map(({ top, pixels }) => top + pixels))).toBeGreaterThanOrEqual(
        stillSize.height,
      )
      expect(places.length).toBeLessThanOrEqual(4)
    }
    expect(tilesAround(norman, 7)).toMatchObject([{ z: 7, x: 29, y: 50 }])
  })

  test('continues across the date line', () => {
    const columns = tilesAround({ latitude: 0, longitude: 180 }, 9).map(({ x }) => x)
    expect(new Set(columns)).toEqual(new Set([255, 0]))
  })

  test('has the largest towns whose names fit', () => {
    const place = { z: 9, x: 0, y: 0, left: 0, top: 0, pixels: 4096 }
    const towns = [town('Village', 2, 62, 30), town('City', 9, 60, 30), town('Far', 12, 900, 30)]
    const under = [town('Covered', 9, 200, 60), town('Hidden', 8, 190, 120)]
    const layers = readTile(bytes({ places: [...towns, ...under] }))
    expect(drawTiles([{ place, layers }]).towns).toEqual([
      { name: 'City', x: 60, y: 30, nameFrom: 5 },
      { name: 'Covered', x: 200, y: 60, nameFrom: 13 }, // the name starts next to the pin
    ])
  })

  test('draws nothing out of view', () => {
    const place = { z: 9, x: 0, y: 0, left: 1000, top: 0, pixels: 512 }
    expect(drawTiles([{ place, layers: readTile(tile) }])).toMatchObject({ earth: '', borders: '' })
    const inSight = { ...place, left: 0 }
    expect(drawTiles([{ place: inSight, layers: readTile(tile) }]).earth).toBe('M0,0L0,512L512,512L512,0Z')
  })
})
