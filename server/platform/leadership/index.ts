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

/** How often every process looks: whoever would take over does so within a second after a lease has run out. */
export const lookEveryMs = secondMs
/** Whoever has it renews it several times before it runs out. */
const renewEveryMs = 2 * secondMs

/** Work that only one process does: keeping records and sending, running feeds, or letting devices in. */
export type Duty = 'keeper' | 'feeds' | 'gateway'

/** Another process does this work now. Nothing was written. */
export class LeadershipLost extends Error {
  constructor(duty: Duty) {
    super(`Another process has become the ${duty}`)
  }
}

export interface Leadership<Facts extends FactMap> {
  readonly duty: Duty
  /** Which term this is, while this process is the leader; null while it is not, or cannot know. */
  term(): number | null
  /** A transaction that only the leader can make. Throws `LeadershipLost` in a process that is not, or no longer. */
  keep<Result>(work: (tx: Tx, tell: AppendFact<Facts>) => Promise<Result>): Promise<Result>
  /** Every second: renews when it is time to, or takes over from one that has gone. */
  renew(): Promise<void>
  /** Gives the work to whoever wants it. */
  release(): Promise<void>
  /** For how many seconds nobody has done this work; null while somebody does. */
  vacantSeconds(): Promise<number | null>
}

export interface LeadershipDeps<Facts extends FactMap> {
  readonly duty: Duty
  readonly db: Db
  /** Milliseconds that only ever rise. */
  readonly monotonicMs: () => number
  readonly log: Log
  readonly doorbell: Doorbell
  readonly changes: Pick<Changes<Facts>, 'keep'>
  /** Whether this process may do it at all. */
  readonly isCandidate: boolean
  /** Whether no other process can be on this database: then nobody is waited for. */
  readonly isAlone: boolean
  readonly time?: DatabaseTime
}

export function createLeadership<Facts extends FactMap>(deps: LeadershipDeps<Facts>): Leadership<Facts> {
  const { duty, db, monotonicMs, log, changes, doorbell } = deps
  const request = { name: duty, holder: randomUUID(), time: deps.time ?? databaseTime }
  const beganMs = monotonicMs()
  let current: { readonly term: number; readonly untilMs: number } | undefined

  /** By a clock that only rises, from before the database was asked: never longer than the database means it. */
  const term = () => (current && monotonicMs() < current.untilMs ? current.term : null)

  function lose() {
    if (current) log.warn({ duty, term: current.term }, 'another process has taken over')
    current = undefined
  }

  return {
    duty,
    term,
    async keep(work) {
      const own = term()
      if (own === null) throw new LeadershipLost(duty)
      return changes.keep(async (tx, tell) => {
        if (await holdTerm(tx, duty, own)) return work(tx, tell)
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
      log.info({ duty, term: taken }, 'this process does it from now on')
    },
    async release() {
      if (!current) return
      const { term: own } = current
      current = undefined
      await endLease(db, request, own)
      doorbell.ring('leases')
    },
    async vacantSeconds() {
      // Where nobody has ever done it, nobody has since this process came.
      const seconds = (await secondsVacant(db, request)) ?? (monotonicMs() - beganMs) / secondMs
      return seconds >= 0 ? seconds : null
    },
  }
}
