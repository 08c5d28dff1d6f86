import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copiedBecause, type FolderMarks, type HouseMarks } from '#domain/rehearsal/copied-because'
import { recordAudit, type AuditEntry } from '#server/platform/audit'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import { clusterFolder } from '#server/platform/store/data-folder'
import type { Db, Tx } from '#server/platform/store/index'
import * as store from './store.ts'
import { adminCommand } from '#server/platform/version'

// A restored or copied server has the addresses of real people, the keys of real sirens and the secrets of real
// integrations. It runs as a rehearsal, which does everything except send anything out, until an administrator makes it
// the real one (decision 48).

export interface RehearsalState {
  readonly since: Date
  readonly because: string
}

export interface Rehearsal {
  /** Returns the state that this process last read; null on a real server. */
  state(): RehearsalState | null
  /** Reads the state again. */
  look(): Promise<void>
}

/** Call it in the transaction that claims something to be sent: the result is then valid for every process. */
export async function isRehearsal(db: Db): Promise<boolean> {
  const identity = await store.readIdentity(db, 'system')
  return identity !== undefined && identity.rehearsal_since !== null
}

/** Returns the random id of this installation, made with its database. */
export async function houseIdOf(db: Db): Promise<string> {
  const identity = await store.readIdentity(db, 'system')
  return identity?.id ?? ''
}

/** Makes the server a rehearsal, in the caller's transaction. */
export async function beginRehearsal(tx: Tx, because: string, now: Date): Promise<void> {
  await store.holdIdentity(tx, 'system')
  await store.saveRehearsal(tx, 'system', because, now)
}

/** Makes a rehearsal the real server and records that. Returns whether it was a rehearsal. */
export async function endRehearsal(
  tx: Tx,
  act: Pick<AuditEntry, 'by' | 'requestId'>,
  now: Date,
): Promise<boolean> {
  const { rehearsal_since: since, rehearsal_because: because } = await store.holdIdentity(tx, 'system')
  if (since === null) return false
  await store.deleteRehearsal(tx, 'system', now)
  const before = { since: since.toISOString(), because }
  await recordAudit(
    tx,
    { ...act, customerId: null, action: 'rehearsal ended', target: 'this Skywarden', before },
    now,
  )
  return true
}

export interface RehearsalDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly schedule: Pick<Schedule, 'every'>
  readonly config: {
    readonly databaseUrl: string | undefined
    readonly dataDir: string
    readonly baseUrl: string
  }
  /** How long startup checks whether other processes use the same database. */
  readonly watchMs?: number
}

/** Identifies the folder by a file that PostgreSQL writes when a cluster is created, and never again. */
function folderMarks(dataDir: string): FolderMarks | null {
  const file = statSync(join(clusterFolder(dataDir), 'PG_VERSION'), { bigint: true, throwIfNoEntry: false })
  if (!file) return null
  const bornMs = Number(file.birthtimeMs)
  return { inode: String(file.ino), bornMs: bornMs > 0 ? bornMs : null, path: dataDir }
}

async function findMarks({ db, config }: Pick<RehearsalDeps, 'db' | 'config'>): Promise<HouseMarks> {
  const { databaseUrl, dataDir, baseUrl } = config
  return {
    ...(await store.databaseNumbers(db)),
    folder: databaseUrl === undefined ? folderMarks(dataDir) : null,
    address: baseUrl,
  }
}

/** Longer than the two seconds after which leases are renewed. */
const usualWatchMs = 3000

/**
 * Returns whether other processes are running on this database right now. If so it is the real server, even if
 * something has changed: a setting that differs between two processes must never silence the ones that protect people.
 */
async function othersLive({ db, watchMs = usualWatchMs }: RehearsalDeps): Promise<boolean> {
  const before = await store.latestLease(db, 'system')
  if (before === null) return false
  await sleep(watchMs)
  const after = await store.latestLease(db, 'system')
  return after !== null && after > before
}

/** Checks at startup, before anything is sent, whether this is still the same server. */
export async function openRehearsal(deps: RehearsalDeps): Promise<Rehearsal> {
  const { db, clock, log, config } = deps
  const found = await findMarks(deps)
  const known = await store.readIdentity(db, 'system')
  const because = known?.marks ? copiedBecause(known.marks, found) : null
  const isLiving = because !== null && config.databaseUrl !== undefined && (await othersLive(deps))
  if (isLiving)
    log.warn({ because }, 'this process is configured differently from the others on the same database')
  await db.transaction().execute(async tx => {
    const { rehearsal_since: since } = await store.holdIdentity(tx, 'system')
    if (because !== null && !isLiving) await store.saveRehearsal(tx, 'system', because, clock.now())
    // A rehearsal keeps the identity of the server it was copied from; it gets its own when it is made real.
    if (since === null && (because === null || isLiving)) await store.saveMarks(tx, 'system', found)
  })

  let state: RehearsalState | null = null
  async function look(): Promise<void> {
    const { rehearsal_since: since = null, rehearsal_because: reason = null } =
      (await store.readIdentity(db, 'system')) ?? {}
    const wasOn = state !== null
    state = since === null ? null : { since, because: reason ?? '' }
    if (state && !wasOn)
      log.warn(
        { because: state.because },
        `REHEARSAL: nothing is sent from this server. See: ${adminCommand} make-real`,
      )
    if (!state && wasOn) log.warn('the rehearsal is over: this is now the real server')
  }
  await look()
  deps.schedule.every('rehearsal', secondMs, look)
  deps.schedule.every('house identity', minuteMs, () => keepMarks(deps))
  return { state: () => state, look }
}

/**
 * Stores the server's identity after it was made real. Also, a process that keeps running proves that this is the same
 * server: an upgraded database server has other identifiers, which must not turn the next start into a rehearsal.
 */
async function keepMarks(deps: RehearsalDeps): Promise<void> {
  const found = await findMarks(deps)
  const identity = await store.readIdentity(deps.db, 'system')
  const isKnown = (marks: HouseMarks | null) =>
    marks !== null && marks.system === found.system && marks.database === found.database
  if (!identity || identity.rehearsal_since !== null || isKnown(identity.marks)) return
  await deps.db.transaction().execute(async tx => {
    const { marks, rehearsal_since } = await store.holdIdentity(tx, 'system')
    if (rehearsal_since !== null || isKnown(marks)) return
    const { system, database } = found
    await store.saveMarks(tx, 'system', marks === null ? found : { ...marks, system, database })
  })
}
