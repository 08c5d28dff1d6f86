import { simulatedSources } from '#domain/feeds/simulated-sources'
import type { StormCellList } from '#domain/radar/storm-cell'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { hourMs, minuteMs, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'
import { createPlug } from './plug.ts'

const simulatedStorms = simulatedSources['storm cells'].name

/** The source of simulated storm cells: the simulated world. */
export interface StormSource {
  stormCellsAt(timeMs: number): StormCellList
}

export interface SimulatedStormsDeps {
  readonly source: StormSource
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly schedule: Schedule
}

/** The same period and interval as radar images. */
const pastMs = 2 * hourMs
const pastEveryMs = 5 * minuteMs

/** Publishes all radar storm cells every minute; at startup, first publishes those of the last two hours. */
export function startSimulatedStorms({ source, clock, bus, schedule }: SimulatedStormsDeps) {
  const plug = createPlug(bus, simulatedStorms)
  let isPastTold = false
  schedule.every('simulated storms', minuteMs, async () => {
    const nowMs = clock.now().getTime()
    if (plug.isIn()) {
      if (!isPastTold) {
        const newestMs = Math.floor(nowMs / pastEveryMs) * pastEveryMs
        for (let atMs = newestMs - pastMs; atMs < nowMs; atMs += pastEveryMs)
          bus.publish('storm-cells-heard', source.stormCellsAt(atMs))
        isPastTold = true
      }
      bus.publish('storm-cells-heard', source.stormCellsAt(nowMs))
      plug.delivered(nowMs)
    }
    plug.send('Reports all radar storm cells every minute')
  })
}
