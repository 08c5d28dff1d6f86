import { sql } from 'kysely'
import type { Entry, PersonOfCustomer } from '#server/platform/personal-data'
import type { Db } from '#server/platform/store/index'

export async function describeDelaysOf(
  db: Db,
  { id, customerId }: PersonOfCustomer,
  page: { readonly after: number; readonly count: number },
) {
  const { rows } = await sql<{ id: number }>`
    select id, location_label as location, ring, radius_miles as "radiusMiles", opened_at as opened,
      closed_at as ended, strikes
    from delays
    where customer_id = ${customerId} and user_id = ${id} and id > ${page.after}
    order by id limit ${page.count}`.execute(db)
  return rows
}

export async function acceptancesOf(db: Db, { id, customerId }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select accepted_at as at, words from satellite_acceptances
    where customer_id = ${customerId} and accepted_by_id = ${id} order by id`.execute(db)
  return rows
}
