import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { simulatedSources } from '#domain/feeds/simulated-sources'
import type { GridPlace } from '#domain/radar/grid'
import type { RoadGrid } from '#domain/roads/condition'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { hourMs, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import { createPlug } from './plug.ts'

const simulatedRoads = simulatedSources['road conditions'].name

/** The source of simulated road conditions: the simulated world, which draws them hour by hour. */
export interface RoadSource {
  readonly place: GridPlace
  roads(
    hoursMs: readonly number[],
    issuedMs: number,
  ): AsyncGenerator<{ readonly validMs: number; readonly bytes: Uint8Array }>
}

export interface SimulatedRoadsDeps {
  readonly source: RoadSource
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly schedule: Schedule
  /** How many hours are computed, the current one first. */
  readonly hours?: number
}

const presentAndADay = 25
const packed = promisify(deflate)

/** Computes a day's roads only when someone requests them, because it takes a thread a few seconds. */
export function startSimulatedRoads({
  source,
  clock,
  log,
  bus,
  schedule,
  hours = presentAndADay,
}: SimulatedRoadsDeps) {
  const plug = createPlug(bus, simulatedRoads)
  let telling: Promise<void> | undefined
  let isStopped = false

  async function publish(fromMs: number) {
    const hoursMs = Array.from({ length: hours }, (_, index) => fromMs + index * hourMs)
    const grids: RoadGrid[] = []
    for await (const { validMs, bytes } of source.roads(hoursMs, fromMs)) {
      if (isStopped) return
      const deflated = new Uint8Array(await packed(bytes, { level: 1 }))
      grids.push({ validMs, place: source.place, deflated })
    }
    if (!plug.isIn()) return bus.publish('roads-missed', { because: 'The feed is unplugged' })
    bus.publish('roads-heard', { source: simulatedRoads, issuedMs: fromMs, grids })
    plug.delivered(clock.now().getTime())
  }

  bus.subscribe('roads-wanted', ({ fromMs }) => {
    if (!plug.isIn()) return bus.publish('roads-missed', { because: 'The feed is unplugged' })
    if (isStopped) return
    telling ??= publish(fromMs)
      .catch((error: unknown) => {
        log.error({ err: error }, 'road conditions could not be computed')
        bus.publish('roads-missed', { because: 'Road conditions could not be computed' })
      })
      .finally(() => (telling = undefined))
  })
  schedule.every('simulated road conditions', 10 * secondMs, async () =>
    plug.send('Responds when someone looks at road conditions'),
  )

  return {
    async stop() {
      isStopped = true
      await telling
    },
  }
}
