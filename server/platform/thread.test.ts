import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inThread } from './thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'skywarden-thread-'))
const module = pathToFileURL(join(folder, 'work.mjs')).href

beforeAll(() =>
  writeFileSync(
    join(folder, 'work.mjs'),
    `import { isMainThread, parentPort } from 'node:worker_threads'
     export function* count(most) { for (let n = 1; n <= most; n++) yield { n, isMainThread } }
     export function* breaks() { yield 1; throw new Error('broken work') }
     export function* dies() { yield 1; process.exit(3) }
     export function* talks() { parentPort.postMessage({ 'watch:import': ['a file'] }); yield 1; yield 2 }
     export const nothing = 5`,
  ),
)
afterAll(() => rmSync(folder, { recursive: true }))

describe('work in a separate thread', () => {
  it('returns everything it yields, in order', async () => {
    const got = await Array.fromAsync(inThread<{ n: number; isMainThread: boolean }>(module, 'count', [4]))
    expect(got.map(({ n }) => n)).toEqual([1, 2, 3, 4])
    expect(got.every(({ isMainThread }) => !isMainThread)).toBe(true)
  })

  it('ignores other messages of the thread, which it sends under node --watch', async () => {
    expect(await Array.fromAsync(inThread(module, 'talks', []))).toEqual([1, 2])
  })

  it('ends when the reader stops', async () => {
    for await (const { n } of inThread<{ n: number }>(module, 'count', [1e9])) if (n === 3) break
  })

  it.each([
    ['breaks', /broken work/],
    ['dies', /exited before its work was done/],
    ['nothing', /exports no generator nothing/],
  ])('reports to the reader that it failed: %s', async (name, message) => {
    await expect(Array.fromAsync(inThread(module, name, []))).rejects.toThrow(message)
  })
})
