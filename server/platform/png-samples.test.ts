import { deflateSync } from 'node:zlib'
import { decode, encode } from 'fast-png'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pngSamples, type PngShape } from './png-samples.ts'
import { filteredRows, plainPng, type PlainPng } from './png-samples.testing.ts'

const pictures = fc
  .record({
    width: fc.integer({ min: 1, max: 12 }),
    height: fc.integer({ min: 1, max: 12 }),
    bitDepth: fc.constantFrom(8 as const, 16 as const),
    filters: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 12, maxLength: 12 }),
    seed: fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
  })
  .map(({ width, height, bitDepth, filters, seed }): PlainPng => {
    const length = (width * height * bitDepth) / 8
    const samples = Uint8Array.from({ length }, () => seed.next().value as number)
    const colorType = bitDepth === 16 ? 0 : 3
    return { width, height, bitDepth, colorType, samples, filterOf: row => filters[row] ?? 0 }
  })
const shapeOf = ({ width, height, bitDepth, colorType }: PlainPng): PngShape => {
  return { width, height, bitDepth, kind: colorType === 0 ? 'gray' : 'indexed' }
}

const picture: PlainPng = {
  width: 3,
  height: 2,
  bitDepth: 8,
  colorType: 3,
  samples: Uint8Array.of(1, 2, 3, 4, 5, 6),
}

describe("a PNG's samples", () => {
  it('match those written, whatever filter each row has', () => {
    fc.assert(
      fc.property(pictures, each => {
        expect([...pngSamples(plainPng(each), shapeOf(each))]).toEqual([...each.samples])
      }),
      { numRuns: 200 },
    )
  })

  it('are palette indexes, as another encoder writes them and another decoder reads them', () => {
    const palette = Array.from({ length: 256 }, (_, index) => [255 - index, index, 7])
    const samples = Uint8Array.from({ length: 40 }, (_, index) => index * 6)
    const png = encode({ width: 8, height: 5, data: samples, depth: 8, channels: 1, palette })
    const shape: PngShape = { width: 8, height: 5, kind: 'indexed', bitDepth: 8 }
    expect(pngSamples(png, shape)).toEqual(Buffer.from(samples))
    expect([...decode(png).data]).toEqual([...samples])
  })

  it.each<[string, Buffer, string]>([
    ['another size', plainPng({ ...picture, width: 2, height: 3 }), '2 x 3 pixels instead of 3 x 2'],
    ['another kind', plainPng({ ...picture, colorType: 0 }), 'not indexed values of 8 bits'],
    ['no picture', Buffer.from('<html>Sorry</html>'), 'not a PNG'],
    ['an empty file', Buffer.alloc(0), 'not a PNG'],
    ['the beginning of a picture', plainPng(picture).subarray(0, 60), 'end is missing'],
    [
      'too few rows',
      plainPng({ ...picture, packed: deflateSync(filteredRows(picture).subarray(0, 5)) }),
      'rows are missing',
    ],
    [
      'far too many rows',
      plainPng({ ...picture, packed: deflateSync(new Uint8Array(10_000_000)) }),
      'cannot be unpacked',
    ],
    [
      'a filter that does not exist',
      plainPng({ ...picture, filterOf: () => 5 }),
      'filter that does not exist',
    ],
  ])('are not read from %s', (_, png, words) => {
    expect(() => pngSamples(png, { width: 3, height: 2, kind: 'indexed', bitDepth: 8 })).toThrow(words)
  })

  it('are never invented where bytes are wrong or missing: the image is rejected with a reason', () => {
    const png = plainPng({ ...picture, filterOf: row => 4 - row })
    const shape = shapeOf(picture)
    fc.assert(
      fc.property(fc.nat(png.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const wrong = Buffer.from(png)
        wrong[at] = (wrong[at] as number) ^ by
        expect(() => pngSamples(wrong, shape)).toThrow('The image cannot be read')
        expect(() => pngSamples(png.subarray(0, at), shape)).toThrow('The image cannot be read')
      }),
      { numRuns: 300 },
    )
  })
})
