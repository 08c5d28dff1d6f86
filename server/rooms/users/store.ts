import { anyOf } from '#server/platform/store/any-of'
import { sql, type Generated, type Insertable, type Selectable } from 'kysely'
import type { Entry, PersonOfCustomer } from '#server/platform/personal-data'
import { batchesOf } from '#server/platform/store/batches'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type UserTable = {
  id: string
  customer_id: number
  user_group_id: number | null
  user_name: string
  first_name: string
  last_name: string
  email: string | null
  phone_number: string | null
  role: string
  permissions: string[]
  time_zone: string
  is_active: boolean
  declines_notifications: boolean
  email_notifications: Generated<boolean>
  sms_notifications: Generated<boolean>
  opt_out_forecast: Generated<boolean>
  precipitation_notification: Generated<boolean>
  severe_weather_notification: Generated<boolean>
  outer_ring_notification: Generated<boolean>
  proactive_forecast_notification: Generated<boolean>
  alert_times_enabled: Generated<boolean>
  geofence_alerts_enabled: Generated<boolean>
  email_unsubscribed_at: Generated<Date | null>
  created_at: Date
  activated_at: Date | null
  version: Generated<number>
  alert_times_version: Generated<number>
}
type Tables = {
  users: UserTable
  // Joined for names and dashboard contents; only their own rooms write these tables.
  customers: {
    id: number
    name: string
    status: string
    permissions: string[]
    requires_second_factor: boolean
  }
  user_groups: { id: number; name: string }
}

export type NewUser = Insertable<UserTable>

/** A person with the names and rights from their customer and group. */
export interface UserRow extends Selectable<UserTable> {
  readonly customer_name: string
  readonly customer_status: string
  readonly customer_permissions: string[]
  /** Whether administrators of the customer need two-step verification. */
  readonly requires_second_factor: boolean
  readonly has_second_factor: boolean
  readonly group_name: string | null
  readonly organization_location_ids: readonly number[]
  readonly has_locations: boolean
  /** The number of browsers on which they get push messages. */
  readonly push_devices: number
}

function people(db: Db, scope: Scope) {
  const query = db
    .withTables<Tables>()
    .selectFrom('users')
    .innerJoin('customers', 'customers.id', 'users.customer_id')
    .leftJoin('user_groups', 'user_groups.id', 'users.user_group_id')
    .selectAll('users')
    .select([
      'customers.name as customer_name',
      'customers.status as customer_status',
      'customers.permissions as customer_permissions',
      'customers.requires_second_factor',
      'user_groups.name as group_name',
      sql<number[]>`array(select l.organization_location_id::int from locations l
        where l.user_id = users.id and l.organization_location_id is not null order by l.id)`.as(
        'organization_location_ids',
      ),
      sql<boolean>`(exists (select from second_factors f
        where f.user_id = users.id and f.confirmed_at is not null)
        or exists (select from passkeys k where k.user_id = users.id))`.as('has_second_factor'),
      sql<boolean>`exists (select from locations l where l.user_id = users.id)`.as('has_locations'),
      sql<number>`(select count(*)::int from push_subscriptions p where p.user_id = users.id)`.as(
        'push_devices',
      ),
    ])
  return scope === 'system' ? query : query.where('users.customer_id', '=', scope)
}

export function findUser(db: Db, scope: Scope, id: string): Promise<UserRow | undefined> {
  return people(db, scope).where('users.id', '=', id).executeTakeFirst()
}

export function findUsers(db: Db, scope: Scope, ids: readonly string[]): Promise<UserRow[]> {
  return people(db, scope).where('users.id', '=', anyOf(ids, 'uuid')).execute()
}

/** Locks a person who is about to be changed; other writers wait. */
export function lockUserForUpdate(tx: Tx, customerId: number, id: string): Promise<UserRow | undefined> {
  return people(tx, customerId).where('users.id', '=', id).forNoKeyUpdate('users').executeTakeFirst()
}

/** Locks all people of a customer who are about to be changed. */
export function lockUsersForUpdate(tx: Tx, customerId: number): Promise<UserRow[]> {
  return people(tx, customerId).orderBy('users.id').forNoKeyUpdate('users').execute()
}

