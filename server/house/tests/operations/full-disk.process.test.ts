import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { diskSpace, leastFreeBytes } from '#server/platform/disk-space'
import { programsOn, startProcess, type ServerProcess } from '#server/house/process.testing'

vi.setConfig({ testTimeout: 240_000 })

let disk = ''
let server: ServerProcess | undefined
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'skywarden-disk-'))
  server = undefined
})
afterEach(async () => {
  rmSync(join(disk, 'filler'), { force: true }) // with free space, any process that is still running can stop cleanly
  await server?.stop()
  spawnSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

/** Mounts a real small file system, which only root may do. */
const mount = (megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]).status === 0

/** Writes until the disk is full, or until this much is left. */
async function fill(leaveBytes: number) {
  const file = openSync(join(disk, 'filler'), 'a')
  try {
    for (const block of [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]) {
      while ((await diskSpace(disk)).freeBytes - block.length >= leaveBytes) writeSync(file, block)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error // the database filled the disk first
  } finally {
    closeSync(file)
  }
}

test('a full disk: immediately not ready, alive and quiet while it lasts, healthy again when space is freed', async ({
  skip,
}) => {
  if (!mount(700)) skip('mounting a file system is not allowed here')
  const running = await startProcess({
    entry: 'e2e/servers/lightning-entry.ts',
    environment: { DATA_DIR: join(disk, 'data') },
  })
  server = running
  const failing = async () => (await running.ready()).failing
  await vi.waitFor(async () => expect(await failing()).toEqual([]), 60_000)

  await fill(leastFreeBytes - 1024 * 1024)
  expect(await failing()).toEqual(['disk space'])

  await fill(0)
  const saidBefore = running.output().length
  await vi.waitFor(async () => expect(await failing()).toContain('database writes'), {
    timeout: 90_000,
    interval: 500,
  })
  expect(running.child.exitCode).toBe(null)
  expect(running.output().length - saidBefore).toBeLessThan(100_000)

  rmSync(join(disk, 'filler'))
  await vi.waitFor(async () => expect(await failing()).toEqual([]), { timeout: 90_000, interval: 500 })
  expect(await running.stop()).toBe(0)
  expect(programsOn(disk)).toEqual([])
})

test('a start without enough space states how much is needed, and leaves nothing running', async ({
  skip,
}) => {
  if (!mount(100)) skip('mounting a file system is not allowed here')
  server = await startProcess({ environment: { DATA_DIR: join(disk, 'data') } })
  expect(await server.ended).toBe(2)
  expect(server.errors()).toMatch(
    /^Skywarden cannot start\. Skywarden needs at least 128 MB of free disk space in DATA_DIR \(.*\), but only \d+ MB are free\. Make room, .*\n$/,
  )
  expect(programsOn(disk)).toEqual([])
})
