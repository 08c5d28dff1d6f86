import { sql } from 'kysely'
import { rowsOlderBy, type PersonOfCustomer } from '#server/platform/personal-data'
import type { Db } from '#server/platform/store/index'

export async function describeViewsOf(
  db: Db,
  { id }: PersonOfCustomer,
  page: { readonly after: number; readonly count: number },
) {
  const { rows } = await sql<{ id: number }>`
    select id, started_at as at, camera_name as camera, seconds from camera_views
    where user_id = ${id} and id > ${page.after} order by id limit ${page.count}`.execute(db)
  return rows
}

/** Deletes views that have ended. Usage of the allowance is counted separately and stays. */
export const deleteOldViews = rowsOlderBy('camera_views', 'ended_at')
