import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Log } from '#server/platform/log'
import { blockersInWords, type Blocker } from './migration-waits.ts'

// Arbitrary numbers that no other lock uses: two processes must not migrate at the same time.

/** Held by the migrating process for the whole time. No statement waits for it in the database. */
const turnLock = 7_266_016

/** The lock that versions up to 0.1 wait for in the database. */
export const migrationLock = 7_266_001

const lookEveryMs = 250

async function holdersOf(connection: Kysely<unknown>, lock: number): Promise<readonly Blocker[]> {
  const { rows } = await sql<Blocker>`
    select activity.pid, activity.application_name as application, activity.state,
      to_json(activity.query_start) #>> '{}' as "queryStart"
    from pg_locks as held join pg_stat_activity as activity on activity.pid = held.pid
    where held.locktype = 'advisory' and held.granted
      and held.classid = 0 and held.objid = ${sql.lit(lock)} and held.objsubid = 1
      and held.database = (select oid from pg_database where datname = current_database())`.execute(
    connection,
  )
  return rows
}

/** Polls for the lock, because a statement that waits would block any process that builds an index. */
async function take(connection: Kysely<unknown>, lock: number, log: Log): Promise<void> {
  for (let last: number | undefined; ;) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${sql.lit(lock)}) as taken`.execute(connection)
    if (rows[0]?.taken === true) return
    const blockers = await holdersOf(connection, lock)
    const holder = blockers[0]?.pid
    if (holder !== undefined && holder !== last)
      log.info(
        { blockers },
        `waiting for another process that is migrating the database: ${blockersInWords(blockers)}`,
      )
    last = holder ?? last
    await sleep(lookEveryMs)
  }
}

/** Migrates while no other process does. */
export async function inTurn<Result>(
  connection: Kysely<unknown>,
  log: Log,
  work: () => Promise<Result>,
): Promise<Result> {
  await take(connection, turnLock, log)
  try {
    await take(connection, migrationLock, log)
    return await work()
  } finally {
    await sql`select pg_advisory_unlock_all()`.execute(connection)
  }
}

/**
 * Builds an index within a turn. A build waits for every running statement, so it and a process of a version up to 0.1
 * would wait for each other. That process has nothing to migrate: the newer migrations come after all of its own.
 */
export async function pastOlderVersions(
  connection: Kysely<unknown>,
  log: Log,
  build: () => Promise<void>,
): Promise<void> {
  await sql`select pg_advisory_unlock(${sql.lit(migrationLock)})`.execute(connection)
  try {
    await build()
  } finally {
    await take(connection, migrationLock, log)
  }
}
