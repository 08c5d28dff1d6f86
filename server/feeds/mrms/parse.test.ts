import fc from 'fast-check'
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { continentalUsPlace, dbzOf, echoAt, noCoverage, noEcho } from '#domain/radar/grid'
import { hourMs } from '#server/platform/clock'
import { madeMosaic } from './grib.testing.ts'
import { unpackMosaicInThread } from './index.ts'
import { joinedBytes, parseMrms } from './parse-grib.ts'
import { listingPath, mrmsKey, parseMrmsListing } from './parse-listing.ts'
import { listing } from './listing.testing.ts'

const validMs = Date.UTC(2026, 6, 1, 23, 58, 36)
/** Returns the column and row of MRMS's grid that contain a location. */
const cellAt = (latitude: number, longitude: number, dbz: number) =>
  [Math.floor((longitude + 130) * 100), Math.floor((55 - latitude) * 100), dbz] as const

const whole = madeMosaic({
  validMs,
  cells: [
    cellAt(35.475, -97.515, 52.3),
    cellAt(35.465, -97.505, 20),
    cellAt(30.005, -125.005, -999),
    cellAt(40.005, -100.005, 4.9),
    cellAt(52, -100, 60),
  ],
})

describe('an MRMS mosaic', () => {
  it('has its echoes at the right places on the map, unpacked in a thread', async () => {
    const mosaic = await unpackMosaicInThread(whole)
    expect(mosaic).toMatchObject({ validMs, place: continentalUsPlace })
    const echoes = inflateSync(mosaic.deflated)
    const grid = { place: mosaic.place, echoes }
    expect(dbzOf(echoAt(grid, 35.47, -97.51))).toBe(52.5)
    expect(echoAt(grid, 30.005, -125.005)).toBe(noCoverage)
    expect(echoAt(grid, 40.005, -100.005)).toBe(noEcho)
    expect(echoes.filter(echo => echo !== noEcho)).toHaveLength(2)
  })

  it.each<[string, readonly (readonly [section: number, octet: number, value: number])[], string]>([
    ['of another product', [[4, 11, 1]], 'a different product'],
    ['of another grid', [[3, 34, 0]], 'a different grid'],
    ['from south to north', [[3, 72, 0x40]], 'a different grid'],
    ['packed in another way', [[5, 11, 0]], 'packed in another way'],
    ['with a bit map', [[6, 6, 0]], 'bit map'],
    ['without a time', [[1, 15, 13]], 'no time'],
    ['with a wrong length of a section', [[4, 4, 200]], 'The radar mosaic cannot be read'],
    ['without a section', [[6, 5, 9]], 'no section 6'],
    ['with a section twice', [[6, 5, 4]], 'more than one field'],
    [
      'with an invalid scale',
      [
        [5, 12, 0x7f],
        [5, 13, 0x80],
      ],
      'scale',
    ],
  ])('%s is rejected with a reason', (_, octets, words) => {
    expect(() => parseMrms(madeMosaicOnce(octets))).toThrow(words)
  })

  it.each([
    // The packed value at Oklahoma City is 10513: (R + 10513 * 2^E) / 10^D.
    { reference: -4995, binary: 0x80_01, decimal: 1, dbz: 26 },
    { reference: -20_526, binary: 1, decimal: 1, dbz: 50 },
    { reference: -10_508, binary: 0, decimal: 0x80_01, dbz: 50 },
    { reference: -6513, binary: 0, decimal: 2, dbz: 40 },
  ])('has the scale it states: $reference, $binary and $decimal', ({ reference, binary, decimal, dbz }) => {
    const scale = Buffer.alloc(8)
    scale.writeFloatBE(reference)
    scale.writeUInt16BE(binary, 4)
    scale.writeUInt16BE(decimal, 6)
    const grid = parseMrms(madeMosaicOnce([...scale].map((value, index) => [5, 12 + index, value] as const)))
    expect(dbzOf(echoAt(grid, 35.47, -97.51))).toBe(dbz)
  })

  it('that is cut off, or not a mosaic at all, is rejected with a reason', () => {
    const message = gunzipSync(whole)
    for (const length of [0, 4, 15, 16, 40, 200, message.length - 1])
      expect(() => parseMrms(gzipSync(message.subarray(0, length)))).toThrow(
        'The radar mosaic cannot be read',
      )
    for (const bytes of [Buffer.from('<Error/>'), whole.subarray(0, whole.length >> 1), gzipSync('GRIB')])
      expect(() => parseMrms(bytes)).toThrow('The radar mosaic cannot be read')
  })

  it('with any wrong octet in its header is rejected with a reason, or has the same echoes', () => {
    const message = gunzipSync(whole)
    const { echoes } = parseMrms(whole)
    // Everything before the pixels, except the scale, for which any value is valid.
    const head = message.indexOf('\x89PNG', 0, 'latin1')
    const scale = head - 5 - 6 - 21 + 11
    fc.assert(
      fc.property(fc.nat(head - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        fc.pre(at < scale || at >= scale + 8)
        const wrong = Buffer.from(message)
        wrong[at] = (wrong[at] as number) ^ by
        try {
          expect(Buffer.compare(parseMrms(gzipSync(wrong, { level: 1 })).echoes, echoes)).toBe(0)
        } catch (error) {
          expect((error as Error).message).toMatch(
            /^The radar mosaic cannot be read|^The image cannot be read/,
          )
        }
      }),
      { numRuns: 10 },
    )
  })
})

/** Changes the header of a mosaic; the pixels are the same for all. */
function madeMosaicOnce(octets: readonly (readonly [number, number, number])[]): Buffer {
  const message = gunzipSync(whole)
  for (const [number, octet, value] of octets) {
    for (let at = 16; at < message.length - 4; at += message.readUInt32BE(at)) {
      if (message[at + 4] !== number) continue
      message[at + octet - 1] = value
      break
    }
  }
  return gzipSync(message, { level: 1 })
}

describe('four cells together', () => {
  it.each([
    [[0, 0, 0, 0], 0],
    [[0, 10, 200, 20], 200],
    [[255, 10, 0, 0], 10],
    [[255, 0, 0, 0], 255],
    [[255, 255, 255, 255], 255],
    [[254, 255, 0, 0], 254],
  ] as const)('%j are %i', ([nw, ne, sw, se], expected) => {
    expect(joinedBytes(nw, ne, sw, se)).toBe(expected)
  })
})

describe('the list of mosaics', () => {
  const nowMs = validMs + hourMs

  it('is requested across midnight with one request', () => {
    expect(mrmsKey(validMs)).toBe(
      'CONUS/MergedReflectivityQCComposite_00.50/20260701/MRMS_MergedReflectivityQCComposite_00.50_20260701-235836.grib2.gz',
    )
    const query = new URLSearchParams(listingPath(validMs).slice(2))
    expect(query.get('start-after')).toBe(mrmsKey(validMs))
    expect(query.get('prefix')).toBe('CONUS/MergedReflectivityQCComposite_00.50/')
  })

  it('has the time of each file, oldest first, and nothing else', () => {
    const keys = [mrmsKey(nowMs), mrmsKey(validMs), 'CONUS/other.gz', mrmsKey(nowMs + hourMs)]
    expect(parseMrmsListing(listing(keys), nowMs).map(file => file.validMs)).toEqual([validMs, nowMs])
  })

  it.each([
    '',
    '<html><body>Sorry</body></html>',
    '<Error><Code>SlowDown</Code></Error>',
    listing([]).slice(0, 90),
  ])('that is something else is rejected', text => {
    expect(() => parseMrmsListing(text, nowMs)).toThrow()
  })
})
