import { retentionRules } from '#domain/privacy/retention'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import { dayMs, hourMs, later, secondMs, type Clock } from '#server/platform/clock'
import type { Served } from '#server/platform/http/serve'
import type { Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { HourlyAqi } from '#server/rooms/air-quality/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import type { StationBook } from '#server/rooms/stations/index'
import type { Sources } from '#server/sources'
import { createReportAddresses } from './addresses.ts'
import { buildNext } from './engine.ts'
import type { KeptSpans } from './check-request.ts'
import { drawPdf } from './pdf/index.ts'
import { reportRoutes } from './routes.ts'
import { deleteExpiredFiles, deleteReportsBefore } from './store/reports.ts'

export { reportsPersonalData } from './personal-data.ts'

export interface ReportsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly leadership: Pick<Leadership<Facts>, 'commit'>
  readonly leaderSchedule: Schedule
  readonly secrets: Pick<Secrets, 'keyFor'>
  readonly sources: Pick<Sources, 'simulated'>
  readonly book: StationBook
  readonly hourlyAqi: HourlyAqi
  readonly queueEmail: QueueEmail
  readonly kept: KeptSpans
  readonly baseUrl: string
}

export interface Reports {
  readonly routes: readonly Served[]
  /** Interrupts the report being built; the next leader restarts it. */
  stop(): void
}

/** A report requested in another process is found within this time. */
const lookEveryMs = 2 * secondMs
const reportsListedMs = retentionRules.reports.usualDays * dayMs

/** Reports of past weather: requested by people, built in the background, and sent to their recipients. */
export function createReports(deps: ReportsDeps): Reports {
  const { db, clock, bus, leaderSchedule, sources } = deps
  const addresses = createReportAddresses(deps.secrets.keyFor('report addresses'))
  const { simulated } = sources
  let isStopping = false
  const building = {
    ...deps,
    addresses,
    simulated,
    draw: drawPdf,
    isStopping: () => isStopping,
    onLetters: () => bus.publish('outbox-filled', {}),
  }

  leaderSchedule.every('reports', lookEveryMs, async () => {
    while (!isStopping && (await buildNext(building)));
  })
  leaderSchedule.every('report retention', hourMs, async () => {
    const now = clock.now()
    while (await deleteExpiredFiles(db, 'system', now));
    const before = { requested: later(now, -reportsListedMs), deleted: later(now, -dayMs) }
    await deleteReportsBefore(db, 'system', before)
  })

  return {
    routes: reportRoutes({ ...deps, addresses, simulated, onQueued: () => leaderSchedule.nudge('reports') }),
    stop: () => void (isStopping = true),
  }
}
