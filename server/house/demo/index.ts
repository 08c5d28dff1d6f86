import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { roleNamed } from '#domain/access/roles'
import { givenRings, withLocks } from '#domain/lightning/ring-rules'
import { demoCustomers, type DemoCustomer } from './customers.ts'
import type { DemoPlace } from './locations.ts'
import type { DemoAccount, DemoRecipient } from './people.ts'
import { recordAudit } from '#server/platform/audit'
import type { Db, Tx } from '#server/platform/store/index'
import { countCustomers, insertCustomer } from '#server/rooms/customers/index'
import { insertGroup } from '#server/rooms/groups/index'
import {
  hashPassword,
  hasPassword,
  savePasswordHash,
  signOutEverywhere,
  type SignInView,
} from '#server/rooms/identity/index'
import { ensureLink, insertLocation, insertOrganizationLocation } from '#server/rooms/locations/index'
import { giveStation } from '#server/rooms/stations/index'
import { saveTemplates } from '#server/rooms/heat-stress/index'
import { insertPolicy, ringLocksFor } from '#server/rooms/policies/index'
import { findUserForSignIn, insertUser, userNameOfNotified } from '#server/rooms/users/index'

export const demoPassword = 'skywarden demo 2026'

export const demoSignIn: NonNullable<SignInView['demo']> = {
  password: demoPassword,
  accounts: demoCustomers
    .flatMap(customer => customer.accounts)
    .map(person => ({
      userName: person.email,
      role: roleNamed(person.role)?.displayName ?? person.role,
    })),
}

/** The customer's data created so far, by name. */
interface Filled {
  readonly tx: Tx
  readonly customerId: number
  readonly groups: ReadonlyMap<string, number>
  readonly now: Date
}

