import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { setEnvironmentData } from 'node:worker_threads'
import fc from 'fast-check'
import { ready } from 'h5wasm'
import { afterAll, describe, expect, test } from 'vitest'
import { samplePath } from '#domain/cases.testing'
import { silentLog } from '#server/platform/log'
import { createGlmDecoder } from './decode.ts'
import { glmFile, type GeneratedFile, type GlmEncoding } from './generate.testing.ts'
import { noFlashes, UnreadableGlm } from './glm-file.ts'
import { readGlmFile } from './read-file.ts'
import { areaKm2, flashTime, unpacked } from './unpack.ts'

const decoder = createGlmDecoder({ log: silentLog })
afterAll(() => decoder.stop())

const startMs = Date.UTC(2026, 6, 15, 22, 0, 20)
const flash = { id: 7, timeMs: startMs + 4000, latitude: 35.25, longitude: -97.5, areaKm2: 300, quality: 0 }
const plain: GeneratedFile = { satellite: 'G19', windowStartMs: startMs, flashes: [flash] }
const decoded = async (file: Partial<GeneratedFile>) => decoder.decode(await glmFile({ ...plain, ...file }))

describe('packed numbers', () => {
  const packing = { isUnsigned: true, fillValue: -1, scale: 0.5, offset: -5 }

  test('marked as unsigned are stored as negative from half of their range on', () => {
    expect(unpacked(Int16Array.of(0, 10, -2), packing)).toEqual([-5, 0, 65534 * 0.5 - 5])
    expect(unpacked(Int16Array.of(-2), { ...packing, isUnsigned: false })).toEqual([-6])
    expect(unpacked(Uint16Array.of(65534), packing)).toEqual([65534 * 0.5 - 5])
    expect(unpacked(Int8Array.of(-2), { ...packing, scale: 1, offset: 0 })).toEqual([254])
  })

  test('are null where nothing was written, never zero', () => {
    expect(unpacked(Int16Array.of(-1), packing)).toEqual([null])
    expect(unpacked(Int16Array.of(-1), { ...packing, isUnsigned: false })).toEqual([null])
    expect(unpacked(Float32Array.of(NaN), { ...packing, fillValue: null })).toEqual([null])
  })

  test.each([0, NaN, Infinity])('with the scale %s are rejected', scale => {
    expect(() => unpacked(Int16Array.of(1), { ...packing, scale })).toThrow('packed')
  })

  test.each([
    [4, 'seconds since 2026-07-15 22:00:20.000', 4000],
    [-4.9, 'seconds since 2026-07-15 22:00:20.000', -4900],
    [4000, 'milliseconds since 2026-07-15 22:00:20.000', 4000],
    [-116, 'milliseconds since 2018-06-08 14:47:40.000', -116],
    [130_956, 'milliseconds since 2018-06-08 14:47:40.000', 0], // negative, and marked as unsigned
    [-5.1, 'seconds since 2026-07-15 22:00:20.000', 0],
    [25.1, 'seconds since 2026-07-15 22:00:20.000', 0],
    [null, 'seconds since 2026-07-15 22:00:20.000', 0],
  ])('the offset %s in %s is %s ms after the start of the window', (offset, units, expectedMs) => {
    expect(flashTime(offset, units, startMs) - startMs).toBe(expectedMs)
  })

  test('rejects times in another unit', () => {
    expect(() => flashTime(4, 'minutes since 2026-07-15', startMs)).toThrow('unit')
  })

  test('returns areas in square kilometers', () => {
    expect([areaKm2(5e8, 'm2'), areaKm2(500, 'km2'), areaKm2(null, 'm2'), areaKm2(5, 'acres')]).toEqual([
      500,
      500,
      null,
      null,
    ])
  })
})

