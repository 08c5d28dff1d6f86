import type { ChildProcess } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '#server/platform/cannot-start'
import type { Log } from '#server/platform/log'
import { clusterFolder, shortName, socketFolder } from './data-folder.ts'
import { houseRole, ownerRole, prepareHouseRole } from './house-role.ts'
import { refuseLiveCopy, rememberFolder } from './live-copy.ts'
import { forgetDeadPostmaster, isPostmaster, recordedPid } from './postmaster-record.ts'
import { demandLasting, launchProgram, type Launch, type PostgresBinaries } from './postgres-binaries.ts'

export interface EmbeddedPostgres {
  readonly connection: pg.PoolConfig
  stop(): Promise<void>
}

const readyWithinMs = 30_000
const startAttempts = 20
const restartPauseMs = 250
const aliveCheckMs = 500
/** Files that a killed PostgreSQL leaves where the next one will listen. */
const leftOfSocket = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']

/** Returns how to connect to a data folder's PostgreSQL, and to no other. */
export function embeddedConnection(dataDir: string, user = houseRole) {
  return { host: shortName(socketFolder(dataDir)), user, database: 'postgres' }
}

const noSuchRole = '28000'

/**
 * Returns how to connect while a server is running, which may be an older version that has not created the
 * application's role.
 */
export async function connectionBeside(dataDir: string): Promise<pg.PoolConfig> {
  const connection = embeddedConnection(dataDir)
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // already reported by connect()
  try {
    await client.connect()
    return connection
  } catch (error) {
    // Any other error is reported where the connection is used.
    return (error as { code?: string }).code === noSuchRole
      ? embeddedConnection(dataDir, ownerRole)
      : connection
  } finally {
    await client.end().catch(() => {}) // never connected
  }
}

interface Cluster {
  readonly binaries: PostgresBinaries
  readonly launch: Launch
  readonly folder: string
  readonly sockets: string
}

function hand(cluster: Cluster, folder: string) {
  if (cluster.launch.kind === 'user') chownSync(folder, cluster.launch.uid, cluster.launch.gid)
  // In a namespace, PostgreSQL can use only files of the user who starts it.
  else if (process.getuid?.() === 0) chownSync(folder, 0, 0)
}

/**
 * Gives an older cluster, which belongs to root, to the user that it runs as from now on. The folder itself comes last:
 * while it belongs to root, the next start does all of this again.
 */
function handOver({ launch, folder }: Cluster) {
  if (launch.kind !== 'user' || statSync(folder).uid === launch.uid) return
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))
  for (const path of [...inside, folder]) lchownSync(path, launch.uid, launch.gid)
}

/** Returns the last error message of a program. */
function lastComplaint(program: ChildProcess): () => string {
  let reported = ''
  program.stderr?.on('data', (part: Buffer) => (reported = (reported + part.toString()).slice(-4000)))
  return () =>
    reported
      .split('\n')
      .findLast(line => /error|fatal|panic/i.test(line))
      ?.trim() ?? ''
}

function didNotStart(folder: string, complaint: string): CannotStart {
  const words = complaint.replace(/^.*?(error|fatal|panic): */i, '').replace(/\.$/, '')
  return new CannotStart(`PostgreSQL did not start in ${folder}: ${words || 'it gave no reason'}.`)
}

/**
 * Creates a cluster alongside its final location and moves it there once complete, so an interrupted start leaves
 * nothing half-finished.
 */
