import fc from 'fast-check'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { coarser, continentalUsPlace, dbzOf, echoAt, noCoverage, noEcho } from '#domain/radar/grid'
import { plainPng } from '#server/platform/png-samples.testing'
import { emptyHrrrSky, hrrrPosition } from './hrrr-area.ts'
import { echoOfIndex, parseRadarGrid, pictureKinds, reduced, type IemPicture } from './parse-grid.ts'
import { unpackInThread } from './radar.ts'

/** Returns an image of IEM's size with some pixels set. */
function picture(kind: IemPicture, pixels: readonly (readonly [x: number, y: number, index: number])[]) {
  const { width, height } = pictureKinds[kind]
  const samples = new Uint8Array(width * height)
  for (const [x, y, index] of pixels) samples[y * width + x] = index
  return plainPng({ width, height, bitDepth: 8, colorType: 3, samples })
}

describe('a palette index', () => {
  it.each([
    [0, null],
    [1, null], // -32 dBZ
    [74, null], // 4.5 dBZ: weaker than anything that is drawn
    [75, 5],
    [105, 20],
    [165, 50],
    [215, 75],
    [255, 95],
  ])('%i is %s dBZ', (index, dbz) => {
    expect(dbzOf(echoOfIndex[index] as number)).toBe(dbz)
  })
})

describe('a reduced image', () => {
  const place = { west: 0, north: 4, stepDegrees: 1, columns: 4, rows: 3 }
  const sky = new Uint8Array(12)

  it('neither loses the strongest echo of a block nor invents one', () => {
    const samples = fc.uint8Array({ minLength: 8 * 6, maxLength: 8 * 6 })
    fc.assert(
      fc.property(samples, indices => {
        const echoes = reduced({ width: 8, height: 6, samples: indices }, 2, place, sky)
        for (let cell = 0; cell < echoes.length; cell++) {
          const corner = Math.floor(cell / 4) * 2 * 8 + (cell % 4) * 2
          const pixels = [corner, corner + 1, corner + 8, corner + 9].map(at => indices[at] as number)
          expect(echoes[cell]).toBe(Math.max(...pixels.map(index => echoOfIndex[index] as number)))
        }
      }),
    )
  })

  it('has no coverage where the empty sky has none, and beyond the image; an echo is kept everywhere', () => {
    const samples = new Uint8Array(6 * 4)
    samples[0] = 165
    const uncovered = new Uint8Array(12).fill(noCoverage, 0, 2)
    const echoes = reduced({ width: 6, height: 4, samples }, 2, place, uncovered)
    expect([...echoes]).toEqual([100, 255, 0, 255, 0, 0, 0, 255, 255, 255, 255, 255])
  })
})

describe('an IEM composite', () => {
  it('has its echoes at the right places on the map, unpacked in a thread', async () => {
    // Oklahoma City: 28.48 degrees from the western edge and 14.53 from the northern, in pixels of 0.005 degrees.
    const png = picture('composite', [
      [5696, 2906, 165],
      [5697, 2906, 150],
      [0, 0, 90],
      [11_999, 5399, 90],
      [12_199, 0, 200],
    ])
    const { place } = pictureKinds.composite
    const echoes = inflateSync(await unpackInThread('composite', png))
    const grid = { place, echoes }
    expect(dbzOf(echoAt(grid, 35.465, -97.515))).toBe(50)
    expect(echoAt(grid, 35.465, -97.545)).toBe(noEcho)
    expect(echoAt(grid, 30, -125)).toBe(noCoverage)
    expect(dbzOf(echoes[0] as number)).toBe(12.5)
    expect(dbzOf(echoes.at(-1) as number)).toBe(12.5)
    // Pixels east of our grid are not in any of its cells.
    expect(echoes.filter(echo => echo !== noEcho && echo !== noCoverage)).toHaveLength(3)
  })

  it('that is invalid is rejected with a reason, also by the thread', async () => {
    await expect(unpackInThread('composite', Buffer.from('<html>'))).rejects.toThrow('not a PNG')
    expect(() => parseRadarGrid('composite', picture('model', []))).toThrow('3050 x 1340 pixels instead of')
  })
})

describe('an image of the model', () => {
  it('has its echoes at the right places on the map, and no coverage beyond the model', () => {
    const { place } = pictureKinds.model
    const png = picture('model', [[1424, 727, 125]])
    const grid = { place, echoes: parseRadarGrid('model', png) }
    expect(dbzOf(echoAt(grid, 35.45, -97.51))).toBe(30)
    expect(echoAt(grid, 40, -100)).toBe(noEcho)
    expect(echoAt(grid, 30, -67)).toBe(noCoverage)
    expect(echoAt(grid, 23.1, -90)).toBe(noCoverage) // south of the image
    expect(grid.echoes.filter(echo => echo !== noEcho && echo !== noCoverage)).toHaveLength(1)
  })

  it('ends where the model’s grid does: its corners match its description', () => {
    const at = (latitude: number, longitude: number) => {
      const { column, row } = hrrrPosition(latitude, longitude)
      return [Math.round(column * 100) / 100, Math.round(row * 100) / 100]
    }
    expect(at(21.138123, -122.719528)).toEqual([0, 0])
    expect(at(47.842195, -60.917193)).toEqual([1798, 1058])
    const place = coarser(continentalUsPlace, 20)
    const sky = { place, echoes: emptyHrrrSky(place) }
    expect(echoAt(sky, 39, -98)).toBe(noEcho)
    expect(echoAt(sky, 24, -67)).toBe(noCoverage)
  })
})
