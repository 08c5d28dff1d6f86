import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { keepInParts, keepPacked } from './files.ts'

const partBytes = 256 * 1024

async function* pieces(...sizes: number[]) {
  for (const size of sizes) yield randomBytes(size)
}

it.each([
  [[], []],
  [[10], [10]],
  [[partBytes], [partBytes]],
  [
    [partBytes - 1, 2],
    [partBytes, 1],
  ],
  [
    [100, 3 * partBytes],
    [partBytes, partBytes, partBytes, 100],
  ],
])('pieces of %j bytes are stored as parts of %j', async (sizes, expected) => {
  const parts: number[] = []
  const count = await keepInParts(pieces(...sizes), async (part, bytes) => void (parts[part] = bytes.length))
  expect(parts).toEqual(expected)
  expect(count).toBe(expected.length)
})

it('compresses text that decompresses unchanged', async () => {
  const lines = Array.from({ length: 12_000 }, () => `${randomBytes(60).toString('hex')}\r\n`)
  const parts: Buffer[] = []
  await keepPacked(
    (async function* () {
      yield* lines
    })(),
    async (_, bytes) => void parts.push(bytes),
  )
  expect(parts.length).toBeGreaterThan(1)
  expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(lines.join(''))
})

it('reports why a part could not be stored, or why the text ended', async () => {
  async function* endless() {
    for (;;) yield randomBytes(40_000).toString('hex')
  }
  await expect(
    keepPacked(endless(), async () => {
      throw new Error('The disk is full')
    }),
  ).rejects.toThrow('The disk is full')
  async function* broken() {
    yield 'a line'
    throw new Error('The database is away')
  }
  await expect(keepPacked(broken(), async () => {})).rejects.toThrow('The database is away')
})
