import { delaysCsv, getDelaySummary } from '#contract/weather/lightning'
import { seeing } from '#domain/feeds/source'
import type { Span } from '#domain/lightning/coverage'
import { lastDays, summaryOf, type ProvenHistory } from '#domain/lightning/delay-summary'
import { isHolding, provenBy } from '#domain/lightning/proven'
import { dayMs } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { timeZoneAt } from '#server/platform/time-zone-at'
import type { Sources } from '#server/sources'
import {
  findRings,
  locationSeenBy,
  type LocationRings,
  type LocationRow,
} from '#server/rooms/locations/index'
import { delaysTable } from '#server/rooms/lightning/store/delays-table'
import { coverageSince } from '#server/rooms/lightning/store/log'
import type { SatelliteBook } from '#server/rooms/lightning/satellite/register'
import { listDelaysBetween, listStrikeTimes, type DelayRow } from '#server/rooms/lightning/store/delays'
import { wireDelay } from '#server/rooms/lightning/wire-delay'

/** Strikes and coverage are kept this long; delays and their evidence are kept forever. */
export const skyKeptMs = 30 * dayMs

const latestShown = 5

/** Sorts newest first. Within one storm, the nearest ring stays first. */
function newestFirst(rows: readonly DelayRow[]): DelayRow[] {
  return rows.toSorted((one, other) => other.opened_at.getTime() - one.opened_at.getTime())
}

export interface DelayHistoryDeps {
  readonly db: Db
  readonly sources: Sources
  /** Returns a location's rings with its organization's policies applied. */
  readonly inForce: (rings: LocationRings) => LocationRings
  readonly acceptanceOf: SatelliteBook['of']
}

/** Routes for a location's past delays, by days of its local calendar. */
export function delayHistoryRoutes({ db, sources, inForce, acceptanceOf }: DelayHistoryDeps): Served[] {
  async function historyOf(caller: Caller, locationId: number, days: number, now: Date) {
    const location = await locationSeenBy(db, caller, locationId)
    const timeZone = timeZoneAt(location)
    const calendar = lastDays(timeZone, days, now.getTime())
    const from = new Date(calendar[0]?.fromMs ?? now.getTime())
    return {
      location,
      timeZone,
      calendar,
      of: { locationId: location.id, from, to: now, simulated: sources.simulated },
    }
  }

  /**
   * What is proven for a location. The time before the location existed counts as not covered, and coverage that is not
   * due yet does not count as missing.
   */
  async function proofFor(location: LocationRow, from: Date, now: Date): Promise<ProvenHistory> {
    const [createdMs, nowMs] = [location.created_at.getTime(), now.getTime()]
    const rings = await findRings(db, 'system', location.id)
    if (!rings) throw notFound('This location')
    const widestMiles = Math.max(...inForce(rings).radiiMiles)
    const received = Map.groupBy(await coverageSince(db, from), ({ source }) => source)
    const satellites = acceptanceOf(rings) ? sources.provingWhereAccepted('lightning') : []
    const watching = seeing([...sources.proving('lightning'), ...satellites], location, widestMiles)
    const reported = watching.map(({ id, staleAfterMs }) => ({
      spans: (received.get(id) ?? []).map(({ fromMs, toMs }): Span => [fromMs, toMs]),
      staleAfterMs,
    }))
    const spans = provenBy(reported)
      .map((span): Span => [Math.max(span.fromMs, createdMs), isHolding(span, nowMs) ? nowMs : span.toMs])
      .filter(([fromMs, toMs]) => fromMs < toMs)
    return { spans, keptFromMs: nowMs - skyKeptMs }
  }

  return [
    serve(getDelaySummary, async ({ caller, params, query, now }) => {
      const { location, timeZone, calendar, of } = await historyOf(caller, params.id, query.days, now)
      const rows = await listDelaysBetween(db, location.customer_id, of)
      const delays = rows.map(row => ({
        row,
        openedMs: row.opened_at.getTime(),
        closedMs: row.closed_at?.getTime() ?? null,
      }))
      const summary = summaryOf(calendar, delays, await proofFor(location, of.from, now))
      return {
        ...summary,
        from: of.from.toISOString(),
        to: of.to.toISOString(),
        timeZone,
        longest: summary.longest && wireDelay(summary.longest.row),
        latest: newestFirst(rows).slice(0, latestShown).map(wireDelay),
        perDay: [...summary.perDay],
      }
    }),

    serve(delaysCsv, async ({ caller, params, query, now }) => {
      const { location, timeZone, calendar, of } = await historyOf(caller, params.id, query.days, now)
      const rows = await listDelaysBetween(db, location.customer_id, of)
      const strikeTimes = await listStrikeTimes(db, location.customer_id, of)
      const [first, last] = [calendar.at(0)?.day, calendar.at(-1)?.day]
      return {
        fileName: `${sources.simulated ? 'SIMULATED ' : ''}Delays ${location.label} ${first} to ${last}.csv`,
        content: delaysTable(rows, strikeTimes, timeZone),
      }
    }),
  ]
}