describe('a file', () => {
  test.each<GlmEncoding>(['current', 'late 2018', 'early 2018'])(
    'is read in the encoding of %s',
    async encoding => {
      const file = await decoded({ encoding })
      expect(file).toMatchObject({ satellite: 'G19', startMs, endMs: startMs + 20_000 })
      const [found] = file.flashes
      expect(found).toMatchObject({ id: 7, latitude: 35.25, longitude: -97.5, quality: 0 })
      expect(found?.timeMs).toBeGreaterThan(startMs + 3990)
      expect(found?.timeMs).toBeLessThan(startMs + 4010)
      expect(found?.areaKm2).toBeCloseTo(300, 0)
    },
  )

  test('without a flash is read, and alone proves nothing', async () => {
    expect(await decoded({ flashes: [] })).toMatchObject({ flashes: [], doubt: noFlashes })
  })

  test('may contain degraded flashes, numbers above 32767, and flashes without an area', async () => {
    const flashes = [1, 3, 5].map(quality => ({ ...flash, id: 60_000 + quality, quality, areaKm2: null }))
    const read = (await decoded({ flashes })).flashes
    expect(read.map(({ id, quality, areaKm2: area }) => [id, quality, area])).toEqual([
      [60_001, 1, null],
      [60_003, 3, null],
      [60_005, 5, null],
    ])
  })

  test('that says that it is complete has no doubt', async () => {
    expect((await decoded({})).doubt).toBeNull()
    expect((await decoded({ satellite: 'G18', flashes: [{ ...flash, longitude: -120 }] })).doubt).toBeNull()
  })

  test.each<[string, Partial<GeneratedFile>, RegExp]>([
    ['counts more flashes than it lists', { flashCount: 133 }, /counts 133 flashes and lists 1$/],
    ['lost data', { lostShare: 0.02 }, /2 % of its data was lost/],
    ['lost all data', { lostShare: 1 }, /100 % of its data was lost/],
    ['does not say whether data was lost', { lostShare: null }, /does not say whether data was lost/],
    ['has no number of lost data', { without: ['percent_uncorrectable_L0_errors'] }, /whether data was lost/],
    ['located only a part of the light', { locatedShare: 0.75 }, /only 75 % of its light was located/],
    ['located nothing', { locatedShare: 0 }, /only 0 % of its light/],
    ['does not say how much it located', { locatedShare: null }, /whether all light was located/],
    ['does not count its flashes', { without: ['flash_count'] }, /how many flashes/],
    ['does not count its events', { without: ['event_count'] }, /how many events/],
    ['was made while the satellite turned', { yawFlip: 1 }, /turning around/],
    ['is a test', { dataSource: 'Simulated' }, /marked as a test/],
    ['has mostly degraded flashes', { flashes: [{ ...flash, quality: 3 }] }, /poor quality/],
    [
      'lists groups of another flash',
      { groups: [{ flash: 8, latitude: 35, longitude: -97 }] },
      /light of flashes that it does not list/,
    ],
    ['cannot date its flashes', { without: ['flash_time_offset_of_first_event'] }, /has no flash_time/],
    ['has no IDs', { without: ['flash_id'] }, /has no flash_id/],
    ['has no areas', { without: ['flash_area'] }, /has no flash_area/],
  ])('that %s proves nothing, and its flashes count', async (_, file, because) => {
    const { doubt, flashes } = await decoded(file)
    expect(doubt).toMatch(because)
    expect(flashes).toMatchObject([{ latitude: 35.25, longitude: -97.5 }])
  })

  test('that says nothing about turning is not doubted for it: older files did not know', async () => {
    expect((await decoded({ yawFlip: -1 })).doubt).toBeNull()
    expect((await decoded({ yawFlip: 2 })).doubt).toBeNull()
  })

  test('says how far the light of a flash reaches', async () => {
    const groups = [
      { flash: 7, latitude: 35.25, longitude: -97.5 },
      { flash: 7, latitude: 36.25, longitude: -97.5 },
    ]
    expect((await decoded({ groups })).flashes[0]?.reachKm).toBeCloseTo(111.2, 0)
  })

  test('of GOES-West may extend past the date line', async () => {
    const flashes = [{ ...flash, longitude: -203.5 }]
    expect((await decoded({ satellite: 'G18', flashes })).flashes[0]?.longitude).toBe(156.5)
  })

  test.each([
    ['is not a number', { latitude: NaN }, 'position'],
    ['is beyond the pole', { latitude: 91 }, 'position'],
    ['was never written', { latitude: 0, longitude: 0 }, 'position'],
    ['is on the far side of the Earth', { longitude: 100 }, 'cannot see'],
  ])('proves nothing if the location of a flash %s, and all others count', async (_, wrong, because) => {
    const { flashes, doubt } = await decoded({
      flashes: [flash, { ...flash, id: 8, ...wrong }, { ...flash, id: 9 }],
    })
    expect(flashes.map(({ id }) => id)).toEqual([7, 9])
    expect(doubt).toContain(because)
  })

  test('locates a flash by its light if its own location cannot be read', async () => {
    const groups = [{ flash: 7, latitude: 35, longitude: -97 }]
    const { flashes, doubt } = await decoded({ flashes: [{ ...flash, latitude: NaN }], groups })
    expect(flashes).toMatchObject([{ id: 7, latitude: 35, longitude: -97 }])
    expect(doubt).toContain('position')
  })

  test.each([
    ['no satellite', { satellite: 'unknown' }, 'satellite'],
    ['a window that ends before it starts', { windowEndMs: startMs - 1000 }, 'window'],
    ['a window of an hour', { windowEndMs: startMs + 3_600_000 }, 'window'],
  ] satisfies [string, Partial<GeneratedFile>, string][])(
    'with %s is rejected as a whole',
    async (_, file, because) => {
      await expect(decoded(file)).rejects.toThrow(because)
    },
  )
})

