import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// PostgreSQL keeps a record of itself in its data folder: its process id, start time and socket. A copy of the folder
// contains the original's record, so a record is not trusted until it is clear which folder it belongs to.

/** Where PostgreSQL keeps its record while it runs. */
export function postmasterFile(folder: string): string {
  return join(folder, 'postmaster.pid')
}

/** Returns the process id that a postmaster wrote into its folder, or into the folder that this is a copy of. */
export function recordedPid(folder: string): number | undefined {
  if (!existsSync(postmasterFile(folder))) return undefined
  const pid = Number(readFileSync(postmasterFile(folder), 'utf8').split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/** Returns the folder of a postmaster that did not shut down cleanly. */
export function recordedFolder(folder: string): string | undefined {
  if (!existsSync(postmasterFile(folder))) return undefined
  return readFileSync(postmasterFile(folder), 'utf8').split('\n')[1]?.trim() || undefined
}

/** Returns whether a postmaster's working directory is this folder, under whatever path. */
function worksIn(folder: string, pid: number): boolean {
  const works = statSync(`/proc/${pid}/cwd`, { throwIfNoEntry: false })
  const own = statSync(folder)
  return works !== undefined && works.dev === own.dev && works.ino === own.ino
}

/** Returns whether it was started with the name of its folder, for systems where processes cannot be inspected. */
function wasStartedOn(folder: string, pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes(` -D ${folder} `)
}

/**
 * Returns whether a process id belongs to the postmaster of this very folder. It may also be that of the original, if
 * the folder is a copy; of a zombie that is never reaped inside a container; or of an unrelated program after a crash.
 */
export function isPostmaster(folder: string, pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform === 'linux' ? worksIn(folder, pid) : wasStartedOn(folder, pid)
  } catch {
    return false // gone, or another user's: a postmaster runs as its folder's owner, or as a user whom root can inspect
  }
}

/** Far above any process id that a system assigns. */
const nobodysPid = 2_147_483_646

/**
 * Replaces the process id in a dead postmaster's record, because PostgreSQL does not start while its record names a
 * live process, even an unrelated one. The rest is kept: PostgreSQL uses it to detect whether children of the dead one
 * still write.
 */
export function forgetDeadPostmaster(folder: string) {
  if (!existsSync(postmasterFile(folder))) return
  const lines = readFileSync(postmasterFile(folder), 'utf8').split('\n')
  writeFileSync(postmasterFile(folder), [nobodysPid, ...lines.slice(1)].join('\n'))
}
