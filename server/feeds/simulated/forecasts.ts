import { setImmediate } from 'node:timers/promises'
import type { AdvisoryList } from '#domain/advisories/advisory'
import { simulatedSources } from '#domain/feeds/simulated-sources'
import type { PointForecast, ProactiveForecast } from '#domain/forecasts/forecast'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'
import { timeZoneAt } from '#server/platform/time-zone-at'
import { simulatedSource } from '#domain/feeds/source'
import { createPlug } from './plug.ts'

const simulatedForecasts = simulatedSources.forecasts.name
const simulatedAdvisories = simulatedSources.alerts.name

/** The source of simulated forecasts and alerts: the simulated world. */
export interface ForecastSource {
  forecastAt(latitude: number, longitude: number, timeZone: string, issuedMs: number): PointForecast
  advisoriesAt(timeMs: number): AdvisoryList
  proactiveForecastsAt(timeMs: number): ProactiveForecast[]
}

export interface SimulatedForecastsDeps {
  readonly source: ForecastSource
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly schedule: Schedule
}

/** Answers every forecast request, one after another, and lets other work run in between. */
export function startSimulatedForecasts({ source, clock, bus, schedule }: SimulatedForecastsDeps) {
  const plug = createPlug(bus, simulatedForecasts)
  bus.subscribe('forecast-wanted', async request => {
    const { latitude, longitude } = request
    if (!plug.isIn()) {
      bus.publish('forecast-missed', { ...request, because: 'The feed is unplugged' })
      return
    }
    const nowMs = clock.now().getTime()
    const forecast = source.forecastAt(latitude, longitude, timeZoneAt(request), nowMs)
    bus.publish('forecast-heard', { forecast })
    plug.delivered(nowMs)
    await setImmediate()
  })
  bus.publish('forecasts-offered', { source: simulatedSource })
  schedule.every('simulated forecasts', 10 * secondMs, async () =>
    plug.send('Responds when a forecast is requested'),
  )
}

/** Publishes all active alerts and meteorologists' messages every minute. */
export function startSimulatedAdvisories({ source, clock, bus, schedule }: SimulatedForecastsDeps) {
  const plug = createPlug(bus, simulatedAdvisories)
  schedule.every('simulated advisories', minuteMs, async () => {
    const nowMs = clock.now().getTime()
    if (plug.isIn()) {
      const forecasts = source.proactiveForecastsAt(nowMs)
      bus.publish('advisories-heard', source.advisoriesAt(nowMs))
      bus.publish('proactive-forecasts-heard', { source: simulatedSource, asOfMs: nowMs, forecasts })
      plug.delivered(nowMs)
    }
    plug.send('Reports all active alerts every minute')
  })
}
