import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { demoStations } from '#simulator/stations'
import type { Station } from '#domain/conditions/reading'
import { permissions, type Permission } from '#domain/access/permissions'
import { roleNamed, type RoleName } from '#domain/access/roles'
import { demoPlaces, otherPlaces, type DemoPlace } from '#server/house/demo-locations'
import { recordAct } from '#server/platform/audit'
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
import { insertLocation, insertOrganizationLocation } from '#server/rooms/locations/index'
import { giveStation } from '#server/rooms/stations/index'
import { saveTemplates } from '#server/rooms/heat-stress/index'
import { insertPolicy, type NewPolicy } from '#server/rooms/policies/index'
import { findUserForSignIn, insertUser } from '#server/rooms/users/index'

export const demoPassword = 'skywarden demo 2026'

interface DemoPerson {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: RoleName
  readonly group?: string
}

interface DemoCustomer {
  readonly name: string
  readonly companyType: string
  readonly permissions: readonly Permission[]
  readonly groups: readonly string[]
  readonly people: readonly DemoPerson[]
  /** Organization locations, which all of these people have. */
  readonly places: readonly DemoPlace[]
  readonly policies: readonly DemoPolicy[]
  readonly stations: readonly Station[]
}

interface DemoPolicy extends Pick<NewPolicy, 'type' | 'threshold' | 'allClearMinutes' | 'standard'> {
  /** The group that it is for; for all of them where none is named. */
  readonly group?: string
}

/** People hear of a breach and of its end. */
const toldOfBoth = [false, true].map(allClear => ({ allClear, message: '' }))

/** One that restricts instead of granting is not part of 'everything'. */
const everything = permissions.filter(permission => permission !== 'location_cards.own_only.access')

/** Two customers and the provider itself, so that it can be seen that nobody looks into another's house. */
const demoCustomers: readonly DemoCustomer[] = [
  {
    name: 'Skywarden Support',
    companyType: 'Internal',
    permissions: everything,
    groups: ['Support'],
    people: [
      {
        email: 'super@skywarden.test',
        firstName: 'Super',
        lastName: 'Admin',
        role: 'SuperAdmin',
        group: 'Support',
      },
    ],
    places: [],
    policies: [],
    stations: [],
  },
  {
    name: 'Demo Parks and Schools',
    companyType: 'Education',
    permissions: everything,
    groups: ['Grounds', 'Athletics'],
    people: [
      { email: 'admin@demo.test', firstName: 'Demo', lastName: 'Admin', role: 'Admin', group: 'Grounds' },
      {
        email: 'assistant@demo.test',
        firstName: 'Demo',
        lastName: 'Assistant',
        role: 'AssistantAdmin',
        group: 'Athletics',
      },
      {
        email: 'customer@demo.test',
        firstName: 'Demo',
        lastName: 'Customer',
        role: 'Customer',
        group: 'Athletics',
      },
    ],
    places: demoPlaces,
    stations: demoStations(),
    policies: [
      { type: 'LR1', threshold: 8, allClearMinutes: 30, group: 'Athletics', standard: 'nws-lightning' },
      { type: 'HEAT', threshold: 100, allClearMinutes: 60 },
      { type: 'WBGT', threshold: 88, allClearMinutes: 30, standard: 'tb-med-507' },
      { type: 'CHILL', threshold: 20, allClearMinutes: 60 },
      { type: 'PRECIP', threshold: 1.5, allClearMinutes: 60 },
      { type: 'WIND', threshold: 30, allClearMinutes: 30 },
      { type: 'GUST', threshold: 40, allClearMinutes: 30 },
      { type: 'AQI', threshold: 150, allClearMinutes: 60 },
    ],
  },
  {
    name: 'Other Venues',
    companyType: 'Venue',
    permissions: ['met.support', 'widget.access'],
    groups: ['Staff'],
    people: [
      { email: 'admin@other.test', firstName: 'Other', lastName: 'Admin', role: 'Admin', group: 'Staff' },
    ],
    places: otherPlaces,
    stations: [],
    policies: [{ type: 'WIND', threshold: 25, allClearMinutes: 20 }],
  },
]

