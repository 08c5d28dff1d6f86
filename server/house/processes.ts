import type { Config } from '#server/config'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import {
  deleteFactsBefore,
  deleteSetAsideBefore,
  openChanges,
  type Changes,
} from '#server/platform/changes/index'
import { dayMs, later, minuteMs, secondMs, systemClock, type Clock } from '#server/platform/clock'
import { createDoorbell, type Doorbell } from '#server/platform/doorbell/index'
import { natsWire } from '#server/platform/doorbell/nats'
import { postgresWire } from '#server/platform/doorbell/postgres'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import { createLeadership, lookEveryMs, type Duty, type Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import { noRelay, openRelay } from '#server/platform/relay/index'
import { onlyWhile, overdueTask, type Schedule } from '#server/platform/schedule'
import type { Db } from '#server/platform/store/index'
import type { Rehearsal } from '#server/platform/rehearsal/index'
import type { Traces } from '#server/platform/traces/index'
import { relayedEvents } from '#server/house/relayed'
import { openTraces } from '#server/house/traces'
import type { Sources } from '#server/sources'

export interface ProcessesDeps {
  readonly config: Pick<Config, 'databaseUrl' | 'natsUrl' | 'runs' | 'traces'>
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly schedule: Schedule
  readonly sources: Pick<Sources, 'simulated' | 'hasFeeds'>
  readonly rehearsal: Pick<Rehearsal, 'state'>
  /** Leases use the machine's own clock, so they also work on a server with a simulated time. */
  readonly monotonicMs?: () => number
}

/** The parts shared by the processes of one deployment, and which process does the work that only one may do. */
export interface Processes {
  readonly changes: Changes<Facts>
  readonly leadership: Leadership<Facts>
  readonly feeds: Leadership<Facts>
  readonly gateway: Leadership<Facts>
  readonly doorbell: Doorbell
  readonly isRelayed: (received: object) => boolean
  readonly leaderSchedule: Schedule
  readonly feedSchedule: Schedule
  readonly feedBus: Bus<Events>
  /** Undefined unless the operator has named a collector. */
  readonly traces: Traces | undefined
  readonly readyChecks: readonly ReadyCheck[]
  readonly figures: readonly Figure[]
  /**
   * Call it when every room has subscribed: from now on this process and the others receive each other's events. Calls
   * `startFeeds` once this process is the leader for feeds, however late; if that fails, calls it again.
   */
  start(startFeeds: () => void): Promise<void>
  /** Call it when nothing is running anymore, so that other processes take over immediately. */
  leave(): Promise<void>
}

const factsKeptMs = 30 * dayMs
/** All of these facts are also in the evidence, and consumers need them only briefly. */
const shortLived: readonly (keyof Facts)[] = ['delay extended']
/** Longer than any takeover. */
const vacantTooLongSeconds = 15

/** Returns whether this process holds a role. Throws if no process has held it for longer than a takeover takes. */
export async function isHeldHere(duty: Pick<Leadership<Facts>, 'term' | 'vacantSeconds'>, done: string) {
  if (duty.term() !== null) return true
  const vacant = await duty.vacantSeconds()
  if (vacant !== null && vacant > vacantTooLongSeconds)
    throw new Error(
      `No process has ${done} for ${Math.round(vacant)} s. Check SKYWARDEN_RUN in all processes.`,
    )
  return false
}

function connectDoorbell({ config, db, log }: ProcessesDeps): Doorbell {
  const { databaseUrl, natsUrl } = config
  if (natsUrl !== undefined) return createDoorbell(log, onText => natsWire({ natsUrl, log }, onText))
  if (databaseUrl === undefined) return createDoorbell(log)
  return createDoorbell(log, onText => postgresWire({ db, databaseUrl, log }, onText))
}

/**
 * Keeps requests for data on this process only if it runs the feeds. A former leader leaves them to the process that
 * does.
 */
function leaveRequestsToFeeds(bus: Bus<Events>, areFeedsOurs: () => boolean): Bus<Events> {
  const requests: readonly (keyof Events)[] = ['forecast-wanted', 'roads-wanted', 'radar-wanted']
  return {
    ...bus,
    subscribe: (name, listener) =>
      bus.subscribe(name, payload => {
        if (areFeedsOurs() || !requests.includes(name)) return listener(payload)
      }),
  }
}

/** Joins the other processes on the same database. If there cannot be any, this process does everything. */
export async function joinProcesses(deps: ProcessesDeps): Promise<Processes> {
  const { config, db, clock, log, bus, schedule, sources } = deps
  const isAlone = config.databaseUrl === undefined
  const doorbell = connectDoorbell(deps)
  const { monotonicMs = systemClock.monotonicMs } = deps
  const changes = await openChanges<Facts>({ db, clock, monotonicMs, log, doorbell })
  const traces = await openTraces({ ...deps, changes })
  const duty = (name: Duty, isCandidate: boolean) =>
    createLeadership<Facts>({ duty: name, db, monotonicMs, log, doorbell, changes, isCandidate, isAlone })
  const leadership = duty('keeper', config.runs.has('engines'))
  const feeds = duty('feeds', config.runs.has('feeds'))
  const gateway = duty('gateway', config.runs.has('gateway'))
  const duties = [leadership, feeds, gateway]
  const renewAll = async () => void (await Promise.all(duties.map(each => each.renew())))
  await renewAll()
  const { simulated, hasFeeds } = sources
  const areFeedsOurs = () => feeds.term() !== null
  const relayed = relayedEvents(hasFeeds, areFeedsOurs)
  const relay = isAlone
    ? noRelay
    : await openRelay<Events>({ db, clock, log, bus, doorbell, relayed, simulated })
  const leaderSchedule = onlyWhile(schedule, () => leadership.term() !== null)
  const feedSchedule = onlyWhile(schedule, areFeedsOurs)
  let areFeedsStarted = false

  /** Returns what is wrong with a role that this process holds. */
  function undone({ duty: name }: Leadership<Facts>): string | null {
    if (name === 'keeper') return overdueTask(leaderSchedule.states())
    if (name === 'feeds')
      return areFeedsStarted ? overdueTask(feedSchedule.states()) : 'they have not started'
    return null // the device listener has its own check
  }

  return {
    changes,
    leadership,
    feeds,
    gateway,
    doorbell,
    isRelayed: relay.isRelayed,
    leaderSchedule,
    feedSchedule,
    feedBus: leaveRequestsToFeeds(bus, areFeedsOurs),
    traces,
    readyChecks: [
      ...changes.readyChecks,
      {
        name: 'keeper',
        check: async () => {
          if (!(await isHeldHere(leadership, 'kept records'))) return 'Another process is the leader'
          const fault = undone(leadership)
          if (fault !== null) throw new Error(`This process should keep the records, but ${fault}`)
          return 'This process is the leader'
        },
      },
      {
        name: 'feeds',
        check: async () => {
          if (!(await isHeldHere(feeds, 'run the feeds'))) return 'Another process runs the feeds'
          const fault = undone(feeds)
          if (fault !== null) throw new Error(`This process should run the feeds, but ${fault}`)
          return 'This process runs the feeds'
        },
      },
    ],
    figures: [
      ...changes.figures,
      ...(traces?.figures ?? []),
      {
        name: 'skywarden_duty',
        help: 'Whether this process holds a duty that only one process has at a time: 1 or 0',
        labelNames: ['duty'],
        read: async () =>
          duties.map(({ duty: name, term }) => ({
            labels: { duty: name },
            value: Number(term() !== null),
          })),
      },
      {
        name: 'skywarden_duty_undone',
        help: 'Whether this process holds a duty but does not perform it: 1 or 0',
        labelNames: ['duty'],
        read: async () =>
          [leadership, feeds].map(each => ({
            labels: { duty: each.duty },
            value: Number(each.term() !== null && undone(each) !== null),
          })),
      },
      {
        name: 'skywarden_task_failures',
        help: 'Consecutive failed runs of a background task',
        labelNames: ['task'],
        read: async () =>
          schedule.states().map(({ name, failures }) => ({ labels: { task: name }, value: failures })),
      },
    ],
    async start(startFeeds) {
      relay.start()
      const held = new Set<Duty>()
      /** Compares the held roles with the running work every second: losing and regaining a term triggers no event. */
      function followLeases() {
        if (areFeedsOurs() && !areFeedsStarted) {
          startFeeds()
          areFeedsStarted = true
        }
        for (const { duty: name, term } of duties) {
          if (term() === null) held.delete(name)
          else if (!held.has(name)) {
            held.add(name)
            for (const task of ['lightning', 'policies', 'device door']) schedule.nudge(task)
          }
        }
      }
      schedule.every('leases', lookEveryMs, async () => {
        await renewAll()
        followLeases()
      })
      schedule.every('changes', secondMs, changes.catchUp)
      schedule.every('products', 2 * secondMs, relay.readOn)
      doorbell.subscribe('leases', () => schedule.nudge('leases'))
      doorbell.subscribe('changes', () => schedule.nudge('changes'))
      doorbell.subscribe('products', () => schedule.nudge('products'))
      leaderSchedule.every('product retention', minuteMs, relay.tidyUp)
      leaderSchedule.every('fact retention', dayMs, async () => {
        const before = later(clock.now(), -factsKeptMs)
        await deleteFactsBefore(db, before)
        await deleteFactsBefore(db, later(clock.now(), -dayMs), shortLived)
        await deleteSetAsideBefore(db, before)
      })
    },
    async leave() {
      await Promise.all([...duties.map(each => each.release()), traces?.stop()])
      await doorbell.stop()
    },
  }
}