/** Locks imports: no one else can import this customer's people until the transaction ends. */
export async function lockImportOf(tx: Tx, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`import of ${customerId}`}))`.execute(tx)
}

/**
 * Finds a person by user name or email, as typed at sign-in. Someone who has signed in before wins: otherwise another
 * organization could take over an address by inviting it. Among those, and among the invited, a user name wins.
 */
export async function findUserForSignIn(db: Db, typed: string): Promise<UserRow | undefined> {
  const name = typed.trim().toLowerCase()
  const rows = await people(db, 'system')
    .where(eb =>
      eb.or([
        eb(eb.fn<string>('lower', ['users.user_name']), '=', name),
        eb(eb.fn<string>('lower', ['users.email']), '=', name),
      ]),
    )
    .execute()
  const isNamed = (row: UserRow) => row.user_name.toLowerCase() === name
  const proven = rows.filter(row => row.activated_at !== null)
  const among = proven.length > 0 ? proven : rows
  const named = among.filter(isNamed)
  // An address shared by several accounts is ambiguous.
  const meant = named.length > 0 ? named : among
  return meant.length === 1 ? meant[0] : undefined
}

/** Everyone of any customer who has this address as user name or email. */
export function findUsersNamed(db: Db, _scope: 'system', email: string): Promise<UserRow[]> {
  const name = email.trim().toLowerCase()
  return people(db, 'system')
    .where(eb =>
      eb.or([
        eb(eb.fn<string>('lower', ['users.user_name']), '=', name),
        eb(eb.fn<string>('lower', ['users.email']), '=', name),
      ]),
    )
    .execute()
}

export function listUsers(db: Db, scope: Scope): Promise<UserRow[]> {
  return people(db, scope).orderBy('users.first_name').orderBy('users.last_name').execute()
}

/** The customer and group of everyone, or of some people, without the other columns. */
export function listGroupsOfPeople(
  db: Db,
  _scope: 'system',
  only?: readonly string[],
): Promise<{ id: string; customerId: number; groupId: number | null; role: string }[]> {
  const columns = ['id', 'customer_id as customerId', 'user_group_id as groupId', 'role'] as const
  const everybody = db.withTables<Tables>().selectFrom('users').select(columns)
  return (only === undefined ? everybody : everybody.where('id', '=', anyOf(only, 'uuid'))).execute()
}

export async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  await insertUsers(tx, [user])
}

export async function insertUsers(tx: Tx, users: readonly NewUser[]): Promise<void> {
  for (const some of batchesOf(users)) {
    await tx.withTables<Tables>().insertInto('users').values(some).execute()
  }
}

export type UserChange = Partial<
  Omit<Selectable<UserTable>, 'id' | 'customer_id' | 'created_at' | 'version' | 'alert_times_version'>
>

export async function updateUserRow(tx: Tx, scope: Scope, id: string, change: UserChange): Promise<void> {
  const query = tx.withTables<Tables>().updateTable('users').set(change).where('id', '=', id)
  await (scope === 'system' ? query : query.where('customer_id', '=', scope)).execute()
}

export async function deleteUserRow(tx: Tx, customerId: number, id: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('users')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

/** The accounts with these lowercase user names that prevent a customer from assigning the names. */
function namesTaken(db: Db, customerId: number, wanted: readonly string[]) {
  return db
    .withTables<Tables>()
    .selectFrom('users')
    .select(eb => ['id', eb.fn<string>('lower', ['user_name']).as('name')])
    .where(eb => eb(eb.fn<string>('lower', ['user_name']), '=', anyOf(wanted, 'text')))
    .where(eb => eb.or([eb('customer_id', '=', customerId), eb('activated_at', 'is not', null)]))
}

/**
 * Whether a user name is unavailable to a customer, because one of its own people has it, or because anyone who has it
 * has confirmed it.
 */
export async function isUserNameTaken(
  db: Db,
  customerId: number,
  userName: string,
  except: string,
): Promise<boolean> {
  const row = await namesTaken(db, customerId, [userName.toLowerCase()])
    .where('id', '<>', except)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a person of the same customer already has a user name. */
export async function isNameOfColleague(
  db: Db,
  customerId: number,
  userName: string,
  except: string,
): Promise<boolean> {
  const row = await namesTaken(db, customerId, [userName.toLowerCase()])
    .where('id', '<>', except)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of the given user names that a customer cannot assign, in lowercase. */
export async function takenUserNames(
  db: Db,
  customerId: number,
  userNames: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = userNames.map(name => name.toLowerCase())
  const rows = await namesTaken(db, customerId, wanted).execute()
  return new Set(rows.map(row => row.name))
}

/** A person, as other rooms need them. */
export async function personOfCustomer(
  db: Db,
  { id, customer_id: customerId, email, phone_number: phoneNumber }: UserRow,
): Promise<PersonOfCustomer> {
  const { rows } = await sql<Pick<PersonOfCustomer, 'isEmailShared' | 'isPhoneShared'>>`
    select coalesce(bool_or(lower(email) = lower(${email})), false) as "isEmailShared",
      coalesce(bool_or(phone_number = ${phoneNumber}), false) as "isPhoneShared"
    from users where customer_id = ${customerId} and id <> ${id}`.execute(db)
  const [shared = { isEmailShared: false, isPhoneShared: false }] = rows
  return { id, customerId, email, phoneNumber, ...shared }
}

export async function describeAccount(db: Db, { id, customerId }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select users.id, user_name as "userName", first_name as "firstName", last_name as "lastName", email,
      phone_number as "phoneNumber", role, users.permissions, customers.name as organization,
      user_groups.name as "userGroup", time_zone as "timeZone", is_active as "isActive",
      users.created_at as created, activated_at as activated,
      declines_notifications as "declinesNotifications", email_notifications as "emailNotifications",
      sms_notifications as "smsNotifications", opt_out_forecast as "optOutForecast",
      precipitation_notification as "precipitationNotification",
      severe_weather_notification as "severeWeatherNotification",
      outer_ring_notification as "outerRingNotification",
      proactive_forecast_notification as "proactiveForecastNotification",
      alert_times_enabled as "alertTimesEnabled", geofence_alerts_enabled as "geofenceAlertsEnabled",
      email_unsubscribed_at as "emailUnsubscribed"
    from users join customers on customers.id = users.customer_id
      left join user_groups on user_groups.id = users.user_group_id
    where users.customer_id = ${customerId} and users.id = ${id}`.execute(db)
  return rows
}
