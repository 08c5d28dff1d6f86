import type { Station } from '#domain/conditions/reading'
import { localDayStartMs, localDayNumber } from '#simulator/local-time'
import type { Fields, World } from '#simulator/world'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const keptDays = 1000

/**
 * Returns how finely a day is computed. Airports' days are coarser, because there are two hundred airports, and each is
 * needed at startup.
 */
function slotMsOf(station: Station): number {
  return (station.network === 'metar' ? 15 : 5) * minuteMs
}

type Slot = readonly [Fields, Fields]

/** The rain that a station has collected since its midnight, slot by slot. */
export interface RainGauge {
  /** Returns two samples that represent an interval, at the midpoints of its halves. */
  readonly slotFrom: (station: Station, fromMs: number, slotMs: number) => Slot
  /** Returns the rain until an instant: whole slots, and the part of the last one. */
  readonly todayInches: (station: Station, timeMs: number) => number
}

export function createRainGauge(world: World): RainGauge {
  /** The rain by the end of each slot, by station and day. Cached, because it is needed every five minutes. */
  const days = new Map<string, number[]>()
  /** Cached, because a reading uses the same samples as the gauge's last slot. */
  let last: { station: Station; fromMs: number; slotMs: number; slot: Slot } | null = null

  function slotFrom(station: Station, fromMs: number, slotMs: number): Slot {
    if (last && last.fromMs === fromMs && last.slotMs === slotMs && last.station === station) return last.slot
    const { latitude, longitude } = station
    const slot: Slot = [
      world.at(latitude, longitude, fromMs + 0.25 * slotMs),
      world.at(latitude, longitude, fromMs + 0.75 * slotMs),
    ]
    last = { station, fromMs, slotMs, slot }
    return slot
  }

  function fallenBySlot(station: Station, startMs: number): number[] {
    const key = `${station.network}/${station.id}/${station.latitude}/${station.longitude}/${startMs}`
    let fallen = days.get(key)
    if (!fallen) {
      fallen = []
      days.set(key, fallen)
      const oldest = days.size > keptDays ? days.keys().next().value : undefined
      if (oldest !== undefined) days.delete(oldest)
    }
    return fallen
  }

  function inches(fields: Fields, forMs: number): number {
    return (fields.rainInchesPerHour * forMs) / hourMs
  }

  return {
    slotFrom,
    todayInches(station, timeMs) {
      const startMs = localDayStartMs(station.timeZone, localDayNumber(station.timeZone, timeMs))
      const fallen = fallenBySlot(station, startMs)
      const slotMs = slotMsOf(station)
      const halfMs = slotMs / 2
      const whole = Math.floor((timeMs - startMs) / slotMs)
      for (let index = fallen.length; index < whole; index++) {
        const [one, other] = slotFrom(station, startMs + index * slotMs, slotMs)
        fallen.push((fallen[index - 1] ?? 0) + inches(one, halfMs) + inches(other, halfMs))
      }
      const before = fallen[whole - 1] ?? 0
      const partMs = timeMs - startMs - whole * slotMs
      if (partMs === 0) return before
      const [one, other] = slotFrom(station, startMs + whole * slotMs, slotMs)
      return before + inches(one, Math.min(partMs, halfMs)) + inches(other, Math.max(0, partMs - halfMs))
    },
  }
}