async function createCluster(cluster: Cluster) {
  const draft = `${cluster.folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  hand(cluster, draft)
  const initdb = launchProgram(cluster.launch, cluster.binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${ownerRole}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    '--no-instructions',
  ])
  const complaint = lastComplaint(initdb)
  const code = await new Promise(resolve => initdb.once('close', resolve).once('error', resolve))
  if (code instanceof Error) demandLasting(code)
  if (code !== 0) throw didNotStart(draft, complaint() || String(code))
  renameSync(draft, cluster.folder)
}

/** Does a fast shutdown: disconnects clients and writes data. */
async function endPostmaster(cluster: Cluster, pid: number) {
  if (isPostmaster(cluster.folder, pid)) process.kill(pid, 'SIGINT')
  while (isPostmaster(cluster.folder, pid)) await sleep(20)
}

const startingUp = '57P03'

async function stateOf(connection: pg.PoolConfig): Promise<'accepts' | 'starts' | 'refuses'> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => {}) // already reported by connect()
  try {
    await client.connect()
    await client.query('select 1')
    return 'accepts'
  } catch (error) {
    return (error as { code?: string }).code === startingUp ? 'starts' : 'refuses'
  } finally {
    await client.end().catch(() => {}) // never connected
  }
}

/**
 * Waits as long as PostgreSQL reports that it is starting: recovery after a crash may take minutes, and would start
 * over if it were stopped.
 */
async function untilAccepting(connection: pg.PoolConfig, isRunning: () => boolean) {
  const mostRefusals = readyWithinMs / 50
  for (let refusals = 0; refusals < mostRefusals && isRunning();) {
    const state = await stateOf(connection)
    if (state === 'accepts') return
    if (state === 'refuses') refusals++
    await sleep(50)
  }
  throw new Error('PostgreSQL did not become ready')
}

function startPostmaster(cluster: Cluster, log: Log): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: relative(cluster.folder, cluster.sockets), // short, and valid in a copy
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    synchronous_commit: 'on',
    logging_collector: 'on',
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    timezone: 'UTC',
    dynamic_shared_memory_type: 'posix',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = launchProgram(cluster.launch, cluster.binaries.postgres, ['-D', cluster.folder, ...args])
  child.on('error', error => log.error({ err: error }, 'PostgreSQL could not be started'))
  child.unref()
  return child
}

export interface EmbeddedOptions {
  readonly binaries: PostgresBinaries
  readonly launch: Launch
  readonly dataDir: string
  readonly log: Log
  /**
   * Whether to leave PostgreSQL running if it was already running, because the process that started it still needs it.
   */
  readonly leaveSurvivor: boolean
  /** Cancels waiting for a slow start. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs our own PostgreSQL, reached through a socket only. It survives a killed Skywarden; the next start adopts it
 * instead of starting another. If the database dies, it is restarted.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, leaveSurvivor, signal } = options
  const cluster: Cluster = { ...options, folder: clusterFolder(dataDir), sockets: socketFolder(dataDir) }
  hand(cluster, cluster.sockets)
  if (!existsSync(join(cluster.folder, 'PG_VERSION'))) await createCluster(cluster)

  const asOwner = embeddedConnection(dataDir, ownerRole)
  const stopping = new AbortController()
  let isSurvivor = false
  let pid = await adoptOrStart()
  await prepareHouseRole(asOwner).catch(async (error: unknown) => {
    if (!(isSurvivor && leaveSurvivor)) await endPostmaster(cluster, pid)
    throw error
  })
  const watch = watchOver()

  async function adopt(survivor: number): Promise<boolean> {
    try {
      await untilAccepting(asOwner, () => !signal?.aborted && isPostmaster(cluster.folder, survivor))
      log.info({ pid: survivor }, 'adopted the PostgreSQL server that was still running')
      return true
    } catch (error) {
      if (leaveSurvivor) throw error
      log.warn(
        { pid: survivor },
        'a PostgreSQL server was still running but could not be reached; stopping it',
      )
      await endPostmaster(cluster, survivor)
      return false
    }
  }

  async function adoptOrStart(): Promise<number> {
    const survivor = recordedPid(cluster.folder)
    if (survivor && isPostmaster(cluster.folder, survivor)) {
      isSurvivor = await adopt(survivor)
      if (isSurvivor) return survivor
    }
    isSurvivor = false
    refuseLiveCopy(dataDir)
    rememberFolder(dataDir)
    forgetDeadPostmaster(cluster.folder)
    handOver(cluster)
    for (const left of leftOfSocket) rmSync(join(cluster.sockets, left), { force: true })
    for (let attempt = 1; ; attempt++) {
      try {
        return await start()
      } catch (error) {
        if (attempt === startAttempts || signal?.aborted) throw error
      }
      await sleep(restartPauseMs) // the child processes of a killed PostgreSQL take a moment to notice and exit
    }
  }

  async function start(): Promise<number> {
    const child = startPostmaster(cluster, log)
    const complaint = lastComplaint(child)
    let running = true
    const ended = new Promise(resolve => child.once('exit', resolve).once('error', resolve)).finally(
      () => (running = false),
    )
    try {
      await untilAccepting(asOwner, () => running && !signal?.aborted)
    } catch {
      child.ref() // wait for its exit, even if nothing else keeps this process alive
      if (running) child.kill('SIGINT') // no other process would stop it after us
      const end = await ended
      if (end instanceof Error) demandLasting(end)
      throw didNotStart(cluster.folder, complaint() || `see ${join(cluster.folder, 'log')}`)
    }
    return recordedPid(cluster.folder) ?? (child.pid as number)
  }

  async function watchOver() {
    while (!stopping.signal.aborted) {
      await sleep(aliveCheckMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {}) // woken by stop()
      if (stopping.signal.aborted || isPostmaster(cluster.folder, pid)) continue
      log.error('PostgreSQL exited; restarting it')
      pid = await adoptOrStart().catch((error: unknown) => {
        log.error({ err: error }, 'PostgreSQL could not be restarted; retrying')
        return pid
      })
    }
  }

  return {
    connection: embeddedConnection(dataDir),
    async stop() {
      stopping.abort()
      await watch
      if (!(isSurvivor && leaveSurvivor)) await endPostmaster(cluster, pid)
    },
  }
}
