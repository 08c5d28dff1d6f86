import { sql } from 'kysely'
import type { Db } from './index.ts'

/** A session that holds a lock that a migration waits for. */
export interface Blocker {
  readonly pid: number
  readonly application: string
  readonly state: string | null
  readonly queryStart: string | null
}

const lookEveryMs = 1000

async function blockersOf(db: Db, pid: number): Promise<readonly Blocker[]> {
  const { rows } = await sql<Blocker>`
    select activity.pid, activity.application_name as application, activity.state,
      to_json(activity.query_start) #>> '{}' as "queryStart"
    from unnest(pg_blocking_pids(${pid})) as blocking (pid)
    join pg_stat_activity as activity on activity.pid = blocking.pid order by activity.pid`.execute(db)
  return rows
}

/**
 * Checks from another connection which sessions block a backend, and calls back when that changes. The check is never
 * awaited, because a database with a single connection answers it only after the wait is over.
 */
export function watchWaits(
  db: Db,
  pid: number,
  onWaiting: (blockers: readonly Blocker[]) => void,
): { last(): readonly Blocker[]; stop(): void } {
  let last: readonly Blocker[] = []
  let isLooking = false
  let isStopped = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    blockersOf(db, pid)
      .then(blockers => {
        if (isStopped || blockers.length === 0) return
        const isNews = blockers.map(each => each.pid).join() !== last.map(each => each.pid).join()
        last = blockers
        if (isNews) onWaiting(blockers)
      })
      .catch(() => {}) // in that case only the blocker's name is missing
      .finally(() => (isLooking = false))
  }, lookEveryMs)
  timer.unref()
  return {
    last: () => last,
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

export function blockersInWords(blockers: readonly Blocker[]): string {
  return blockers
    .map(
      ({ pid, application, state, queryStart }) =>
        `pid ${pid} (${application || 'no name'}, ${state ?? 'unknown'}${queryStart === null ? '' : `, query since ${queryStart}`})`,
    )
    .join(', ')
}
