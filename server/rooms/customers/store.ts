import type { Generated, Selectable } from 'kysely'
import type { Permission } from '#domain/access/permissions'
import { squeezedName } from '#domain/widgets/public-names'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type CustomerTable = {
  id: Generated<number>
  name: string
  /** The name in public URLs; null for customers from before names had to be unique. */
  public_name: string | null
  status: Generated<string>
  company_type: string
  banner: string | null
  live_stream_minutes: number
  permissions: string[]
  created_at: Date
  version: Generated<number>
}
type Tables = {
  customers: CustomerTable
  // Only counted: the users room owns the table.
  users: { id: string; customer_id: number }
}
export type CustomerRow = Selectable<CustomerTable>

function customersIn(db: Db, scope: Scope) {
  const query = db.withTables<Tables>().selectFrom('customers').selectAll()
  return scope === 'system' ? query : query.where('id', '=', scope)
}

export function findCustomer(db: Db, scope: Scope, id: number): Promise<CustomerRow | undefined> {
  return customersIn(db, scope).where('id', '=', id).executeTakeFirst()
}

/** Locks a customer that is about to be changed; other writers wait. */
export function seizeCustomer(tx: Tx, scope: Scope, id: number): Promise<CustomerRow | undefined> {
  return customersIn(tx, scope).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Loads only the banner, since every page requests it; undefined if the caller has no such customer. */
export async function findBanner(
  db: Db,
  scope: Scope,
  id: number,
): Promise<{ banner: string | null } | undefined> {
  if (scope !== 'system' && scope !== id) return undefined
  return db
    .withTables<Tables>()
    .selectFrom('customers')
    .select('banner')
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findCustomerNamed(db: Db, _scope: 'system', name: string): Promise<CustomerRow | undefined> {
  return db
    .withTables<Tables>()
    .selectFrom('customers')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Finds a customer by the name in a public URL, however it is spelled. */
export function findCustomerInAddress(
  db: Db,
  _scope: 'system',
  name: string,
): Promise<CustomerRow | undefined> {
  return db
    .withTables<Tables>()
    .selectFrom('customers')
    .selectAll()
    .where('public_name', '=', squeezedName(name))
    .executeTakeFirst()
}

export function listCustomerRows(db: Db, _scope: 'system'): Promise<(CustomerRow & { people: number })[]> {
  return db
    .withTables<Tables>()
    .selectFrom('customers')
    .selectAll()
    .select(eb =>
      eb
        .selectFrom('users')
        .select(inner => inner.fn.countAll<number>().as('people'))
        .whereRef('users.customer_id', '=', 'customers.id')
        .as('people'),
    )
    .orderBy('name')
    .execute() as Promise<(CustomerRow & { people: number })[]>
}

export async function countCustomers(db: Db, _scope: 'system'): Promise<number> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('customers')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function saveBanner(tx: Tx, customerId: number, banner: string | null): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('customers')
    .set({ banner })
    .where('id', '=', customerId)
    .execute()
}

export async function saveLiveStreamMinutes(tx: Tx, customerId: number, minutes: number): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('customers')
    .set({ live_stream_minutes: minutes })
    .where('id', '=', customerId)
    .execute()
}

export class NameTaken extends Error {}

export interface NewCustomer {
  readonly name: string
  readonly companyType: string
  readonly permissions: readonly Permission[]
}

/**
 * Throws if another customer has the same name, ignoring spaces and case, because the two would be the same in public
 * URLs.
 */
export async function insertCustomer(tx: Tx, customer: NewCustomer, now: Date): Promise<number> {
  const row = await tx
    .withTables<Tables>()
    .insertInto('customers')
    .values({
      name: customer.name,
      public_name: squeezedName(customer.name),
      company_type: customer.companyType,
      banner: null,
      live_stream_minutes: 0,
      permissions: [...customer.permissions],
      created_at: now,
    })
    .onConflict(conflict => conflict.column('public_name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new NameTaken(`There is already a customer ${customer.name}, ignoring spaces and case`)
  return row.id
}
