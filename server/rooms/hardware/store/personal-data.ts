import { sql } from 'kysely'
import type { PersonOfCustomer } from '#server/platform/personal-data'
import type { Db } from '#server/platform/store/index'

/** Commands have no sequence number of their own, so they are counted in order. */
export async function commandsBy(
  db: Db,
  { id, customerId }: PersonOfCustomer,
  page: { readonly after: number; readonly count: number },
) {
  const { rows } = await sql<{ id: number }>`
    select ${page.after}::bigint + row_number() over () as id, given.* from (
      select issued_at as at, devices.name as device, act ->> 'kind' as act,
        device_commands.is_test as "isTest", because, state
      from device_commands join devices on devices.id = device_commands.device_id
      where device_commands.customer_id = ${customerId} and device_commands.user_id = ${id}
      order by issued_at, device_commands.id
      offset ${page.after} limit ${page.count}) as given`.execute(db)
  return rows
}
