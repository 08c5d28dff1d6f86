import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { getCustomer, setBanner, type Customer } from '#contract/people/customers'
import { addGroup, listGroups, updateGroup, type UserGroup } from '#contract/people/groups'
import {
  addLocation,
  addOrganizationLocation,
  listLocations,
  listOrganizationLocations,
  updateLocation,
  updateOrganizationLocation,
  type Location,
  type OrganizationLocation,
} from '#contract/places/locations'
import {
  getAlertTimes,
  getNotificationSettings,
  setAlertTimes,
  setNotificationSettings,
  type OwnAlertTimes,
} from '#contract/messages/notification-settings'
import { listPolicies, type WirePolicy } from '#contract/places/policies'
import { addPolicy, updatePolicy } from '#contract/places/policy-changes'
import { getCurrentUser, updateProfile, type User } from '#contract/people/users'
import {
  addNotificationUser,
  addUser,
  getCustomerUsers,
  listNotificationUsers,
  updateNotificationUser,
  updateUser,
} from '#contract/people/people'
import { usualNotificationSettings } from './samples.testing.ts'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

/** Everything that people edit in forms, edited by two people at the same time. */
let world: TestHouse
let admin: TestPerson
let supporter: TestPerson
let groupId: number

beforeAll(async () => {
  world = await testHouse()
  const customerId = await world.customer()
  groupId = await world.group(customerId, 'Crew')
  admin = await world.person({ role: 'Admin', customerId, groupId })
  supporter = await world.person({ role: 'SuperAdmin', customerId, groupId })
})
afterAll(() => world.close())

let made = 0

interface Versioned {
  readonly version: number
}

/** One kind of object: how to create and read it, and how to rename it, with a version or without. */
interface Case<Thing extends Versioned> {
  readonly make: () => Promise<Thing>
  readonly read: (made: Thing) => Promise<Thing | undefined>
  readonly change: (thing: Thing, name: string, version?: number) => ReturnType<TestHouse['ask']>
  readonly nameOf: (thing: Thing) => string
}

async function good<C extends Call>(call: C, input: Asked<C>): Promise<unknown> {
  const { status, body } = await world.ask(call, input, admin)
  expect([status, body]).toEqual([200, expect.anything()])
  return body.data
}
const listed = async <Thing extends { id: unknown }>(call: Call, id: unknown) =>
  ((await good(call, {})) as Thing[]).find(thing => thing.id === id)
const of = (version?: number) => (version === undefined ? {} : { version })

const place = { latitude: 35.2, longitude: -97.4 }
const locations: Case<Location> = {
  make: async () =>
    ((await good(addLocation, { body: { ...place, label: 'Gym' } })) as { location: Location }).location,
  read: ({ id }) => listed(listLocations, id),
  change: ({ id }, label, version) =>
    world.ask(updateLocation, { body: { ...place, id, label, ...of(version) } }, admin),
  nameOf: ({ label }) => label,
}

const organizationLocations: Case<OrganizationLocation> = {
  make: async () => {
    const added = await good(addOrganizationLocation, { body: { ...place, name: 'Park' } })
    return (added as { organizationLocation: OrganizationLocation }).organizationLocation
  },
  read: ({ id }) => listed(listOrganizationLocations, id),
  change: ({ id }, name, version) =>
    world.ask(updateOrganizationLocation, { body: { ...place, id, name, ...of(version) } }, admin),
  nameOf: ({ name }) => name,
}

const threshold = { sites: [], allGroups: true, notificationActions: [], reAlertMinutes: 10 }
const policies: Case<WirePolicy> = {
  make: async () =>
    (await good(addPolicy, {
      body: { ...threshold, policyTypeShortName: 'WIND', threshold: 30 + ++made, allClearMinutes: 30 },
    })) as WirePolicy,
  read: ({ id }) => listed(listPolicies, id),
  change: ({ id, threshold: speed }, name, version) =>
    world.ask(
      updatePolicy,
      { body: { ...threshold, id, threshold: speed, allClearMinutes: Number(name), ...of(version) } },
      admin,
    ),
  nameOf: ({ allClearMinutes }) => String(allClearMinutes),
}

const groups: Case<UserGroup> = {
  make: async () =>
    ((await good(addGroup, { body: { name: `Group ${++made}` } })) as { userGroup: UserGroup }).userGroup,
  read: ({ id }) => listed(listGroups, id),
  change: ({ id }, name, version) =>
    world.ask(updateGroup, { body: { id, name: `${name} ${id}`, alertTimes: [], ...of(version) } }, admin),
  nameOf: ({ name }) => name.split(' ')[0] ?? '',
}

const person = () => ({ lastName: '', phoneNumber: null, timeZone: 'CST', siteId: groupId })
const people: Case<User> = {
  make: async () => {
    const email = `new${++made}@example.test`
    const added = await good(addUser, { body: { ...person(), firstName: 'New', email, roleId: '4' } })
    return (added as { user: User }).user
  },
  read: ({ id }) => listed(getCustomerUsers, id),
  change: ({ id, email }, firstName, version) =>
    world.ask(
      updateUser,
      { body: { ...person(), id, email: email ?? '', roleId: '4', firstName, ...of(version) } },
      admin,
    ),
  nameOf: ({ firstName }) => firstName,
}

