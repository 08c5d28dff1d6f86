import {
  sql,
  type Generated,
  type Insertable,
  type JSONColumnType,
  type Selectable,
  type Updateable,
} from 'kysely'
import type { ConditionCode } from '#domain/widgets/conditions'
import type { ThemeNumber, TypeNumber, WidgetForecast } from '#domain/widgets/widget'
import type { Entry, PersonOfCustomer } from '#server/platform/personal-data'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type WidgetTable = {
  id: Generated<number>
  customer_id: number
  key: string
  name: string
  organization_location_id: number
  theme: ThemeNumber
  type: TypeNumber
  primary_condition: ConditionCode
  conditions: ConditionCode[]
  forecasts: JSONColumnType<WidgetForecast[]>
  user_group_id: number
  header_message: string | null
  header_message_expires_at: Date | null
  station_id: number | null
  primary_threshold: number | null
  width: number | null
  allowed_sites: string[]
  creator_id: string | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
}
type ShareTable = {
  id: Generated<number>
  customer_id: number
  widget_id: number | null
  user_id: string
  recipient: string
  created_at: Date
}
type Tables = {
  widgets: WidgetTable
  widget_shares: ShareTable
  // Read only for names and the place.
  customers: { id: number; name: string }
  organization_locations: { id: number; name: string; latitude: number; longitude: number }
}

/** A widget with its customer's name, and its place's name and position. */
export type WidgetRow = Selectable<WidgetTable> & {
  readonly customer_name: string
  readonly location_name: string
  readonly latitude: number
  readonly longitude: number
}

const tables = (db: Db) => db.withTables<Tables>()

function widgetsIn(db: Db, scope: Scope) {
  const query = tables(db)
    .selectFrom('widgets')
    .innerJoin('customers', 'customers.id', 'widgets.customer_id')
    .innerJoin('organization_locations as place', 'place.id', 'widgets.organization_location_id')
    .selectAll('widgets')
    .select([
      'customers.name as customer_name',
      'place.name as location_name',
      'place.latitude',
      'place.longitude',
    ])
  return scope === 'system' ? query : query.where('widgets.customer_id', '=', scope)
}

export function listWidgets(db: Db, scope: Scope): Promise<WidgetRow[]> {
  return widgetsIn(db, scope)
    .orderBy(eb => eb.fn('lower', ['widgets.name']))
    .orderBy('widgets.id')
    .execute()
}

export function findWidget(db: Db, scope: Scope, id: number): Promise<WidgetRow | undefined> {
  return widgetsIn(db, scope).where('widgets.id', '=', id).executeTakeFirst()
}

export function findWidgetByKey(db: Db, _scope: 'system', key: string): Promise<WidgetRow | undefined> {
  return widgetsIn(db, 'system').where('widgets.key', '=', key).executeTakeFirst()
}

/** Locks a widget: no one else can change it until the transaction ends. */
export function holdWidget(tx: Tx, scope: Scope, id: number): Promise<WidgetRow | undefined> {
  return widgetsIn(tx, scope).where('widgets.id', '=', id).forUpdate('widgets').executeTakeFirst()
}

/** Counts widgets under a lock, so that concurrent additions wait. */
export async function countWidgetsAlone(tx: Tx, customerId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`widgets of ${customerId}`}))`.execute(tx)
  const { count } = await tables(tx)
    .selectFrom('widgets')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return count
}

export type NewWidget = Insertable<WidgetTable>

export async function insertWidget(tx: Tx, row: NewWidget): Promise<number> {
  const { id } = await tables(tx).insertInto('widgets').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export type WidgetChange = Omit<
  Updateable<WidgetTable>,
  'id' | 'customer_id' | 'key' | 'created_at' | 'version'
>

export async function updateWidgetRow(
  tx: Tx,
  customerId: number,
  id: number,
  change: WidgetChange,
): Promise<void> {
  await tables(tx)
    .updateTable('widgets')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

export async function deleteWidgetRow(tx: Tx, customerId: number, id: number): Promise<void> {
  await tables(tx).deleteFrom('widgets').where('customer_id', '=', customerId).where('id', '=', id).execute()
}

/**
 * The number of emails that a person has sent recently, counted under a lock, so that two tabs cannot exceed the limit
 * together.
 */
export async function countSharesAlone(
  tx: Tx,
  customerId: number,
  userId: string,
  since: Date,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`widget shares of ${userId}`}))`.execute(tx)
  const { count } = await tables(tx)
    .selectFrom('widget_shares')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertShare(tx: Tx, share: Insertable<ShareTable>): Promise<number> {
  const { id } = await tables(tx)
    .insertInto('widget_shares')
    .values(share)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteSharesBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await tables(db).deleteFrom('widget_shares').where('created_at', '<', before).execute()
}

/** The widgets that a person created, and the addresses to which they sent embed codes. */
export async function describeWidgetsOf(db: Db, { id, customerId }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select 'created' as act, name, null as recipient, created_at as at
    from widgets where customer_id = ${customerId} and creator_id = ${id}
    union all
    select 'shared', widgets.name, recipient, widget_shares.created_at
    from widget_shares left join widgets on widgets.id = widget_id
    where widget_shares.customer_id = ${customerId} and user_id = ${id}
    order by at`.execute(db)
  return rows
}

/** Deletes records of what was sent to the person; those of what they sent are deleted with their row. */
export async function deleteSharesTo(
  tx: Tx,
  { customerId, email, isEmailShared }: PersonOfCustomer,
): Promise<void> {
  if (email === null || isEmailShared) return
  await sql`
    delete from widget_shares
    where customer_id = ${customerId} and lower(recipient) = lower(${email})`.execute(tx)
}
