import type { AirReading } from '#domain/air-quality/sensor'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'

/** The source of past air quality, newest first. */
export type PastAirSource = (
  sensorIds: readonly string[],
  fromMs: number,
  toMs: number,
) => AsyncIterable<AirReading[]>

export interface PastAirDeps {
  readonly source: PastAirSource
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly schedule: Schedule
}

/** How long to wait before starting, because anything that someone may be waiting for comes first. */
const beginsAfterMs = 3 * minuteMs

/** Publishes past air quality once, when there is time for it. */
export function startSimulatedPastAir({ source, clock, log, bus, schedule }: PastAirDeps): {
  stop(): Promise<void>
} {
  const begunMs = clock.monotonicMs()
  let wanted: Events['air-past-wanted'] | undefined
  let telling: Promise<void> = Promise.resolve()
  let isStopping = false
  bus.subscribe('air-past-wanted', asked => void (wanted = asked))

  async function publish({ sensorIds, fromMs, toMs }: Events['air-past-wanted']) {
    for await (const readings of source(sensorIds, fromMs, toMs)) {
      if (isStopping) return
      bus.publish('air-past-heard', { readings })
      await bus.drained('air-past-heard')
    }
  }
  schedule.every('simulated past air', minuteMs, async () => {
    if (!wanted || clock.monotonicMs() - begunMs < beginsAfterMs) return
    // Not awaited here, because stopping the schedule would then wait for all of it.
    telling = publish(wanted).catch((error: unknown) =>
      log.warn({ err: error }, 'past air quality was not published'),
    )
    wanted = undefined
  })
  return {
    stop() {
      isStopping = true
      return telling
    },
  }
}
