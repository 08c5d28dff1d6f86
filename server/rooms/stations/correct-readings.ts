import type { DeviceReading } from '#contract/devices/devices'
import { nothingMeasured } from '#domain/conditions/reading'
import { isTimely, sift } from '#domain/conditions/sift'
import { recordAudit } from '#server/platform/audit'
import type { Tx } from '#server/platform/store/index'
import { makeRoom } from './months.ts'
import { derivedRow } from './rows.ts'
import { saveReadings, type StationRow } from './store/stations.ts'

/**
 * Overwrites readings of any age on behalf of the operator: a device may change only its readings of the last day.
 * Their summaries are recomputed. Returns how many readings were written.
 */
export async function correctReadings(
  tx: Tx,
  station: StationRow,
  readings: readonly DeviceReading[],
  now: Date,
): Promise<number> {
  const rows = new Map(
    readings.flatMap(({ at, ...measured }) => {
      const timeMs = Date.parse(at)
      if (!isTimely(timeMs, now.getTime())) return []
      const given = Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== undefined))
      const { measures } = sift({ ...nothingMeasured, ...given })
      return [[timeMs, derivedRow(station, timeMs, measures)] as const]
    }),
  )
  const written = [...rows.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  if (written.length === 0) return 0
  await makeRoom(
    tx,
    'station_readings',
    written.map(({ at }) => at),
  )
  await saveReadings(tx, 'system', written)
  await recordAudit(
    tx,
    {
      by: 'system',
      customerId: station.customer_id,
      action: 'station readings corrected',
      target: `${station.name} (weather station ${station.id})`,
      after: {
        readings: written.length,
        from: written[0]?.at.toISOString(),
        to: written.at(-1)?.at.toISOString(),
      },
    },
    now,
  )
  return written.length
}
