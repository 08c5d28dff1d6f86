import { simulatedSources } from '#domain/feeds/simulated-sources'
import type { TropicalList } from '#domain/tropics/storm'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'
import { createPlug } from './plug.ts'

const simulatedTropics = simulatedSources.tropics.name

/** The source of simulated tropical storms: the simulated world. */
export interface TropicalSource {
  tropicalStormsAt(timeMs: number): TropicalList
}

export interface SimulatedTropicsDeps {
  readonly source: TropicalSource
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly schedule: Schedule
}

/** Publishes all tropical storms, as last issued, every minute. */
export function startSimulatedTropics({ source, clock, bus, schedule }: SimulatedTropicsDeps) {
  const plug = createPlug(bus, simulatedTropics)
  schedule.every('simulated tropics', minuteMs, async () => {
    const nowMs = clock.now().getTime()
    if (plug.isIn()) {
      bus.publish('tropical-storms-heard', source.tropicalStormsAt(nowMs))
      plug.delivered(nowMs)
    }
    plug.send('Reports all tropical storms, with new forecasts every 6 hours')
  })
}
