import type { Config } from '#server/config'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import { deleteFactsBefore, openChanges, type Changes } from '#server/platform/changes/index'
import { dayMs, later, minuteMs, secondMs, systemClock, type Clock } from '#server/platform/clock'
import { createDoorbell, type Doorbell } from '#server/platform/doorbell/index'
import { natsWire } from '#server/platform/doorbell/nats'
import { postgresWire } from '#server/platform/doorbell/postgres'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import { createKeeper, lookEveryMs, type Duty, type Keeper } from '#server/platform/keeping/index'
import type { Log } from '#server/platform/log'
import { noRelay, openRelay } from '#server/platform/relay/index'
import { onlyWhile, type Schedule } from '#server/platform/schedule'
import type { Db } from '#server/platform/store/index'
import { relayedEvents } from '#server/house/relayed'
import type { Sources } from '#server/sources'

export interface ProcessesDeps {
  readonly config: Pick<Config, 'databaseUrl' | 'natsUrl' | 'runs'>
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly schedule: Schedule
  readonly sources: Pick<Sources, 'simulated'>
}

/** What the processes of one house share, and who of them does what only one may do. */
export interface Processes {
  readonly changes: Changes<Facts>
  readonly keeper: Keeper<Facts>
  readonly feeds: Keeper<Facts>
  readonly gateway: Keeper<Facts>
  readonly doorbell: Doorbell
  readonly isRelayed: (heard: object) => boolean
  readonly keeperSchedule: Schedule
  readonly feedSchedule: Schedule
  readonly feedBus: Bus<Events>
  readonly readyChecks: readonly ReadyCheck[]
  readonly figures: readonly Figure[]
  /** When every room listens: from now on this process hears what others do, and they hear it. */
  start(onFeeds: () => void, onDuty: () => void): Promise<void>
  /** When nothing is under way any more: others take over at once. */
  leave(): Promise<void>
}

const factsKeptMs = 30 * dayMs
/** Longer than a take-over ever takes. */
const vacantTooLongSeconds = 15

function connectDoorbell({ config, db, log }: ProcessesDeps): Doorbell {
  const { databaseUrl, natsUrl } = config
  if (natsUrl !== undefined) return createDoorbell(log, onText => natsWire({ natsUrl, log }, onText))
  if (databaseUrl === undefined) return createDoorbell(log)
  return createDoorbell(log, onText => postgresWire({ db, databaseUrl, log }, onText))
}

/** Wishes are answered by the process that runs the feeds. One that did so before leaves them to it. */
function leaveWishes(bus: Bus<Events>, areFeedsOurs: () => boolean): Bus<Events> {
  const wishes: readonly (keyof Events)[] = ['forecast-wanted', 'roads-wanted']
  return {
    ...bus,
    hear: (name, listener) =>
      bus.hear(name, payload => {
        if (areFeedsOurs() || !wishes.includes(name)) return listener(payload)
      }),
  }
}

/** Joins the other processes on the same database, or finds that there can be none: then everything is this one's. */
export async function joinProcesses(deps: ProcessesDeps): Promise<Processes> {
  const { config, db, clock, log, bus, schedule, sources } = deps
  const isAlone = config.databaseUrl === undefined
  const doorbell = connectDoorbell(deps)
  // Leases go by the machine's own clock: a house that is told another time still holds them.
  const { monotonicMs } = systemClock
  const changes = await openChanges<Facts>({ db, clock, monotonicMs, log, doorbell })
  let takenUp = () => {}
  const duty = (name: Duty, isCandidate: boolean) =>
    createKeeper<Facts>({
      duty: name,
      db,
      monotonicMs,
      log,
      doorbell,
      changes,
      isCandidate,
      isAlone,
      onTaken: () => takenUp(),
    })
  const keeper = duty('keeper', config.runs.has('engines'))
  const feeds = duty('feeds', config.runs.has('feeds'))
  const gateway = duty('gateway', config.runs.has('gateway'))
  const duties = [keeper, feeds, gateway]
  for (const each of duties) await each.renew()
  const { simulated } = sources
  const areFeedsOurs = () => feeds.epoch() !== null
  const relayed = relayedEvents(simulated, areFeedsOurs)
  const relay = isAlone
    ? noRelay
    : await openRelay<Events>({ db, clock, log, bus, doorbell, relayed, simulated })
  const keeperSchedule = onlyWhile(schedule, () => keeper.epoch() !== null)

  return {
    changes,
    keeper,
    feeds,
    gateway,
    doorbell,
    isRelayed: relay.isRelayed,
    keeperSchedule,
    feedSchedule: onlyWhile(schedule, areFeedsOurs),
    feedBus: leaveWishes(bus, areFeedsOurs),
    readyChecks: [
      changes.readyCheck,
      {
        name: 'keeper',
        check: async () => {
          const vacant = keeper.epoch() === null ? await keeper.vacantSeconds() : null
          if (vacant !== null && vacant > vacantTooLongSeconds)
            throw new Error(`No process has kept records for ${Math.round(vacant)} s`)
          return keeper.epoch() === null
            ? 'Another process keeps the records'
            : 'This process keeps the records'
        },
      },
    ],
    figures: [
      ...changes.figures,
      {
        name: 'skywarden_duty',
        help: 'Whether this process does what one does for all: 1 or 0',
        labelNames: ['duty'],
        read: async () =>
          duties.map(({ duty: name, epoch }) => ({
            labels: { duty: name },
            value: Number(epoch() !== null),
          })),
      },
    ],
    async start(onFeeds, onDuty) {
      relay.start()
      let areFeedsStarted = false
      takenUp = () => {
        if (areFeedsOurs() && !areFeedsStarted) {
          areFeedsStarted = true
          onFeeds()
        }
        onDuty()
        for (const task of ['lightning', 'policies']) schedule.nudge(task)
      }
      takenUp()
      schedule.every('leases', lookEveryMs, async () => {
        for (const each of duties) await each.renew()
      })
      schedule.every('changes', secondMs, changes.catchUp)
      schedule.every('products', 2 * secondMs, relay.readOn)
      doorbell.hear('leases', () => schedule.nudge('leases'))
      doorbell.hear('changes', () => schedule.nudge('changes'))
      doorbell.hear('products', () => schedule.nudge('products'))
      keeperSchedule.every('product retention', minuteMs, relay.tidyUp)
      keeperSchedule.every('fact retention', dayMs, () =>
        deleteFactsBefore(db, later(clock.now(), -factsKeptMs)),
      )
    },
    async leave() {
      await Promise.all(duties.map(each => each.release()))
      await doorbell.stop()
    },
  }
}
