import {
  getStatus,
  getWeatherSources,
  makeReal,
  pauseSource,
  setFeedFault,
  weatherKinds,
  type FailingTask,
  type FeedStatus,
} from '#contract/status'
import type { Source } from '#domain/feeds/source'
import { areaName } from '#domain/geo/area'
import type { Events } from '#server/events'
import { recordAudit, type AuditEntry } from '#server/platform/audit'
import type { Bus } from '#server/platform/bus'
import { later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import { readiness, type ReadyCheck } from '#server/platform/http/health'
import { notFound, serverRefusal } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Rehearsal, RehearsalState } from '#server/platform/rehearsal/index'
import type { Schedule, TaskState } from '#server/platform/schedule'
import type { Db, Tx } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import type { PublicFeeds } from './public-feeds.ts'
import { deletePause, insertPause, type PauseRow } from './store.ts'

export { createPublicFeeds, type PublicFeeds } from './public-feeds.ts'

type Health = Events['feed-health']

interface Feed {
  readonly health: Health
  readonly source: Source | undefined
}

export interface StatusDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly schedule: Schedule
  readonly sources: Sources
  readonly checks: readonly ReadyCheck[]
  /** The health of the sources with a key, which do not report it themselves. */
  readonly keyFeeds: () => Promise<readonly Feed[]>
  readonly publicFeeds: PublicFeeds
  readonly rehearsal: Rehearsal
  /** Turns a rehearsal into the real deployment; returns false if it is not one. */
  readonly makeReal: (tx: Tx, act: Pick<AuditEntry, 'by' | 'requestId'>, now: Date) => Promise<boolean>
}

export interface Status {
  readonly routes: readonly Served[]
  readonly figures: readonly Figure[]
}

/** Every built-in feed reports its health at least every minute; one silent for this long is unhealthy. */
const silentAfterMs = 3 * minuteMs
const watchEveryMs = 5 * secondMs

interface Reported {
  readonly health: Health
  readonly reportedMs: number
}