const notified: Case<User> = {
  make: async () =>
    (
      (await good(addNotificationUser, {
        body: { ...person(), firstName: 'Told', email: 't@example.test' },
      })) as {
        user: User
      }
    ).user,
  read: ({ id }) => listed(listNotificationUsers, id),
  change: ({ id, email }, firstName, version) =>
    world.ask(updateNotificationUser, { body: { ...person(), id, email, firstName, ...of(version) } }, admin),
  nameOf: ({ firstName }) => firstName,
}

const ownProfile: Case<User> = {
  make: async () => (await good(getCurrentUser, {})) as User,
  read: async () => (await good(getCurrentUser, {})) as User,
  change: ({ email }, firstName, version) =>
    world.ask(
      updateProfile,
      {
        body: {
          firstName,
          lastName: '',
          email: email ?? '',
          phoneNumber: null,
          timeZone: 'CST',
          ...of(version),
        },
      },
      admin,
    ),
  nameOf: ({ firstName }) => firstName,
}

type Settings = Asked<typeof setNotificationSettings>['body'] & Versioned
const settings: Case<Settings> = {
  make: async () => (await good(getNotificationSettings, {})) as Settings,
  read: async () => (await good(getNotificationSettings, {})) as Settings,
  change: (_, timeZone, version) =>
    world.ask(
      setNotificationSettings,
      { body: { ...usualNotificationSettings, timeZone, ...of(version) } },
      admin,
    ),
  nameOf: ({ timeZone }) => timeZone,
}

const monday = { day: 1, endTime: '20:00:00', allDay: false, enabled: true } as const
const alertTimes: Case<OwnAlertTimes> = {
  make: async () => (await good(getAlertTimes, {})) as OwnAlertTimes,
  read: async () => (await good(getAlertTimes, {})) as OwnAlertTimes,
  change: (_, startTime, version) =>
    world.ask(setAlertTimes, { body: { alertTimes: [{ ...monday, startTime }], ...of(version) } }, admin),
  nameOf: times => times.alertTimes.find(({ day }) => day === monday.day)?.startTime ?? '',
}

const bannerOf = () => ({ params: { customerId: String(admin.customerId) } })
const banner: Case<Customer> = {
  make: async () => (await good(getCustomer, bannerOf())) as Customer,
  read: async () => (await good(getCustomer, bannerOf())) as Customer,
  change: (_, text, version) =>
    world.ask(setBanner, { ...bannerOf(), body: { banner: text, ...of(version) } }, supporter),
  nameOf: customer => customer.banner ?? '',
}

const plain = ['First', 'Second', 'Third'] as const
const minutes = ['40', '50', '60'] as const
const starts = ['06:00:00', '07:00:00', '08:00:00'] as const
const zones = ['EST', 'MST', 'PST'] as const
type Names = readonly [string, string, string]

describe.each([
  ['a location', locations, plain],
  ['an organization location', organizationLocations, plain],
  ['a policy', policies, minutes],
  ['a user group', groups, plain],
  ['a person', people, plain],
  ['a notification-only person', notified, plain],
  ['your profile', ownProfile, plain],
  ['your settings', settings, zones],
  ['your alert times', alertTimes, starts],
  ['a banner', banner, plain],
] as unknown as [string, Case<Versioned>, Names][])('%s', (_what, thing, [first, second, third]) => {
  it('is not overwritten if somebody else has changed it meanwhile, and the error shows the current state', async () => {
    const opened = await thing.make()
    expect((await thing.change(opened, first, opened.version)).status).toBe(200)

    const late = await thing.change(opened, second, opened.version)
    expect(late.status).toBe(409)
    expect(late.body.responseException?.message).toBe('Someone else changed this after you opened it.')
    const current = (late.body as { current: Versioned }).current
    expect(thing.nameOf(current)).toBe(first)
    expect(current.version).toBeGreaterThan(opened.version)
    expect(thing.nameOf((await thing.read(opened)) as Versioned)).toBe(first)

    expect((await thing.change(opened, second, current.version)).status).toBe(200)
    expect(thing.nameOf((await thing.read(opened)) as Versioned)).toBe(second)
  })

  it('can be changed without a version, as before', async () => {
    const opened = await thing.make()
    await thing.change(opened, first)
    expect((await thing.change(opened, third)).status).toBe(200)
    expect(thing.nameOf((await thing.read(opened)) as Versioned)).toBe(third)
  })

  it('is changed by one of two that try at the same moment', async () => {
    const opened = await thing.make()
    const names = [first, second, third]
    const answers = await Promise.all(names.map(name => thing.change(opened, name, opened.version)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const winner = names[answers.findIndex(({ status }) => status === 200)]
    expect(thing.nameOf((await thing.read(opened)) as Versioned)).toBe(winner)
  })
})

it('saving settings and alert times together does not conflict with itself', async () => {
  const [opened, times] = [await settings.make(), await alertTimes.make()]
  expect((await settings.change(opened, 'EST', opened.version)).status).toBe(200)
  expect((await alertTimes.change(times, '09:00:00', times.version)).status).toBe(200)
  const saved = await settings.make()
  expect((await alertTimes.change(times, '10:00:00')).status).toBe(200)
  expect((await settings.change(saved, 'MST', saved.version)).status).toBe(200)
})

it("going back to the group's alert times is a change as well", async () => {
  await alertTimes.change(await alertTimes.make(), '09:00:00')
  const opened = await alertTimes.make()
  const back = await world.ask(setAlertTimes, { body: { alertTimes: [], version: opened.version } }, admin)
  expect(back.body.data).toMatchObject({ isOwn: false })
  expect((await alertTimes.change(opened, '10:00:00', opened.version)).status).toBe(409)
})
