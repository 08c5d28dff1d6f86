import { simulatedSources } from '#domain/feeds/simulated-sources'
import type { StormCellList } from '#domain/radar/storm-cell'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'
import { createPlug } from './plug.ts'

export const simulatedStorms = simulatedSources['storm cells'].name

/** Where simulated storm cells come from: the world in a box. */
export interface StormSource {
  stormCellsAt(timeMs: number): StormCellList
}

export interface SimulatedStormsDeps {
  readonly source: StormSource
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly schedule: Schedule
}

/** Reports all radar storm cells every minute. */
export function startSimulatedStorms({ source, clock, bus, schedule }: SimulatedStormsDeps) {
  const plug = createPlug(bus, simulatedStorms)
  schedule.every('simulated storms', minuteMs, async () => {
    const nowMs = clock.now().getTime()
    if (plug.isIn()) {
      bus.say('storm-cells-heard', source.stormCellsAt(nowMs))
      plug.delivered(nowMs)
    }
    plug.tell('Reports all radar storm cells every minute')
  })
}
