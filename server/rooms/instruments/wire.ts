import type { Instrument } from '#contract/devices/instruments'
import { dayName, dayStartMs, localDay } from '#domain/conditions/local-day'
import { noHealth } from '#domain/instruments/message'
import { expectedMessages, isSilent } from '#domain/instruments/silence'
import type { InstrumentRow } from './store/instruments.ts'
import type { HeardRow } from './store/reports.ts'

export type DayCounts = readonly {
  readonly instrument_id: number
  readonly day: string
  readonly messages: number
}[]

export function wireInstrument(
  row: InstrumentRow,
  report: HeardRow | undefined,
  days: DayCounts,
  now: Date,
): Instrument {
  const nowMs = now.getTime()
  const { heard_at: heardAt, first_heard_at: firstHeardAt } = report ?? {
    heard_at: null,
    first_heard_at: null,
  }
  const interval = report?.interval_seconds ?? null
  return {
    id: row.id,
    make: row.make,
    name: row.name,
    latitude: row.latitude,
    longitude: row.longitude,
    elevationFeet: row.elevation_feet,
    organizationLocationId: row.organization_location_id,
    locationName: row.location_name ?? '',
    weatherStationId: row.station_id,
    senderId: row.sender_id,
    address: row.address,
    serial: row.serial,
    hasApiKey: row.sealed_api_key !== null,
    windHeightFeet: row.wind_height_feet,
    raisesDelays: row.raises_delays,
    calibration: row.calibration,
    mapping: row.mapping,
    version: row.version,
    created: row.created_at.toISOString(),
    heardAt: heardAt?.toISOString() ?? null,
    firstHeardAt: firstHeardAt?.toISOString() ?? null,
    isSilent: isSilent(heardAt?.getTime() ?? null, interval, nowMs),
    received: report?.received ?? null,
    health: {
      ...noHealth,
      ...report?.health,
      troubles: [...(report?.health?.troubles ?? [])],
      ...today(row, report, days, nowMs),
    },
    lightning: report?.lightning ?? null,
    refused:
      report?.refused_at && report.refused_because !== null
        ? { at: report.refused_at.toISOString(), because: report.refused_because }
        : null,
  }
}

/** The messages on the instrument's local day, and the number missing so far. */
function today(row: InstrumentRow, report: HeardRow | undefined, days: DayCounts, nowMs: number) {
  const day = localDay(row.time_zone, nowMs)
  const counted = days.find(each => each.instrument_id === row.id && each.day === dayName(day))
  const messagesToday = counted?.messages ?? 0
  const firstMs = report?.first_heard_at?.getTime()
  if (firstMs === undefined) return { messagesToday, missedToday: 0 }
  const span = { fromMs: Math.max(dayStartMs(row.time_zone, day), firstMs), toMs: nowMs }
  const expected = expectedMessages(report?.interval_seconds ?? null, span)
  return { messagesToday, missedToday: Math.max(0, expected - messagesToday) }
}
