import type { FeedFault } from '#domain/feeds/fault'
import { simulatedSources } from '#domain/feeds/simulated-sources'
import type { Coverage, Strike } from '#domain/lightning/strike'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { hourMs, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'

/** The source of simulated lightning: the simulated world, with the same interface as any other source. */
export interface SimulatedLightningFeed {
  delivery(fromMs: number, toMs: number, nowMs: number): { strikes: Strike[]; coverage: Coverage[] }
}

const { name: simulatedLightning, usualLatencyMs: latencyMs } = simulatedSources.lightning
/** How far back the feed backfills at startup. Longer than any all-clear time. */
const backfillMs = hourMs + 5 * minuteMs
/** Maps show the strikes of half an hour before each of the last two hours. */
const mapPastMs = 2 * hourMs + 40 * minuteMs
const longestSpanMs = 5 * minuteMs

const details: Record<FeedFault, string> = {
  none: 'Delivers every second',
  silent: 'Unplugged: reports nothing, and will fill in what was missed',
  gap: 'Loses every strike, and does not claim to have delivered them',
}

export interface SimulatedLightningDeps {
  readonly source: SimulatedLightningFeed
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly schedule: Schedule
}

/**
 * Publishes, every second, everything that has happened since the last time, and on the first run also the last hour.
 * The earlier strikes that maps show follow, a few every second, so no ring has to wait for them.
 */
export function startSimulatedLightning({ source, clock, bus, schedule }: SimulatedLightningDeps) {
  const startedMs = clock.now().getTime()
  let deliveredMs = startedMs - backfillMs
  let toldBackToMs = deliveredMs
  let lastDeliveryMs: number | null = null
  let fault: FeedFault = 'none'
  bus.subscribe('lightning-missed', ({ fromMs }) => {
    deliveredMs = Math.min(deliveredMs, fromMs)
  })
  bus.subscribe('feed-fault-wanted', wanted => {
    if (wanted.feed === simulatedLightning) fault = wanted.fault
  })

  schedule.every('simulated lightning', secondMs, async () => {
    const nowMs = clock.now().getTime()
    if (fault === 'gap') deliveredMs = Math.max(deliveredMs, nowMs - latencyMs)
    while (fault === 'none' && deliveredMs < nowMs - latencyMs) {
      const toMs = Math.min(deliveredMs + longestSpanMs, nowMs - latencyMs)
      const delivery = source.delivery(deliveredMs, toMs, nowMs)
      deliveredMs = toMs
      lastDeliveryMs = nowMs
      bus.publish('lightning-heard', delivery)
      await bus.drained('lightning-heard')
      await bus.drained('lightning-missed')
      if (deliveredMs < toMs) break // it could not be stored: the data is published again after a pause, not now
    }
    if (fault === 'none' && deliveredMs >= nowMs - latencyMs && toldBackToMs > startedMs - mapPastMs) {
      bus.publish('lightning-heard', source.delivery(toldBackToMs - longestSpanMs, toldBackToMs, nowMs))
      toldBackToMs -= longestSpanMs
    }
    const delivering = fault === 'none'
    bus.publish('feed-health', {
      feed: simulatedLightning,
      delivering,
      detail: details[fault],
      lastDeliveryMs,
      fault,
    })
  })
}
