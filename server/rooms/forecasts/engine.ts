import { setImmediate } from 'node:timers/promises'
import type { LiveEvent } from '#contract/live'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import { notCoveredByNws, type ProactiveForecast } from '#domain/forecasts/forecast'
import { soundForecast } from '#domain/forecasts/sound'
import type { Point } from '#domain/geo/distance'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import { dayMs, later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Leadership } from '#server/platform/leadership/index'
import type { Schedule } from '#server/platform/schedule'
import type { Db, Tx } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import type { Live } from '#server/rooms/live/index'
import type { CustomerPoint } from '#server/rooms/conditions/index'
import type { LocationRegister, LocationRings } from '#server/rooms/locations/index'
import { ForecastBook, keyOf, uselessAfterMs, type KnownForecast } from './known-forecasts.ts'
import { ProactiveBook } from './proactive.ts'
import {
  deleteForecastsBefore,
  forecastsSince,
  saveForecast,
  saveProactiveForecasts,
  standingProactiveForecasts,
} from './store.ts'
import { wireProactive } from './wire.ts'

export interface ForecastEngineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
  /** Whether another process received the forecast first and stored it. */
  readonly isRelayed: (received: object) => boolean
  /** The process that runs the feeds requests forecasts for all places; the others request only what a person views. */
  readonly feeds: Pick<Leadership<Facts>, 'term' | 'commit'>
  readonly sources: Sources
  readonly live: Live
  readonly locations: LocationRegister
}

export interface ForecastEngine {
  readonly book: ForecastBook
  readonly proactive: ProactiveBook
  /** Returns a place's forecast; waits briefly if none is available yet. */
  forecastAt(point: CustomerPoint, nowMs: number): Promise<KnownForecast | undefined>
}

/** How long to wait for a forecast that was never requested before. */
const waitMs = 4 * secondMs
/** The number of places processed before yielding. */
const placesAtOnce = 2000

/** Stores a source's messages, with facts for the new ones. */
async function keepProactive(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  source: string,
  forecasts: readonly ProactiveForecast[],
) {
  for (const issued of await saveProactiveForecasts(tx, source, forecasts))
    appendFact('proactive forecast issued', {
      customerId: null,
      subject: `proactive forecast ${issued.forecastId}`,
      body: { source, ...issued },
    })
}

/** Requests forecasts for the places that people have, and receives, stores and renews them. */
export async function startForecastEngine(deps: ForecastEngineDeps): Promise<ForecastEngine> {
  const { db, clock, log, bus, changes, schedule, leaderSchedule, isRelayed, sources, live, locations } = deps
  const book = new ForecastBook(
    source => sources.find('forecasts', source)?.staleAfterMs ?? usualStaleAfterMs.forecasts,
  )
  const proactive = new ProactiveBook()
  const waiting = new Map<string, Set<() => void>>()

  for (const { forecast } of await forecastsSince(db, later(clock.now(), -uselessAfterMs)))
    if (sources.isOn(forecast.source)) book.receive(forecast)
  for (const forecast of await standingProactiveForecasts(db, clock.now())) {
    if (!sources.isOn(forecast.source)) continue
    proactive.receive(forecast.source, [...proactive.of(forecast.source), forecast])
  }

  function want(point: CustomerPoint, isLookedAt = false) {
    const { customerId } = point
    const request = book.want(point, clock.now().getTime(), { customerId, isLookedAt })
    if (request) bus.publish('forecast-wanted', request)
  }

  function wake(point: Point) {
    for (const resolve of waiting.get(keyOf(point)) ?? []) resolve()
  }

  async function forecastAt(point: CustomerPoint, nowMs: number): Promise<KnownForecast | undefined> {
    want(point, true)
    const known = book.at(point, nowMs)
    if (known || !bus.hasSubscribers('forecast-wanted')) return known
    await new Promise<void>(resolve => {
      const key = keyOf(point)
      const others = waiting.get(key) ?? new Set()
      waiting.set(key, others.add(done))
      const timer = setTimeout(done, waitMs)
      function done() {
        clearTimeout(timer)
        others.delete(done)
        resolve()
      }
    })
    return book.at(point, nowMs)
  }

  bus.subscribe('forecasts-offered', () => {
    book.askAnew()
    schedule.nudge('forecasts')
  })
  bus.subscribe('forecast-heard', async received => {
    const { forecast: reported } = received
    const forecast = soundForecast(reported)
    if (!forecast) log.warn({ source: reported.source }, 'received an invalid forecast; keeping the last one')
    if (!forecast || !book.receive(forecast)) return
    wake(forecast)
    if (!isRelayed(received)) await saveForecast(db, keyOf(forecast), forecast, clock.now())
  })
  bus.subscribe('forecast-missed', ({ because, latitude, longitude }) => {
    const point = { latitude, longitude }
    // Another source takes over, and a person may be waiting for its response.
    if (because === notCoveredByNws && sources.isOn('open-meteo')) return
    log.warn({ point, because }, 'no forecast is available')
    wake(point)
  })

  function wordOn(place: LocationRings): LiveEvent {
    const now = clock.now()
    const forecasts = proactive.at(place, now.getTime()).map(wireProactive)
    return { kind: 'proactive-forecasts', asOf: now.toISOString(), locationId: place.id, forecasts }
  }
  const reported = new Map<number, string>()
  async function appendChanged() {
    let looked = 0
    for (const place of locations.all()) {
      if (++looked % placesAtOnce === 0) await setImmediate()
      const nowMs = clock.now().getTime()
      const key = proactive
        .at(place, nowMs)
        .map(({ id, messages }) => `${id} ${messages.length}`)
        .join()
      if ((reported.get(place.id) ?? '') === key) continue
      reported.set(place.id, key)
      live.readers.send(place, wordOn(place))
    }
  }
  bus.subscribe('proactive-forecasts-heard', async received => {
    const { source, forecasts } = received
    const standing = proactive.receive(source, forecasts)
    if (!isRelayed(received))
      await deps.feeds.commit((tx, appendFact) => keepProactive(tx, appendFact, source, standing))
    await appendChanged()
  })
  changes.subscribe('location removed', ({ locationId }) => void reported.delete(locationId))
  live.greetWith(audience => locations.seenBy(audience).map(wordOn))

  const areFeedsOurs = () => deps.feeds.term() !== null
  changes.subscribeToBatches(['location changed'], facts => {
    if (!areFeedsOurs()) return
    for (const { body } of facts) {
      const place = locations.find(body.locationId)
      if (place) want(place)
    }
  })
  async function wantAll() {
    let wanted = 0
    for (const place of locations.all()) {
      if (++wanted % placesAtOnce === 0) await setImmediate()
      want(place)
    }
    for (const request of book.due(clock.now().getTime())) bus.publish('forecast-wanted', request)
  }
  schedule.every('forecasts', minuteMs, async () => {
    if (areFeedsOurs()) await wantAll()
    await appendChanged()
  })
  leaderSchedule.every('forecast retention', dayMs, () =>
    deleteForecastsBefore(db, later(clock.now(), -uselessAfterMs)),
  )

  return { book, proactive, forecastAt }
}