/** Tracks the health of every feed: built-in ones by their reports, those with a key by their deliveries. */
export function createStatus(deps: StatusDeps): Status {
  const { db, clock, log, bus, schedule, sources, checks, rehearsal, publicFeeds } = deps
  const reported = new Map<string, Reported>()
  bus.subscribe('feed-health', health => {
    reported.set(health.feed, { health, reportedMs: clock.now().getTime() })
  })

  async function feeds(now: Date): Promise<Feed[]> {
    const own = [...reported.values()].map(({ health, reportedMs }) => ({
      health:
        now.getTime() - reportedMs <= silentAfterMs
          ? health
          : { ...health, delivering: false, detail: 'Has not reported for several minutes' },
      source: sources.named(health.feed),
    }))
    return [...own, ...(await deps.keyFeeds())]
  }

  const failing = new Set<string>()
  schedule.every('feed watch', watchEveryMs, async () => {
    const all = await feeds(clock.now())
    for (const { feed, delivering, detail, lastDeliveryMs } of all.map(({ health }) => health)) {
      if (delivering === null) continue
      const isNew = delivering ? failing.delete(feed) : !failing.has(feed)
      if (!isNew) continue
      const last = lastDeliveryMs === null ? null : new Date(lastDeliveryMs).toISOString()
      if (delivering) log.info({ feed }, 'a feed is delivering again')
      else log.error({ feed, detail, lastDelivery: last }, 'a feed is not delivering')
      if (!delivering) failing.add(feed)
    }
    for (const feed of failing) if (!all.some(({ health }) => health.feed === feed)) failing.delete(feed)
  })

  async function ages() {
    const now = clock.now()
    return (await feeds(now)).flatMap(({ health: { feed, lastDeliveryMs } }) =>
      lastDeliveryMs === null
        ? []
        : [{ labels: { feed }, value: (now.getTime() - lastDeliveryMs) / secondMs }],
    )
  }

  return {
    figures: [
      {
        name: 'skywarden_rehearsal',
        help: 'Whether this house is a rehearsal, which lets nothing out: 1 or 0',
        read: async () => [{ value: Number(rehearsal.state() !== null) }],
      },
      {
        name: 'skywarden_feed_age_seconds',
        help: 'Time since a feed last delivered',
        labelNames: ['feed'],
        read: ages,
      },
      {
        name: 'skywarden_feed_delivering',
        help: 'Whether a feed delivers: 1 or 0',
        labelNames: ['feed'],
        read: async () =>
          (await feeds(clock.now())).flatMap(({ health: { feed, delivering } }) =>
            delivering === null ? [] : [{ labels: { feed }, value: Number(delivering) }],
          ),
      },
    ],
    routes: [
      serve(getStatus, async ({ now }) => ({
        asOf: now.toISOString(),
        simulatedWeather: sources.simulated,
        rehearsal: wireRehearsal(rehearsal.state()),
        checks: await readiness(checks),
        failingTasks: failingTasks(schedule.states(), now),
        feeds: (await feeds(now)).map(feed => wireFeed(feed, publicFeeds.pauses())),
      })),

      serve(getWeatherSources, async () =>
        weatherKinds.map(kind => ({ kind, sources: sources.inUse(kind).map(wireSource(sources)) })),
      ),

      serve(makeReal, async ({ caller, body, now, requestId }) => {
        await db.transaction().execute(async tx => {
          await rehearsal.look()
          const isMeant = rehearsal.state()?.since.getTime() === Date.parse(body.since)
          if (!isMeant || !(await deps.makeReal(tx, { by: caller, requestId }, now)))
            throw serverRefusal('This rehearsal is over already.')
        })
        await rehearsal.look()
        return null
      }),

      serve(pauseSource, async ({ caller, body: { source, paused }, now, requestId }) => {
        await db.transaction().execute(async tx => {
          if (paused) await insertPause(tx, 'system', { source, paused_by: caller.fullName, paused_at: now })
          else await deletePause(tx, 'system', source)
          const act = {
            by: caller,
            customerId: null,
            action: paused ? 'source of weather paused' : 'source of weather resumed',
            target: source,
            before: { paused: !paused },
            after: { paused },
            requestId,
          }
          await recordAudit(tx, act, now)
        })
        await publicFeeds.load()
        return null
      }),

      serve(setFeedFault, async ({ caller, body, now, requestId }) => {
        const known = reported.get(body.feed)
        if (!known || known.health.fault === null) throw notFound('A simulated feed of this name')
        await db.transaction().execute(tx =>
          recordAudit(
            tx,
            {
              by: caller,
              customerId: null,
              action: 'simulated feed told to fail or to work',
              target: body.feed,
              before: { fault: known.health.fault },
              after: { fault: body.fault },
              requestId,
            },
            now,
          ),
        )
        reported.set(body.feed, { ...known, health: { ...known.health, fault: body.fault } })
        bus.publish('feed-fault-wanted', body)
        return null
      }),
    ],
  }
}

const wireRehearsal = (state: RehearsalState | null) =>
  state && { since: state.since.toISOString(), because: state.because }

function failingTasks(states: readonly TaskState[], now: Date): FailingTask[] {
  return states.flatMap(({ name, lastError, failingForMs }) =>
    lastError === null || failingForMs === null
      ? []
      : [{ name, reason: lastError, since: later(now, -failingForMs).toISOString() }],
  )
}

const wireSource =
  (sources: Sources) =>
  ({ id, name, area, license, provesAbsence }: Source) =>
    ({
      name,
      simulated: sources.isSimulated(id),
      area: areaName(area),
      license,
      provesAbsence: typeof provesAbsence === 'string' ? provesAbsence : provesAbsence ? 'yes' : 'no',
    }) as const

function wirePublic(asked: Health['asked'], pauses: readonly PauseRow[]): FeedStatus['publicSource'] {
  if (!asked) return null
  const pause = pauses.find(({ source }) => source === asked.source)
  return { ...asked, paused: pause ? { by: pause.paused_by, since: pause.paused_at.toISOString() } : null }
}

function wireFeed({ health, source }: Feed, pauses: readonly PauseRow[]): FeedStatus {
  const { feed, delivering, detail, lastDeliveryMs, fault, asked } = health
  const latencyMs = source?.usualLatencyMs ?? null
  return {
    feed,
    delivering,
    detail,
    lastDelivery: lastDeliveryMs === null ? null : new Date(lastDeliveryMs).toISOString(),
    area: source ? areaName(source.area) : null,
    license: source?.license ?? null,
    usualLatencySeconds: latencyMs === null ? null : latencyMs / secondMs,
    fault,
    publicSource: wirePublic(asked, pauses),
  }
}
