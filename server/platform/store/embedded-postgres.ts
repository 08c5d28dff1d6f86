import { spawn, type ChildProcess } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/platform/log'
import { socketFolder } from './folder-lock.ts'
import { namespaceCommand, type Launch, type PostgresBinaries } from './postgres-binaries.ts'

export interface EmbeddedPostgres {
  readonly connection: pg.PoolConfig
  stop(): Promise<void>
}

const user = 'skywarden'
const readyWithinMs = 30_000
const restartPauseMs = 250
const aliveCheckMs = 500

interface Place {
  readonly binaries: PostgresBinaries
  readonly launch: Launch
  readonly folder: string
  readonly sockets: string
}

function launchProgram(place: Place, program: string, args: readonly string[]): ChildProcess {
  const { launch } = place
  const [command, ...rest] =
    launch.kind === 'namespace' ? [...namespaceCommand, program, ...args] : [program, ...args]
  const identity = launch.kind === 'user' ? { uid: launch.uid, gid: launch.gid } : {}
  // Detached: Ctrl-C in a terminal goes to the whole group, and the database must outlive those who write to it.
  return spawn(command, rest, { stdio: ['ignore', 'ignore', 'pipe'], detached: true, ...identity })
}

function hand(place: Place, folder: string) {
  if (place.launch.kind === 'user') chownSync(folder, place.launch.uid, place.launch.gid)
}

/** Made beside its place and moved there when complete: a start that was cut off leaves nothing half-made. */
async function createCluster(place: Place) {
  const draft = `${place.folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  hand(place, draft)
  const initdb = launchProgram(place, place.binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${user}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    '--no-instructions',
  ])
  let complaints = ''
  initdb.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const code = await new Promise(resolve => initdb.once('exit', resolve).once('error', resolve))
  if (code !== 0) throw new Error(`PostgreSQL could not create its folder: ${complaints || String(code)}`)
  renameSync(draft, place.folder)
}

function pidFile(place: Place): string {
  return join(place.folder, 'postmaster.pid')
}

/** The process id that a running postmaster wrote into its folder. */
function recordedPid(place: Place): number | undefined {
  if (!existsSync(pidFile(place))) return undefined
  const pid = Number(readFileSync(pidFile(place), 'utf8').split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/**
 * Whether the postmaster of this folder lives under a process id. Inside a container the id may also be that of a
 * zombie, which nobody collects there, or of a program that came after a crash: neither works in this folder.
 */
function isPostmaster(place: Place, pid: number): boolean {
  const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(place.folder)
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
function forgetDeadPostmaster(place: Place) {
  if (!existsSync(pidFile(place))) return
  const lines = readFileSync(pidFile(place), 'utf8').split('\n')
  writeFileSync(pidFile(place), [nobodysPid, ...lines.slice(1)].join('\n'))
}

/** A fast shutdown: clients are sent away, data is written. */
async function endPostmaster(place: Place, pid: number) {
  if (isPostmaster(place, pid)) process.kill(pid, 'SIGINT')
  while (isPostmaster(place, pid)) await sleep(20)
}

async function accepts(connection: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => {}) // told by connect() already
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function untilAccepting(connection: pg.PoolConfig, stillRunning: () => boolean) {
  const tries = readyWithinMs / 50
  for (let attempt = 0; attempt < tries && stillRunning(); attempt++) {
    if (await accepts(connection)) return
    await sleep(50)
  }
  throw new Error('PostgreSQL did not become ready; see postgres/log in the data folder')
}

function startPostmaster(place: Place, log: Log): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.sockets,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '128MB',
    synchronous_commit: 'on',
    logging_collector: 'on',
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    timezone: 'UTC',
    dynamic_shared_memory_type: 'posix',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = launchProgram(place, place.binaries.postgres, ['-D', place.folder, ...args])
  child.on('error', error => log.error({ err: error }, 'PostgreSQL could not be started'))
  child.stderr?.resume()
  child.unref()
  return child
}

/**
 * A PostgreSQL of our own, reached through a socket only. It outlives a killed Skywarden; the next start adopts it
 * instead of fighting it. If the database dies, it is started again.
 */
export async function startEmbeddedPostgres(
  binaries: PostgresBinaries,
  launch: Launch,
  dataDir: string,
  log: Log,
): Promise<EmbeddedPostgres> {
  const place: Place = {
    binaries,
    launch,
    folder: join(dataDir, 'postgres'),
    sockets: socketFolder(dataDir),
  }
  hand(place, place.sockets)
  if (!existsSync(join(place.folder, 'PG_VERSION'))) await createCluster(place)

  const connection: pg.PoolConfig = { host: place.sockets, user, database: 'postgres' }
  const stopping = new AbortController()
  let pid = await adoptOrStart()
  const watch = watchOver()

  async function adopt(survivor: number): Promise<boolean> {
    try {
      await untilAccepting(connection, () => isPostmaster(place, survivor))
      log.info({ pid: survivor }, 'adopted the PostgreSQL that was still running')
      return true
    } catch {
      log.warn({ pid: survivor }, 'a PostgreSQL was still running but could not be reached; ending it')
      await endPostmaster(place, survivor)
      return false
    }
  }

  async function adoptOrStart(): Promise<number> {
    const survivor = recordedPid(place)
    if (survivor && isPostmaster(place, survivor)) {
      if (await adopt(survivor)) return survivor
    } else forgetDeadPostmaster(place)
    const child = startPostmaster(place, log)
    let running = true
    child.once('exit', () => (running = false))
    await untilAccepting(connection, () => running)
    return recordedPid(place) ?? (child.pid as number)
  }

  async function watchOver() {
    const { signal } = stopping
    while (!signal.aborted) {
      await sleep(aliveCheckMs, undefined, { ref: false, signal }).catch(() => {}) // woken by stop()
      if (signal.aborted || isPostmaster(place, pid)) continue
      log.error('PostgreSQL ended by itself; starting it again')
      await sleep(restartPauseMs)
      pid = await adoptOrStart().catch((error: unknown) => {
        log.error({ err: error }, 'PostgreSQL could not be started again; trying on')
        return pid
      })
    }
  }

  return {
    connection,
    async stop() {
      stopping.abort()
      await watch
      await endPostmaster(place, pid)
    },
  }
}
