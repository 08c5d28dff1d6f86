import { sql, type Generated, type Selectable, type Updateable } from 'kysely'
import type { EventType } from '#domain/integrations/place-event'
import { anyOf } from '#server/platform/store/any-of'
import type { Db, Scope, Tx } from '#server/platform/store/index'

export type EndpointState = 'on' | 'off' | 'paused' | 'gone'

type EndpointTable = {
  id: Generated<number>
  customer_id: number
  name: string
  url: string
  events: EventType[]
  organization_location_ids: number[] | null
  sealed_secret: string
  previous_sealed_secret: string | null
  previous_until: Date | null
  state: EndpointState
  state_because: string | null
  failing_since: Date | null
  failures: number
  last_success_at: Date | null
  created_at: Date
  updated_at: Date
  version: Generated<number>
}
type Tables = { webhook_endpoints: EndpointTable }
export type EndpointRow = Selectable<EndpointTable>

const tables = (db: Db) => db.withTables<Tables>()

/** Converts array elements to numbers, because the database returns them as text. */
const plain = (row: EndpointRow): EndpointRow => ({
  ...row,
  organization_location_ids: row.organization_location_ids?.map(Number) ?? null,
})

function endpointsIn(db: Db, scope: Scope) {
  const query = tables(db).selectFrom('webhook_endpoints').selectAll()
  return scope === 'system' ? query : query.where('customer_id', '=', scope)
}

export async function listEndpoints(db: Db, scope: Scope): Promise<EndpointRow[]> {
  return (await endpointsIn(db, scope).orderBy('name').orderBy('id').execute()).map(plain)
}

export async function endpointsOn(
  db: Db,
  _scope: 'system',
  customerIds: readonly number[],
): Promise<EndpointRow[]> {
  const rows = await endpointsIn(db, 'system')
    .where('customer_id', '=', anyOf(customerIds, 'bigint'))
    .where('state', '=', 'on')
    .execute()
  return rows.map(plain)
}

export async function findEndpoint(db: Db, scope: Scope, id: number): Promise<EndpointRow | undefined> {
  const row = await endpointsIn(db, scope).where('id', '=', id).executeTakeFirst()
  return row && plain(row)
}

/** Finds an endpoint and locks it until the transaction ends. */
export async function seizeEndpoint(
  tx: Tx,
  customerId: number,
  id: number,
): Promise<EndpointRow | undefined> {
  const row = await endpointsIn(tx, customerId).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && plain(row)
}

/** Locks the customer's endpoints: no one else can add one until the transaction ends. */
export async function lockEndpointsOf(tx: Tx, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`webhooks of ${customerId}`}))`.execute(tx)
}

export type NewEndpoint = Pick<
  EndpointRow,
  'customer_id' | 'name' | 'url' | 'events' | 'organization_location_ids' | 'sealed_secret' | 'created_at'
>

export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<EndpointRow> {
  const row = await tables(tx)
    .insertInto('webhook_endpoints')
    .values({
      ...endpoint,
      previous_sealed_secret: null,
      previous_until: null,
      state: 'on',
      state_because: null,
      failing_since: null,
      failures: 0,
      last_success_at: null,
      updated_at: endpoint.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return plain(row)
}

export type EndpointChange = Omit<Updateable<EndpointTable>, 'id' | 'customer_id' | 'created_at' | 'version'>

export async function updateEndpoint(
  tx: Tx,
  customerId: number,
  id: number,
  change: EndpointChange,
): Promise<EndpointRow> {
  const row = await tables(tx)
    .updateTable('webhook_endpoints')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return plain(row)
}

export async function deleteEndpoint(tx: Tx, customerId: number, id: number): Promise<void> {
  await tables(tx)
    .deleteFrom('webhook_endpoints')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

/** Records a success of the endpoint. Recovery is not an edit, so the version does not change. */
export async function noteSuccess(tx: Tx, _scope: 'system', id: number, now: Date): Promise<void> {
  await sql`
    update webhook_endpoints set failing_since = null, failures = 0, last_success_at = ${now}
    where id = ${id}`.execute(tx)
}

export async function noteEndpointFailure(
  tx: Tx,
  _scope: 'system',
  id: number,
  now: Date,
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${now}), failures = failures + 1
    where id = ${id} returning *`.execute(tx)
  return rows[0]
}

/** Turns off an endpoint. Returns it only if it was on until now, so that the notice is sent once. */
export async function stopEndpoint(
  tx: Tx,
  _scope: 'system',
  id: number,
  state: 'paused' | 'gone',
  because: string,
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints set state = ${state}, state_because = ${because}, version = version + 1
    where id = ${id} and state = 'on' returning *`.execute(tx)
  return rows[0]
}