describe('a broken file', () => {
  const whole = glmFile({ ...plain, flashes: Array.from({ length: 50 }, (_, id) => ({ ...flash, id })) })
  const stillWorks = async () => expect((await decoded({})).flashes).toHaveLength(1)

  test('is rejected, and the next file is read', async () => {
    await expect(decoder.decode(new TextEncoder().encode('<html>Bad gateway</html>'))).rejects.toThrow('HDF5')
    await expect(decoder.decode(new Uint8Array())).rejects.toThrow('HDF5')
    await stillWorks()
  })

  test('is rejected if truncated anywhere', async () => {
    const bytes = await whole
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async length => {
        await expect(decoder.decode(bytes.slice(0, length))).rejects.toThrow(UnreadableGlm)
      }),
      { numRuns: 60 },
    )
    await stillWorks()
  })

  test('mangled or random is read or rejected: the thread neither hangs nor crashes, and no location is missing', async () => {
    const bytes = await whole
    const flips = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 30 })
    const mangled = flips.map(some => {
      const copy = bytes.slice()
      for (const [at, value] of some) copy[at] = value
      return copy
    })
    const random = fc
      .uint8Array({ maxLength: 2000 })
      .map(noise => Uint8Array.of(...bytes.slice(0, 8), ...noise))
    await fc.assert(
      fc.asyncProperty(fc.oneof(mangled, random), async input => {
        const read = await decoder.decode(input).catch((error: Error) => error)
        if (read instanceof Error) expect(read.message).not.toMatch(/longer|crashed/)
        else
          for (const { latitude, longitude, timeMs } of read.flashes)
            expect([latitude, longitude, timeMs].every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 150 },
    )
    await stillWorks()
  })

  test('that hangs or ends the thread is abandoned after a timeout, and the next one gets a new thread', async () => {
    const turns = new SharedArrayBuffer(4)
    setEnvironmentData('turns of a hanging thread', turns)
    const source = `
      import { getEnvironmentData, parentPort } from 'node:worker_threads'
      const turns = new Uint32Array(getEnvironmentData('turns of a hanging thread'))
      parentPort.on('message', ({ id, bytes }) => {
        if (bytes[0] === 1) for (;;) turns[0]++
        if (bytes[0] === 2) process.exit(3)
        if (bytes[0] === 3) throw new WebAssembly.RuntimeError('unreachable')
        parentPort.postMessage({ id, file: { flashes: [bytes[0]] } })
      })`
    const module = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
    const fragile = createGlmDecoder({ log: silentLog, module, mostMs: 500 })
    const answers = await Promise.allSettled(
      [9, 1, 8, 2, 7, 3, 6].map(byte => fragile.decode(Uint8Array.of(byte))),
    )
    await fragile.stop()
    const [turned] = new Uint32Array(turns)
    expect(turned).toBeGreaterThan(0)
    await pause(50)
    expect(new Uint32Array(turns)[0]).toBe(turned) // the abandoned decoding does not continue in the background
    expect(
      answers.map(one => (one.status === 'fulfilled' ? one.value.flashes[0] : (one.reason as Error).message)),
    ).toEqual([
      9,
      'it takes longer than 0.5 s to read',
      8,
      'it crashed the program that reads it',
      7,
      'it crashed the program that reads it',
      6,
    ])
  })
})

