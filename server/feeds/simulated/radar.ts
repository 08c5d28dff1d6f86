import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { simulatedSources } from '#domain/feeds/simulated-sources'
import type { RadarGrid, RadarProduct } from '#domain/radar/grid'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { hourMs, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import { createPlug } from './plug.ts'

export const simulatedRadar = simulatedSources.radar.name

/** One image: its kind, its time, and when it was computed. */
export interface RadarRequest {
  readonly product: RadarProduct
  readonly validMs: number
  readonly issuedMs: number
}

/** The source of simulated radar images: the simulated world, which draws them one after another. */
export interface RadarSource {
  grids(wanted: readonly RadarRequest[]): AsyncGenerator<RadarRequest & { readonly grid: RadarGrid }>
}

export interface SimulatedRadarDeps {
  readonly source: RadarSource
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly schedule: Schedule
  /** How many images of each kind are published. */
  readonly frames?: RadarFrames
}

export type RadarFrames = Readonly<Record<RadarProduct, number>>
/** The last two hours, and model forecasts for 18 hours and for a week. */
export const allFrames: RadarFrames = { composite: 25, model: 72, international: 13, extended: 28 }

interface Series {
  readonly product: RadarProduct
  readonly stepMs: number
  /** How often an image is computed, and how long that takes. */
  readonly everyMs: number
  readonly latencyMs: number
  readonly origin: 'observed' | 'model'
}

const series: readonly Series[] = [
  {
    product: 'composite',
    stepMs: 5 * minuteMs,
    everyMs: 5 * minuteMs,
    latencyMs: simulatedSources.radar.usualLatencyMs,
    origin: 'observed',
  },
  {
    product: 'model',
    stepMs: 15 * minuteMs,
    everyMs: hourMs,
    latencyMs: minuteMs,
    origin: 'model',
  },
  {
    product: 'international',
    stepMs: 10 * minuteMs,
    everyMs: 10 * minuteMs,
    latencyMs: minuteMs,
    origin: 'observed',
  },
  {
    product: 'extended',
    stepMs: 6 * hourMs,
    everyMs: 6 * hourMs,
    latencyMs: minuteMs,
    origin: 'model',
  },
]
const lookEveryMs = 10 * secondMs

/** Returns what a series should have published by now: the past newest first, the future nearest first. */
function wantedOf(
  { product, stepMs, everyMs, latencyMs, origin }: Series,
  frames: number,
  nowMs: number,
): RadarRequest[] {
  const issuedMs = Math.floor((nowMs - latencyMs) / everyMs) * everyMs
  return Array.from({ length: frames }, (_, index) => {
    if (origin === 'model')
      return { product, validMs: (Math.floor(nowMs / stepMs) + 1 + index) * stepMs, issuedMs }
    const validMs = issuedMs - index * stepMs
    return { product, validMs, issuedMs: validMs }
  })
}

/**
 * Returns whether an image is a nowcast's input, which is needed first: the newest images, and the model as far as it
 * is blended in.
 */
function isForNowcast({ product, validMs }: RadarRequest, nowMs: number): boolean {
  if (product === 'composite') return validMs > nowMs - 15 * minuteMs
  return product === 'model' && validMs <= nowMs + 2 * hourMs
}

const nameOf = ({ product, validMs, issuedMs }: RadarRequest) => `${product} ${validMs} ${issuedMs}`
const packed = promisify(deflate)

/**
 * Publishes a new image every five minutes; at startup, first publishes the images of the last two hours and the model
 * forecasts.
 */
export function startSimulatedRadar({
  source,
  clock,
  log,
  bus,
  schedule,
  frames = allFrames,
}: SimulatedRadarDeps) {
  const plug = createPlug(bus, simulatedRadar)
  let reported = new Set<string>()
  let telling: Promise<void> | undefined
  let isStopped = false

  function missing(nowMs: number): RadarRequest[] {
    const wanted = series.flatMap(each => wantedOf(each, frames[each.product], nowMs))
    const names = new Set(wanted.map(nameOf))
    reported = reported.intersection(names) // past images are not wanted again
    const untold = wanted.filter(want => !reported.has(nameOf(want)))
    const rank = (want: RadarRequest) => (isForNowcast(want, nowMs) ? 0 : 1)
    return untold.toSorted((one, other) => rank(one) - rank(other))
  }

  async function publish({ grid, ...want }: RadarRequest & { readonly grid: RadarGrid }) {
    const deflated = new Uint8Array(await packed(grid.echoes, { level: 1 }))
    const origin = series.find(({ product }) => product === want.product)?.origin ?? 'model'
    if (!plug.isIn()) return
    reported.add(nameOf(want))
    const { place, ground, grain } = grid
    bus.publish('radar-grid-heard', {
      source: simulatedRadar,
      ...want,
      origin,
      place,
      deflated,
      ground,
      grain,
    })
    plug.delivered(clock.now().getTime())
  }

  /** Publishes until everything due is published, or until something newer is due, which goes first. */
  async function publishMissing() {
    const nowMs = clock.now().getTime()
    const newest = missing(nowMs)
    if (newest.length === 0) return
    for await (const drawn of source.grids(newest)) {
      await publish(drawn)
      if (isStopped || !plug.isIn()) return
      const [first] = missing(clock.now().getTime())
      if (first && !newest.some(want => nameOf(want) === nameOf(first))) break
    }
    await publishMissing()
  }

  schedule.every(simulatedRadar.toLowerCase(), lookEveryMs, async () => {
    const nowMs = clock.now().getTime()
    if (plug.isLosing()) for (const want of missing(nowMs)) reported.add(nameOf(want))
    // Not awaited: drawing takes a thread several seconds, and the server must be able to stop in the meantime.
    if (plug.isIn() && !isStopped) {
      telling ??= publishMissing()
        .catch((error: unknown) => log.error({ err: error }, 'radar images could not be drawn'))
        .finally(() => (telling = undefined))
    }
    plug.send('An image every 5 minutes, a model every hour')
  })

  /** Resolves when everything that can be published for now is. */
  const settled = async () => telling

  return {
    settled,
    async stop() {
      isStopped = true
      await settled()
    },
  }
}
