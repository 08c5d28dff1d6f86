import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { diskSpace, leastFreeBytes, requireSpace, watchDisk } from './disk-space.ts'
import { silentLog } from './log.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'skywarden-space-'))))
afterEach(() => {
  spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

const mount = (megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0

test('warns before the disk is full, and fails when it is', async ({ skip }) => {
  const log = { ...silentLog, warn: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const watch = watchDisk(folder, log)
  if (!mount(2000)) skip('mounting a file system is not allowed here')
  await watch.look()
  expect(await watch.check()).toBe('2000 MB of 2000 MB are free')
  expect([log.warn.mock.calls.length, log.error.mock.calls.length]).toEqual([0, 0])

  spawnSync('mount', ['-o', 'remount,size=500m', folder])
  await watch.look()
  expect(await watch.check()).toBe('500 MB of 500 MB are free')
  expect([log.warn.mock.calls.length, log.error.mock.calls.length]).toEqual([1, 0])

  spawnSync('mount', ['-o', 'remount,size=100m', folder])
  await watch.look()
  await expect(watch.check()).rejects.toThrow('100 MB of 100 MB are free; 128 MB are needed')
  expect([log.warn.mock.calls.length, log.error.mock.calls.length]).toEqual([1, 1])
  await expect(requireSpace(folder)).rejects.toThrow('Skywarden needs at least 128 MB')
})

test('reports free space in bytes for the given disk', async () => {
  const { freeBytes, totalBytes } = await diskSpace(folder)
  expect(totalBytes).toBeGreaterThan(freeBytes)
  expect(freeBytes).toBeGreaterThan(leastFreeBytes)
  await requireSpace(folder)
})