export const demoSignIn: NonNullable<SignInView['demo']> = {
  password: demoPassword,
  accounts: demoCustomers
    .flatMap(customer => customer.people)
    .map(person => ({
      userName: person.email,
      role: roleNamed(person.role)?.displayName ?? person.role,
    })),
}

async function addPlace(
  tx: Tx,
  customerId: number,
  { radii, workRest, ...place }: DemoPlace,
  userIds: readonly string[],
  now: Date,
) {
  const stamps = { customer_id: customerId, created_at: now, updated_at: now }
  const templates = await saveTemplates(tx)
  const { id } = await insertOrganizationLocation(tx, {
    ...place,
    ...stamps,
    risk_profile_id: workRest ? (templates.get('WBGT Heat Categories') ?? null) : null,
    work_rest_profile_id: workRest ? (templates.get(workRest) ?? null) : null,
  })
  const { name: label, ...where } = place
  const [radius1, radius2, radius3, radius4] = radii
  for (const userId of userIds) {
    await insertLocation(tx, {
      ...where,
      ...stamps,
      label,
      user_id: userId,
      organization_location_id: id,
      radius1,
      radius2,
      radius3,
      radius4,
      all_clear_minutes: 30,
      flags: 0,
      forecast_location: false,
      is_given: false,
    })
  }
}

async function addCustomer(tx: Tx, customer: DemoCustomer, passwordHash: string, now: Date) {
  const customerId = await insertCustomer(tx, customer, now)
  const groups = new Map<string, number>()
  for (const name of customer.groups) groups.set(name, await insertGroup(tx, customerId, name, now))
  const userIds: string[] = []
  for (const person of customer.people) {
    const id = randomUUID()
    userIds.push(id)
    await insertUser(tx, {
      id,
      customer_id: customerId,
      user_group_id: person.group === undefined ? null : (groups.get(person.group) ?? null),
      user_name: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      phone_number: null,
      role: person.role,
      permissions: [],
      time_zone: 'CST',
      is_active: true,
      declines_notifications: false,
      created_at: now,
      activated_at: now,
    })
    await savePasswordHash(tx, id, passwordHash, now)
  }
  for (const station of customer.stations) await giveStation(tx, customerId, station, now)
  for (const { group, ...policy } of customer.policies) {
    const groupId = group === undefined ? undefined : groups.get(group)
    const groupsFor = groupId === undefined ? 'all' : [groupId]
    await insertPolicy(tx, { ...policy, customerId, groups: groupsFor, notificationActions: toldOfBoth }, now)
  }
  for (const place of customer.places) await addPlace(tx, customerId, place, userIds, now)
  await recordAct(tx, { by: 'system', customerId, action: 'demo data created', target: customer.name }, now)
}

/** Any number that nothing else locks. */
const demoLock = 7_266_005

/** Fills an empty house with the demonstration; leaves any other house alone. */
export async function addDemoData(db: Db, now: Date): Promise<void> {
  if ((await countCustomers(db, 'system')) > 0) return
  const passwordHash = await hashPassword(demoPassword)
  await db.transaction().execute(async tx => {
    // Another process may have started at the same moment.
    await sql`select pg_advisory_xact_lock(${sql.lit(demoLock)})`.execute(tx)
    if ((await countCustomers(tx, 'system')) > 0) return
    for (const customer of demoCustomers) await addCustomer(tx, customer, passwordHash, now)
  })
}

/**
 * Without the demonstration nobody signs in with its password any more (`publishedPassword`); this ends what was signed
 * in with it before.
 */
export async function leaveDemo(db: Db, now: Date): Promise<void> {
  for (const { userName } of demoSignIn.accounts) {
    const person = await findUserForSignIn(db, userName)
    if (!person || !(await hasPassword(db, person.id, demoPassword))) continue
    await db.transaction().execute(tx => signOutEverywhere(tx, person.id, now))
  }
}
