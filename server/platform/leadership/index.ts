import { randomUUID } from 'node:crypto'
import type { Changes, FactMap, AppendFact } from '#server/platform/changes/index'
import { secondMs } from '#server/platform/clock'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Log } from '#server/platform/log'
import type { Db, Tx } from '#server/platform/store/index'
import {
  databaseTime,
  endLease,
  holdTerm,
  leaseSeconds,
  renewLease,
  secondsVacant,
  takeLease,
  type DatabaseTime,
} from './lease.ts'

export { databaseTime, type DatabaseTime } from './lease.ts'

/** How often every process checks: a standby takes over within a second after a lease has expired. */
export const lookEveryMs = secondMs
/** The leader renews its lease several times before it expires. */
const renewEveryMs = 2 * secondMs

/** Work that only one process does: recording and sending, running feeds, or accepting devices. */
export type Duty = 'keeper' | 'feeds' | 'gateway'

/** Thrown when another process has become the leader. Nothing was written. */
export class LeadershipLost extends Error {
  constructor(duty: Duty) {
    super(`Another process has become the ${duty}`)
  }
}

/** Runs work that ends early, without an error, if another process becomes the leader and continues from there. */
export async function whileLeading(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof LeadershipLost)) throw error
  }
}

export interface Leadership<Facts extends FactMap> {
  readonly duty: Duty
  /** Returns the current term while this process is the leader; null while it is not, or cannot know. */
  term(): number | null
  /**
   * A transaction that only the leader can open. Throws `LeadershipLost` in a process that is not, or no longer, the
   * leader.
   */
  commit<Result>(work: (tx: Tx, appendFact: AppendFact<Facts>) => Promise<Result>): Promise<Result>
  /** Runs every second: renews the lease when due, or takes over from a leader that is gone. */
  renew(): Promise<void>
  /** Gives up the lease, so another process can take it. */
  release(): Promise<void>
  /** Returns how many seconds there has been no leader; null while there is one. */
  vacantSeconds(): Promise<number | null>
}

export interface LeadershipDeps<Facts extends FactMap> {
  readonly duty: Duty
  readonly db: Db
  /** Monotonic milliseconds. */
  readonly monotonicMs: () => number
  readonly log: Log
  readonly doorbell: Doorbell
  readonly changes: Pick<Changes<Facts>, 'commit'>
  /** Whether this process may ever become the leader. */
  readonly isCandidate: boolean
  /** Whether no other process can use this database, in which case this one takes the lease without waiting. */
  readonly isAlone: boolean
  readonly time?: DatabaseTime
}

export function createLeadership<Facts extends FactMap>(deps: LeadershipDeps<Facts>): Leadership<Facts> {
  const { duty, db, monotonicMs, log, changes, doorbell } = deps
  const request = { name: duty, holder: randomUUID(), time: deps.time ?? databaseTime }
  const beganMs = monotonicMs()
  let current: { readonly term: number; readonly untilMs: number } | undefined

  /** Measured by a monotonic clock from before the query, so it never ends later than the lease in the database. */
  const term = () => (current && monotonicMs() < current.untilMs ? current.term : null)

  function lose() {
    if (current) log.warn({ duty, term: current.term }, 'another process has taken over')
    current = undefined
  }

  return {
    duty,
    term,
    async commit(work) {
      const own = term()
      if (own === null) throw new LeadershipLost(duty)
      return changes.commit(async (tx, appendFact) => {
        if (await holdTerm(tx, duty, own)) return work(tx, appendFact)
        lose()
        throw new LeadershipLost(duty)
      })
    },
    async renew() {
      if (!deps.isCandidate) return
      const untilMs = monotonicMs() + leaseSeconds * secondMs
      if (current) {
        const { term: own } = current
        if (untilMs - current.untilMs < renewEveryMs) return
        if (await renewLease(db, request, own)) current = { term: own, untilMs }
        else lose()
        return
      }
      const taken = await takeLease(db, request, deps.isAlone)
      if (taken === null) return
      current = { term: taken, untilMs }
      log.info({ duty, term: taken }, 'this process is now the leader')
    },
    async release() {
      if (!current) return
      const { term: own } = current
      current = undefined
      await endLease(db, request, own)
      doorbell.ring('leases')
    },
    async vacantSeconds() {
      // If there has never been a leader, counts from the start of this process.
      const seconds = (await secondsVacant(db, request)) ?? (monotonicMs() - beganMs) / secondMs
      return seconds >= 0 ? seconds : null
    },
  }
}
