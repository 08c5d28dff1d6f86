import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// PostgreSQL keeps a record of itself in its data folder: who runs it, since when, and where it listens.

function pidFile(folder: string): string {
  return join(folder, 'postmaster.pid')
}

function recordedLine(folder: string, line: number): string | undefined {
  return existsSync(pidFile(folder)) ? readFileSync(pidFile(folder), 'utf8').split('\n')[line] : undefined
}

/** The folder of its socket, which need not be where this process would put it: another one may have started it. */
export function recordedSockets(folder: string): string | undefined {
  return recordedLine(folder, 4) || undefined
}

/** The process id that a running postmaster wrote into its folder. */
export function recordedPid(folder: string): number | undefined {
  const pid = Number(recordedLine(folder, 0))
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/**
 * Whether the postmaster of this folder lives under a process id. Inside a container the id may also be that of a
 * zombie, which nobody collects there, or of a program that came after a crash: neither works in this folder.
 */
export function isPostmaster(folder: string, pid: number): boolean {
  const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch (error) {
    return codeOf(error) === 'EACCES' // alive, and it keeps to itself what it is
  }
}

/** Far above any process id that a system gives out. */
const nobodysPid = 2_147_483_646

/**
 * PostgreSQL does not start while its record names a living process, whoever that is. Only the number goes: the rest
 * of the record is how it knows whether parts of the dead one still write.
 */
export function forgetDeadPostmaster(folder: string) {
  if (!existsSync(pidFile(folder))) return
  const lines = readFileSync(pidFile(folder), 'utf8').split('\n')
  writeFileSync(pidFile(folder), [nobodysPid, ...lines.slice(1)].join('\n'))
}
