import { ownSensorName } from '#domain/air-quality/own-sensor'
import type { Measured } from '#domain/policies/warning'
import type { CustomerPoint } from '#server/rooms/conditions/index'
import type { OwnParticles } from '#server/rooms/stations/index'
import { indicesFrom, lastHourBefore, measuredFrom, type KnownIndices } from './known-indices.ts'

/** The customer's own stations near a place that measure particles, nearest first. */
export type OwnParticlesNear = (place: CustomerPoint, withinMiles: number) => readonly OwnParticles[]

export interface OwnAir {
  readonly source: string
  readonly miles: number
  readonly known: KnownIndices
  readonly measured: Measured
}

/** The PM2.5 of the nearest own sensor that has enough hours; null if there is none. */
export function ownAirOf(sensors: readonly OwnParticles[], nowMs: number): OwnAir | null {
  const lastHourMs = lastHourBefore(nowMs)
  for (const { id, name, latitude, longitude, miles, hours } of sensors) {
    const known = indicesFrom(hours, 'PM2.5', lastHourMs)
    const source = ownSensorName(name)
    const from = {
      id: `station ${id}`,
      name: source,
      kind: 'station',
      latitude,
      longitude,
      of: 'PM2.5',
    } as const
    const measured = measuredFrom(from, known)
    if (known && measured.kind === 'fresh') return { source, miles, known, measured }
  }
  return null
}
