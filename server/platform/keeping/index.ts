import { randomUUID } from 'node:crypto'
import type { Changes, FactMap, Tell } from '#server/platform/changes/index'
import { secondMs } from '#server/platform/clock'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Log } from '#server/platform/log'
import type { Db, Tx } from '#server/platform/store/index'
import {
  databaseTime,
  endLease,
  holdEpoch,
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
export class NotOurs extends Error {
  constructor(duty: Duty) {
    super(`Another process has become the ${duty}`)
  }
}

export interface Keeper<Facts extends FactMap> {
  readonly duty: Duty
  /** Which reign this is, while this process is the keeper; null while it is not, or cannot know. */
  epoch(): number | null
  /** A transaction that only the keeper can make. Throws `NotOurs` in a process that is not, or no longer. */
  keep<Result>(work: (tx: Tx, tell: Tell<Facts>) => Promise<Result>): Promise<Result>
  /** Every second: renews when it is time to, or takes over from one that has gone. */
  renew(): Promise<void>
  /** Gives the work to whoever wants it. */
  release(): Promise<void>
  /** For how many seconds nobody has done this work; null while somebody does. */
  vacantSeconds(): Promise<number | null>
}

export interface KeeperDeps<Facts extends FactMap> {
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

export function createKeeper<Facts extends FactMap>(deps: KeeperDeps<Facts>): Keeper<Facts> {
  const { duty, db, monotonicMs, log, changes, doorbell } = deps
  const request = { name: duty, holder: randomUUID(), time: deps.time ?? databaseTime }
  const beganMs = monotonicMs()
  let reign: { readonly epoch: number; readonly untilMs: number } | undefined

  /** By a clock that only rises, from before the database was asked: never longer than the database means it. */
  const epoch = () => (reign && monotonicMs() < reign.untilMs ? reign.epoch : null)

  function lose() {
    if (reign) log.warn({ duty, epoch: reign.epoch }, 'another process has taken over')
    reign = undefined
  }

  return {
    duty,
    epoch,
    async keep(work) {
      const own = epoch()
      if (own === null) throw new NotOurs(duty)
      return changes.keep(async (tx, tell) => {
        if (await holdEpoch(tx, duty, own)) return work(tx, tell)
        lose()
        throw new NotOurs(duty)
      })
    },
    async renew() {
      if (!deps.isCandidate) return
      const untilMs = monotonicMs() + leaseSeconds * secondMs
      if (reign) {
        const { epoch: own } = reign
        if (untilMs - reign.untilMs < renewEveryMs) return
        if (await renewLease(db, request, own)) reign = { epoch: own, untilMs }
        else lose()
        return
      }
      const taken = await takeLease(db, request, deps.isAlone)
      if (taken === null) return
      reign = { epoch: taken, untilMs }
      log.info({ duty, epoch: taken }, 'this process does it from now on')
    },
    async release() {
      if (!reign) return
      const { epoch: own } = reign
      reign = undefined
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
