import type { Db, Tx } from '#server/platform/store/index'

export type StationImageRow = { station_id: number; taken_at: Date; jpeg: Uint8Array<ArrayBuffer> }

const tables = (db: Db) => db.withTables<{ station_images: StationImageRow }>()

/** Replaces a station's image with a newer one. */
export async function saveStationImage(tx: Tx, _scope: 'system', row: StationImageRow): Promise<void> {
  await tables(tx)
    .insertInto('station_images')
    .values(row)
    .onConflict(conflict =>
      conflict.column('station_id').doUpdateSet({ taken_at: row.taken_at, jpeg: row.jpeg }),
    )
    .execute()
}

export function findStationImage(
  db: Db,
  _scope: 'system',
  stationId: number,
): Promise<StationImageRow | undefined> {
  return tables(db)
    .selectFrom('station_images')
    .selectAll()
    .where('station_id', '=', stationId)
    .executeTakeFirst()
}

/** The stations that have an image, and when it was taken. */
export function listStationImages(
  db: Db,
  _scope: 'system',
): Promise<Pick<StationImageRow, 'station_id' | 'taken_at'>[]> {
  return tables(db).selectFrom('station_images').select(['station_id', 'taken_at']).execute()
}
