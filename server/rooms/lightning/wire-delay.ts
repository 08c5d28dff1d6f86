import type { DelayRecord } from '#contract/weather/lightning'
import type { DelayRow } from './store/delays.ts'

export function wireDelay(row: DelayRow): DelayRecord {
  return {
    id: row.id,
    locationId: row.location_id,
    locationLabel: row.location_label,
    ring: row.ring as DelayRecord['ring'],
    radiusMiles: row.radius_miles,
    allClearMinutes: row.all_clear_minutes,
    opened: row.opened_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    closed: row.closed_at?.toISOString() ?? null,
    strikes: row.strikes,
    simulated: row.simulated,
  }
}
