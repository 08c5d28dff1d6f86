import type { Station, StationImage } from '#domain/conditions/reading'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { simulatedObservations } from './observations.ts'
import { createPlug } from './plug.ts'

/** The source of simulated images: the simulated world, which draws them one after another. */
export interface ImageSource {
  readonly stations: readonly Station[]
  images(stations: readonly Station[], takenMs: number): AsyncGenerator<StationImage>
}

export interface SimulatedImagesDeps {
  readonly source: ImageSource
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
}

const everyMs = 5 * minuteMs

/** Draws what stations' cameras see, for those that someone is viewing. A silent station has no image either. */
export function startSimulatedImages({ source, clock, log, bus }: SimulatedImagesDeps) {
  const plug = createPlug(bus, simulatedObservations)
  const stations = new Map(source.stations.map(station => [`${station.source} ${station.id}`, station]))
  let drawing: Promise<void> | undefined
  let isStopped = false

  async function draw(wanted: readonly Station[]) {
    const takenMs = Math.floor(clock.now().getTime() / everyMs) * everyMs
    for await (const image of source.images(wanted, takenMs)) {
      if (isStopped || !plug.isIn()) return
      bus.publish('station-image-heard', image)
    }
  }

  bus.subscribe('station-images-wanted', request => {
    const wanted = request.stations.flatMap(
      ({ source: name, stationId }) => stations.get(`${name} ${stationId}`) ?? [],
    )
    // Requests for images that are not drawn now will be repeated.
    if (drawing || isStopped || wanted.length === 0 || !plug.isIn()) return
    drawing = draw(wanted)
      .catch((error: unknown) => log.error({ err: error }, 'station images could not be drawn'))
      .finally(() => (drawing = undefined))
  })

  return {
    /** Resolves when everything requested is drawn. */
    settled: async () => drawing,
    async stop() {
      isStopped = true
      await drawing
    },
  }
}
