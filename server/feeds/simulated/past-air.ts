import type { AirReading } from '#domain/air-quality/sensor'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'

/** Where the air of long ago comes from, the newest first. */
export type PastAirSource = (
  sensorIds: readonly string[],
  fromMs: number,
  toMs: number,
) => AsyncIterable<AirReading[]>

export interface PastAirDeps {
  readonly source: PastAirSource
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly schedule: Schedule
}

/** Everything that somebody may be waiting for comes first. */
const beginsAfterMs = 3 * minuteMs

/** Tells once what the air was like in the past, when there is time for it. */
export function startSimulatedPastAir({ source, clock, bus, schedule }: PastAirDeps): { stop(): void } {
  const begunMs = clock.monotonicMs()
  let wanted: Events['air-past-wanted'] | undefined
  let isStopping = false
  bus.hear('air-past-wanted', asked => void (wanted = asked))

  schedule.every('simulated past air', minuteMs, async () => {
    if (!wanted || clock.monotonicMs() - begunMs < beginsAfterMs) return
    const { sensorIds, fromMs, toMs } = wanted
    wanted = undefined
    for await (const readings of source(sensorIds, fromMs, toMs)) {
      if (isStopping) return
      bus.say('air-past-heard', { readings })
      await bus.heardOut('air-past-heard')
    }
  })
  return { stop: () => void (isStopping = true) }
}