test('memory stays flat over hundreds of files', async () => {
  const library = await ready
  const flashes = Array.from({ length: 300 }, (_, id) => ({ ...flash, id }))
  const bytes = await glmFile({ ...plain, flashes, eventsPerFlash: 40 })
  for (let round = 0; round < 20; round++) readGlmFile(bytes)
  const [filesBefore, heapBefore] = [library.FS.readdir('/'), library.HEAPU8.length]
  for (let round = 0; round < 300; round++) readGlmFile(bytes)
  expect(library.FS.readdir('/')).toEqual(filesBefore)
  expect(filesBefore).not.toContain('window.nc')
  expect(library.HEAPU8.length).toBe(heapBefore)
})

test('bytes are transferred to the thread, not copied', async () => {
  const bytes = await glmFile(plain)
  const own = new Uint8Array(bytes)
  await decoder.decode(own)
  expect(own.length).toBe(0)
  const shared = Buffer.from(bytes.subarray(0, 100)) // small buffers share their memory with others
  await decoder.decode(shared).catch(() => {})
  expect(shared.length).toBe(100)
})

/** Extracted once by a bare script: the stored numbers and their attributes, unpacked by hand. */
const recorded = [
  {
    name: 'OR_GLM-L2-LCFA_G16_s20181591447400_e20181591448000_c20181591448028.nc',
    satellite: 'G16',
    startMs: Date.UTC(2018, 5, 8, 14, 47, 40),
    endMs: Date.UTC(2018, 5, 8, 14, 48),
    count: 71,
    // Stored -58 and -55, in steps of 2 ms; 1354 and 2050, in steps of 0.1516 km² from 63.1 on.
    first: [
      { id: 53_781, offsetMs: -116, latitude: 32.78738, longitude: -75.85089, areaKm2: 268.415 },
      { id: 53_782, offsetMs: -110, latitude: 34.52539, longitude: -99.36885, areaKm2: 373.956 },
    ],
  },
  {
    name: 'OR_GLM-L2-LCFA_G17_s20200160612000_e20200160612110_c20200160612335.nc',
    satellite: 'G17',
    startMs: Date.UTC(2020, 0, 16, 6, 12),
    endMs: Date.UTC(2020, 0, 16, 6, 12, 11),
    count: 0,
    first: [],
  },
  {
    name: 'OR_GLM-L2-LCFA_G19_s20250971300200_e20250971300400_c20250971300420.nc',
    satellite: 'G19',
    startMs: Date.UTC(2025, 3, 7, 13, 0, 20),
    endMs: Date.UTC(2025, 3, 7, 13, 0, 40),
    count: 115,
    // Stored 11378 and 10026, in steps of 0.381 ms from -5 s on; 3288 and 8406, in steps of 0.1526 km².
    first: [
      { id: 27_809, offsetMs: -660, latitude: 31.11186, longitude: -84.82529, areaKm2: 501.755 },
      { id: 27_802, offsetMs: -1175, latitude: 22.73208, longitude: -90.76481, areaKm2: 1282.771 },
    ],
  },
]

describe.each(recorded)('the recorded file $name', ({ name, count, first, ...window }) => {
  const path = samplePath(`glm/${name}`)
  test.skipIf(path === null)('is read to the right values', async () => {
    const { flashes, view, ...found } = await decoder.decode(readFileSync(path ?? ''))
    expect(found).toEqual({ ...window, doubt: count === 0 ? noFlashes : null })
    expect(view?.north).toBeGreaterThan(57)
    expect(flashes).toHaveLength(count)
    expect(new Set(flashes.map(({ id }) => id)).size).toBe(count)
    for (const [index, { offsetMs, ...expected }] of first.entries()) {
      const { timeMs, latitude, longitude, areaKm2: area, id } = flashes[index] ?? flash
      expect(id).toBe(expected.id)
      expect(timeMs - window.startMs).toBe(offsetMs)
      expect(latitude).toBeCloseTo(expected.latitude, 4)
      expect(longitude).toBeCloseTo(expected.longitude, 4)
      expect(area).toBeCloseTo(expected.areaKm2, 2)
    }
  })
})