function named<Id>(ids: ReadonlyMap<string, Id>, name: string): Id {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no '${name}'`)
  return id
}

/** Returns the columns that all people share. */
function columnsOf(
  { customerId, groups, now }: Filled,
  person: Pick<DemoRecipient, 'firstName' | 'lastName' | 'role' | 'group' | 'email'>,
) {
  return {
    id: randomUUID(),
    customer_id: customerId,
    user_group_id: named(groups, person.group),
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    role: person.role,
    permissions: [],
    is_active: true,
    declines_notifications: false,
    created_at: now,
  }
}

async function addAccount(filled: Filled, person: DemoAccount, passwordHash: string): Promise<string> {
  const { tx, now } = filled
  const columns = columnsOf(filled, person)
  await insertUser(tx, {
    ...columns,
    user_name: person.email,
    phone_number: null,
    time_zone: 'CST',
    activated_at: now,
  })
  await savePasswordHash(tx, columns.id, passwordHash, now)
  return columns.id
}

async function addRecipient(filled: Filled, person: DemoRecipient): Promise<string> {
  const columns = columnsOf(filled, person)
  const isFullUser = person.role !== 'NotificationOnly'
  await insertUser(filled.tx, {
    ...columns,
    user_name: isFullUser && person.email !== null ? person.email : userNameOfNotified(columns.id),
    phone_number: person.phone ?? null,
    time_zone: person.timeZone ?? 'CST',
    email_notifications: person.tellBy !== 'text',
    sms_notifications: person.tellBy !== undefined,
    email_unsubscribed_at: person.isUnsubscribed ? filled.now : null,
    activated_at: isFullUser && !person.isInvited ? filled.now : null,
  })
  return columns.id
}

async function addPlace({ tx, customerId, groups, now }: Filled, place: DemoPlace): Promise<number> {
  const { name, address, latitude, longitude, workRest } = place
  const templates = await saveTemplates(tx)
  const { id } = await insertOrganizationLocation(tx, {
    customer_id: customerId,
    name,
    address,
    latitude,
    longitude,
    risk_profile_id: workRest ? (templates.get('WBGT Heat Categories') ?? null) : null,
    work_rest_profile_id: workRest ? (templates.get(workRest) ?? null) : null,
    created_at: now,
    updated_at: now,
  })
  for (const group of place.groups) {
    await ensureLink(tx, {
      customer_id: customerId,
      organization_location_id: id,
      user_group_id: named(groups, group),
      created_at: now,
    })
  }
  return id
}

async function putOnDashboard(
  { tx, customerId, now }: Filled,
  place: DemoPlace,
  of: { readonly placeId: number; readonly userId: string; readonly isGiven: boolean },
) {
  const saved = { radii: place.radii, allClearMinutes: givenRings.allClearMinutes }
  const { radii, allClearMinutes } = withLocks(saved, await ringLocksFor(tx, customerId, of.userId))
  const [radius1, radius2, radius3, radius4] = radii
  await insertLocation(tx, {
    customer_id: customerId,
    user_id: of.userId,
    organization_location_id: of.placeId,
    label: place.name,
    address: place.address,
    latitude: place.latitude,
    longitude: place.longitude,
    radius1,
    radius2,
    radius3,
    radius4,
    all_clear_minutes: allClearMinutes,
    flags: 0,
    forecast_location: false,
    is_given: of.isGiven,
    created_at: now,
    updated_at: now,
  })
}

/**
 * Adds the places, and links them to dashboards: accounts get all of them, other people only those assigned to them.
 */
async function addPlaces(
  filled: Filled,
  { places }: DemoCustomer,
  accountIds: readonly string[],
  recipients: ReadonlyMap<string, DemoRecipient>,
) {
  for (const place of places) {
    const placeId = await addPlace(filled, place)
    for (const userId of accountIds) await putOnDashboard(filled, place, { placeId, userId, isGiven: false })
    for (const [userId, person] of recipients) {
      if (!person.places.includes(place.name)) continue
      await putOnDashboard(filled, place, { placeId, userId, isGiven: true })
    }
  }
}

async function addPolicies({ tx, customerId, groups, now }: Filled, { policies }: DemoCustomer) {
  for (const { group, onBreach, onAllClear, ...policy } of policies) {
    const notificationActions = [
      { allClear: false, message: onBreach },
      { allClear: true, message: onAllClear },
    ]
    const groupsFor = group === undefined ? 'all' : [named(groups, group)]
    await insertPolicy(tx, { ...policy, customerId, groups: groupsFor, notificationActions }, now)
  }
}

async function addCustomer(tx: Tx, customer: DemoCustomer, passwordHash: string, now: Date) {
  const customerId = await insertCustomer(tx, customer, now)
  const groups = new Map<string, number>()
  for (const { name, alertTimes } of customer.groups) {
    groups.set(name, await insertGroup(tx, customerId, name, now, alertTimes))
  }
  const filled: Filled = { tx, customerId, groups, now }
  const accountIds: string[] = []
  for (const person of customer.accounts) accountIds.push(await addAccount(filled, person, passwordHash))
  const recipients = new Map<string, DemoRecipient>()
  for (const person of customer.recipients) recipients.set(await addRecipient(filled, person), person)
  for (const station of customer.stations) await giveStation(tx, customerId, station, now)
  await addPolicies(filled, customer)
  await addPlaces(filled, customer, accountIds, recipients)
  await recordAudit(tx, { by: 'system', customerId, action: 'demo data created', target: customer.name }, now)
}

/** An arbitrary number that no other lock uses. */
const demoLock = 7_266_005

/** Ensures that no other process fills the database until the transaction ends. */
export async function lockDemo(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(demoLock)})`.execute(tx)
}

/** Fills an empty database with demo data; leaves any other database alone. */
export async function addDemoData(db: Db, now: Date): Promise<void> {
  if ((await countCustomers(db, 'system')) > 0) return
  const passwordHash = await hashPassword(demoPassword)
  await db.transaction().execute(async tx => {
    // Another process may have started at the same moment.
    await lockDemo(tx)
    if ((await countCustomers(tx, 'system')) > 0) return
    for (const customer of demoCustomers) await addCustomer(tx, customer, passwordHash, now)
  })
}

/**
 * Ends the sessions that the demo's password opened. Without the demo, that password is rejected
 * (`publishedPassword`).
 */
export async function leaveDemo(db: Db, now: Date): Promise<void> {
  for (const { userName } of demoSignIn.accounts) {
    const person = await findUserForSignIn(db, userName)
    if (!person || !(await hasPassword(db, person.id, demoPassword))) continue
    await db.transaction().execute(tx => signOutEverywhere(tx, person.id, now))
  }
}
