import { setImmediate } from 'node:timers/promises'
import type { StationPast } from '#domain/conditions/history'
import type { Reading, Station } from '#domain/conditions/reading'
import { simulatedSources } from '#domain/feeds/simulated-sources'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { dayMs, hourMs, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'
import { createPlug } from './plug.ts'

/** The source of simulated observations: the simulated world. */
export interface ObservationSource {
  readonly stations: readonly Station[]
  readonly readingAt: (station: Station, timeMs: number) => Reading
  /** Returns the rain since the station's midnight, as corrected by radar. */
  readonly correctedRainInches: (station: Station, timeMs: number) => number
  /** Returns a station's measurements up to a given time, in time order. */
  readonly past: (station: Station, fromMs: number | null, toMs: number) => AsyncGenerator<StationPast>
}

export const simulatedObservations = simulatedSources.observations.name

/** Customers' own stations report every five minutes, airports every twenty, each at its own minute. */
const stationEveryMs = 5 * minuteMs
const metarEveryMs = 20 * minuteMs
/** A reading is available a moment after its time. */
const latencyMs = simulatedSources.observations.usualLatencyMs
const lookEveryMs = 10 * secondMs
/** How long to work before other work gets its turn. */
const busyAtMostMs = 8
/** Anything missed before this time is no longer published. */
const longestMissedMs = dayMs

export interface SimulatedObservationsDeps {
  readonly source: ObservationSource
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly schedule: Schedule
}

/** One station's report times. */
interface Turn {
  readonly station: Station
  readonly everyMs: number
  readonly offsetMs: number
  toldMs: number | null
}

function turnOf(station: Station, index: number): Turn {
  const isMetar = station.network === 'metar'
  const everyMs = isMetar ? metarEveryMs : stationEveryMs
  return { station, everyMs, offsetMs: isMetar ? (index * minuteMs) % everyMs : 0, toldMs: null }
}

/** Returns when a station should have reported last. */
function dueMs({ everyMs, offsetMs }: Turn, nowMs: number): number {
  return Math.floor((nowMs - latencyMs - offsetMs) / everyMs) * everyMs + offsetMs
}

/** Yields the report times since a station's last report; at first only the last one. */
function* missed(turn: Turn, nowMs: number): Generator<number> {
  const due = dueMs(turn, nowMs)
  const lastMs = Math.max(turn.toldMs ?? due - turn.everyMs, due - longestMissedMs)
  for (let timeMs = lastMs + turn.everyMs; timeMs <= due; timeMs += turn.everyMs) yield timeMs
}

/** Publishes the reports of every station in the simulated world, and past reports on request. */
export function startSimulatedObservations({ source, clock, bus, schedule }: SimulatedObservationsDeps) {
  const turns = source.stations.map(turnOf)
  const plug = createPlug(bus, simulatedObservations)
  const past = publishPast({ source, bus, schedule, mayTell: () => plug.isIn() })
  for (const [name, stations] of Map.groupBy(source.stations, station => station.source)) {
    bus.publish('stations-known', { source: name, stations })
  }

  async function publish(readings: readonly Reading[], nowMs: number) {
    if (readings.length === 0) return
    plug.delivered(nowMs)
    bus.publish('readings-heard', { readings })
    await bus.drained('readings-heard')
    await setImmediate()
  }

  async function deliver(nowMs: number) {
    let readings: Reading[] = []
    let begunMs = clock.monotonicMs()
    for (const turn of turns) {
      for (const timeMs of missed(turn, nowMs)) {
        readings.push(source.readingAt(turn.station, timeMs))
        turn.toldMs = timeMs
        if (clock.monotonicMs() - begunMs < busyAtMostMs) continue
        await publish(readings, nowMs)
        readings = []
        begunMs = clock.monotonicMs()
      }
    }
    await publish(readings, nowMs)
  }

  let rainToldMs = 0
  /** Publishes corrected rain every hour, for the customers' own stations. */
  function publishRain(nowMs: number) {
    const throughMs = Math.floor((nowMs - latencyMs) / hourMs) * hourMs
    if (throughMs <= rainToldMs) return
    rainToldMs = throughMs
    const own = source.stations.filter(({ network }) => network === 'station')
    for (const [name, stations] of Map.groupBy(own, station => station.source)) {
      const rains = stations.map(station => ({
        stationId: station.id,
        inches: source.correctedRainInches(station, throughMs),
        throughMs,
      }))
      bus.publish('rain-corrected', { source: name, rains })
    }
  }

  schedule.every('simulated observations', lookEveryMs, async () => {
    await bus.drained('stations-known')
    const nowMs = clock.now().getTime()
    if (plug.isIn()) {
      await deliver(nowMs)
      publishRain(nowMs)
    }
    if (plug.isLosing()) for (const turn of turns) turn.toldMs = dueMs(turn, nowMs)
    plug.send('Your stations every 5 minutes, airports every 20')
  })

  return { stop: past.stop }
}

interface TellingDeps extends Pick<SimulatedObservationsDeps, 'source' | 'bus' | 'schedule'> {
  readonly mayTell: () => boolean
}

/**
 * Publishes past reports, one station after another, in chunks. Each chunk is published when the previous one has been
 * stored.
 */
function publishPast({ source, bus, schedule, mayTell }: TellingDeps) {
  const wanted: Events['past-wanted'][] = []
  let pieces: AsyncGenerator<StationPast> | undefined

  function nextPieces(): typeof pieces {
    for (let next = wanted.shift(); next; next = wanted.shift()) {
      const { stationId, fromMs, toMs } = next
      const station = source.stations.find(({ id }) => id === stationId)
      if (station) return source.past(station, fromMs, toMs)
    }
    return undefined
  }

  bus.subscribe('past-wanted', want => {
    wanted.push(want)
    schedule.nudge('simulated past')
  })
  schedule.every('simulated past', minuteMs, async () => {
    if (!mayTell()) return
    pieces ??= nextPieces()
    if (!pieces) return
    const { done, value } = await pieces.next()
    if (done === true) pieces = undefined
    else {
      bus.publish('past-heard', value)
      await bus.drained('past-heard')
    }
    schedule.nudge('simulated past')
  })
  return { stop: async () => void (await pieces?.return(undefined)) }
}
