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
import { later, secondMs } from '#server/platform/clock'
import { readiness, type ReadyCheck } from '#server/platform/http/health'
import { notFound, serverRefusal } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Rehearsal, RehearsalState } from '#server/platform/rehearsal/index'
import type { Schedule, TaskState } from '#server/platform/schedule'
import type { Db, Tx } from '#server/platform/store/index'
import { version } from '#server/platform/version'
import type { Sources } from '#server/sources'
import type { Feed, Health, StatusEngine } from './engine.ts'
import type { PublicFeeds } from './public-feeds.ts'
import { deletePause, insertPause, type PauseRow } from './store.ts'

export interface StatusRouteDeps {
  readonly db: Db
  readonly bus: Bus<Events>
  readonly engine: StatusEngine
  readonly schedule: Schedule
  readonly sources: Sources
  readonly checks: readonly ReadyCheck[]
  readonly publicFeeds: PublicFeeds
  readonly rehearsal: Rehearsal
  /** Turns a rehearsal into the real deployment; returns false if the deployment is not a rehearsal. */
  readonly makeReal: (tx: Tx, act: Pick<AuditEntry, 'by' | 'requestId'>, now: Date) => Promise<boolean>
}

export function statusRoutes(deps: StatusRouteDeps): Served[] {
  const { db, bus, engine, schedule, sources, checks, rehearsal, publicFeeds } = deps
  return [
    serve(getStatus, async ({ now }) => ({
      asOf: now.toISOString(),
      softwareVersion: version,
      simulatedWeather: sources.simulated,
      rehearsal: wireRehearsal(rehearsal.state()),
      checks: await readiness(checks),
      failingTasks: failingTasks(schedule.states(), now),
      feeds: (await engine.feeds(now)).map(feed => wireFeed(feed, publicFeeds.pauses())),
    })),

    serve(getWeatherSources, async () =>
      weatherKinds.map(kind => ({ kind, sources: sources.inUse(kind).map(wireSource(sources)) })),
    ),

    serve(makeReal, async ({ caller, body, now, requestId }) => {
      await db.transaction().execute(async tx => {
        await rehearsal.look()
        const isMeant = rehearsal.state()?.since.getTime() === Date.parse(body.since)
        if (!isMeant || !(await deps.makeReal(tx, { by: caller, requestId }, now)))
          throw serverRefusal('This rehearsal is already over.')
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
      const known = engine.reportOf(body.feed)
      if (!known || known.fault === null) throw notFound('A simulated feed with this name')
      await db.transaction().execute(tx =>
        recordAudit(
          tx,
          {
            by: caller,
            customerId: null,
            action: 'simulated feed told to fail or to work',
            target: body.feed,
            before: { fault: known.fault },
            after: { fault: body.fault },
            requestId,
          },
          now,
        ),
      )
      engine.expectFault(body.feed, body.fault)
      bus.publish('feed-fault-wanted', body)
      return null
    }),
  ]
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
