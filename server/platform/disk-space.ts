import { statfs } from 'node:fs/promises'
import { CannotStart } from './cannot-start.ts'
import type { Figure } from './figures.ts'
import type { Log } from './log.ts'

export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

const megabyte = 1024 * 1024
/** With less free space than this, PostgreSQL may fail at any moment and take a long time to recover. */
export const leastFreeBytes = 128 * megabyte
/** With less free space than this, someone should free some while there is time. */
const scarceBytes = 1024 * megabyte

const inMegabytes = (bytes: number) => `${Math.floor(bytes / megabyte)} MB`

/** Returns the free space on a folder's disk that this user can use. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** Throws if there is too little space, because starting on a nearly full disk would only break things later. */
export async function requireSpace(folder: string): Promise<void> {
  const { freeBytes } = await diskSpace(folder)
  if (freeBytes >= leastFreeBytes) return
  throw new CannotStart(
    `Skywarden needs at least ${inMegabytes(leastFreeBytes)} of free disk space in DATA_DIR (${folder}), ` +
      `but only ${inMegabytes(freeBytes)} are free. Make room, or set DATA_DIR to a folder on another disk.`,
  )
}

export function diskFigure(folder: string): Figure {
  return {
    name: 'skywarden_disk_free_bytes',
    help: "Free space on the data folder's disk",
    read: async () => [{ value: (await diskSpace(folder)).freeBytes }],
  }
}

export interface DiskWatch {
  /** Warns while space is low. Call it periodically. */
  look(): Promise<void>
  /** Reports the free space; throws if it is too little to continue. */
  check(): Promise<string>
}

export function watchDisk(folder: string, log: Log): DiskWatch {
  return {
    async look() {
      const { freeBytes } = await diskSpace(folder)
      if (freeBytes < leastFreeBytes) log.error('the disk is full: nothing is reliable until space is freed')
      else if (freeBytes < scarceBytes) log.warn('the disk is filling up: free space before it is full')
    },
    async check() {
      const { freeBytes, totalBytes } = await diskSpace(folder)
      const room = `${inMegabytes(freeBytes)} of ${inMegabytes(totalBytes)} are free`
      if (freeBytes < leastFreeBytes) throw new Error(`${room}; ${inMegabytes(leastFreeBytes)} are needed`)
      return room
    },
  }
}
