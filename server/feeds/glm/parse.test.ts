import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { glmKey } from './generate.testing.ts'
import { glmInstantOf, keyBeginning, parseGlmListing, glmStampOf, windowOfKey } from './parse.ts'

const key = 'GLM-L2-LCFA/2025/097/13/OR_GLM-L2-LCFA_G19_s20250971300200_e20250971300400_c20250971300420.nc'

describe('file names', () => {
  test('contain the satellite and the seconds it saw', () => {
    expect(windowOfKey(key)).toEqual({
      satellite: 'G19',
      startMs: Date.UTC(2025, 3, 7, 13, 0, 20),
      endMs: Date.UTC(2025, 3, 7, 13, 0, 40),
    })
  })

  test.each([
    ['across an hour', Date.UTC(2026, 5, 1, 11, 59, 40), '/2026/152/11/', 'e20261521200000'],
    ['across a day', Date.UTC(2026, 5, 1, 23, 59, 40), '/2026/152/23/', 'e20261530000000'],
    ['across a year', Date.UTC(2026, 11, 31, 23, 59, 40), '/2026/365/23/', 'e20270010000000'],
    [
      'on the last day of a leap year',
      Date.UTC(2028, 11, 31, 23, 59, 40),
      '/2028/366/23/',
      'e20290010000000',
    ],
    ['after the leap day', Date.UTC(2028, 2, 1), '/2028/061/00/', 'e20280610000200'],
  ])('are read %s', (_, startMs, folder, end) => {
    const name = glmKey('G18', startMs)
    expect(name).toContain(folder)
    expect(name).toContain(end)
    expect(windowOfKey(name)).toEqual({ satellite: 'G18', startMs, endMs: startMs + 20_000 })
  })

  test.each([
    ['another product', key.replaceAll('LCFA', 'ABCD')],
    ['day 000', key.replace('s2025097', 's2025000')],
    ['day 366 of a year that has none', key.replace('s2025097', 's2025366')],
    ['hour 24', key.replace('s202509713', 's202509724')],
    ['an end before the start', key.replace('e20250971300400', 'e20250971300100')],
    ['a window of an hour', key.replace('e20250971300400', 'e20250971400200')],
    ['a suffix', `${key}.tmp`],
    ['a folder', 'GLM-L2-LCFA/2025/097/13/'],
    ['nothing', ''],
  ])('are skipped: %s', (_, name) => {
    expect(windowOfKey(name)).toBe(null)
  })

  test('sort in the order of their windows, and begin as `start-after` needs it', () => {
    const tenths = fc.integer({ min: 0, max: 10 * 366 * 86_400 * 10 }).map(n => Date.UTC(2024) + n * 100)
    fc.assert(
      fc.property(tenths, tenths, (one, other) => {
        expect(glmInstantOf(glmStampOf(one))).toBe(one)
        expect(glmKey('G19', one) > keyBeginning('G19', one)).toBe(true)
        if (one < other) expect(glmKey('G19', one) < keyBeginning('G19', other)).toBe(true)
      }),
    )
  })
})

const contents = (name: string) =>
  `<Contents><Key>${name}</Key><LastModified>2025-04-07T13:00:47.000Z</LastModified>` +
  `<ETag>&quot;0f343b0931126a20f133d67c2b018a3b&quot;</ETag><Size>331580</Size><StorageClass>INTELLIGENT_TIERING</StorageClass></Contents>`
const listing = (inside: string, end = '<IsTruncated>false</IsTruncated>') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
  `<Name>noaa-goes19</Name><Prefix>GLM-L2-LCFA/</Prefix><KeyCount>1</KeyCount><MaxKeys>1000</MaxKeys>${end}${inside}</ListBucketResult>`

describe("a bucket's list", () => {
  test('names its files and skips unknown ones', () => {
    const { files, continuationToken } = parseGlmListing(listing(contents(key) + contents('index.html')))
    expect(files).toEqual([{ key, ...windowOfKey(key) }])
    expect(continuationToken).toBe(null)
  })

  test('returns the continuation token if there is more', () => {
    const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>1ueGcx/+=</NextContinuationToken>'
    expect(parseGlmListing(listing('', more)).continuationToken).toBe('1ueGcx/+=')
  })

  test('without a file is still a list', () => {
    expect(parseGlmListing(listing('')).files).toEqual([])
  })

  test.each([
    [
      'an error',
      '<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>',
      'SlowDown',
    ],
    ['a page', '<html><body>Bad gateway</body></html>', 'html'],
    ['half a list', listing(contents(key)).slice(0, -40), 'well-formed'],
    ['a list without its end', listing('', ''), 'whether there are more'],
    [
      'a list without its continuation token',
      listing('', '<IsTruncated>true</IsTruncated>'),
      'how to continue',
    ],
    ['nothing', '', 'complete'],
  ])('rejects %s', (_, xml, because) => {
    expect(() => parseGlmListing(xml)).toThrow(because)
  })

  test('is read or rejected however mangled, and yields nothing that was not there', () => {
    const whole = listing(
      Array.from({ length: 20 }, (_, at) => contents(glmKey('G19', at * 20_000))).join(''),
    )
    const mangled = fc
      .tuple(fc.nat(whole.length), fc.nat(200), fc.string({ maxLength: 20 }))
      .map(([at, length, text]) => whole.slice(0, at) + text + whole.slice(at + length))
    fc.assert(
      fc.property(fc.oneof(mangled, fc.string()), xml => {
        try {
          for (const file of parseGlmListing(xml).files) expect(xml).toContain(file.key)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
          expect(error).not.toBeInstanceOf(TypeError)
        }
      }),
    )
  })
})
