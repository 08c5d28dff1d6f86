import { sql } from 'kysely'
import type { Entry, PersonOfCustomer } from '#server/platform/personal-data'
import type { Db } from '#server/platform/store/index'

export async function describeLocationsOf(db: Db, { id, customerId }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select label, address, latitude, longitude, array[radius1, radius2, radius3, radius4] as "radiusMiles",
      all_clear_minutes as "allClearMinutes", is_given as "isGiven", created_at as created
    from locations where customer_id = ${customerId} and user_id = ${id} order by id`.execute(db)
  return rows
}
