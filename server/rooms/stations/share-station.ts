import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import type { Doing } from '#server/platform/http/ask'
import type { KnownStation } from './known-stations.ts'
import { setElevation, setPublic, type StationRow } from './store/stations.ts'

export interface ShareDeps {
  readonly changes: Pick<Changes<Facts>, 'commit'>
}

/** Makes a station's page public or private; every process is notified. */
export async function shareStation(
  { changes }: ShareDeps,
  { caller, now, requestId }: Doing,
  { row }: KnownStation,
  isPublic: boolean,
): Promise<void> {
  await changes.commit(async (tx, appendFact) => {
    await setPublic(tx, row.customer_id ?? 'system', row.id, isPublic, now)
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: row.customer_id,
        action: isPublic ? 'station page opened to the public' : 'station page closed to the public',
        target: `${row.name} (weather station ${row.id})`,
        before: { isPublic: row.is_public },
        after: { isPublic },
        requestId,
      },
      now,
    )
    appendStationChanged(appendFact, row)
  })
}

/** Sets a station's elevation. Values derived from earlier readings do not change. */
export async function correctElevation(
  { changes }: ShareDeps,
  { caller, now, requestId }: Doing,
  { row }: KnownStation,
  elevationFeet: number | null,
): Promise<void> {
  await changes.commit(async (tx, appendFact) => {
    await setElevation(tx, row.customer_id ?? 'system', row.id, elevationFeet, now)
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: row.customer_id,
        action: 'station elevation corrected',
        target: `${row.name} (weather station ${row.id})`,
        before: { elevationFeet: row.elevation_feet },
        after: { elevationFeet },
        requestId,
      },
      now,
    )
    appendStationChanged(appendFact, row)
  })
}

/** Appends a fact, so that every process reloads the station. */
export function appendStationChanged(
  appendFact: AppendFact<Facts>,
  { id, customer_id: customerId }: Pick<StationRow, 'id' | 'customer_id'>,
): void {
  appendFact('station changed', { customerId, subject: `weather station ${id}`, body: { stationId: id } })
}
