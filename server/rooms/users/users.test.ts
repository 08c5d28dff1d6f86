import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { addGroup } from '#contract/groups'
import { sendActivateEmail } from '#contract/identity'
import { createFeedKey, getDelay, ingestStrikes } from '#contract/lightning'
import {
  addLocation,
  addOrganizationLocation,
  listLocations,
  listLocationsOfUser,
  setOrganizationLocationsOfUser,
} from '#contract/locations'
import {
  addNotificationUser,
  addUser,
  deleteNotificationUser,
  deleteUser,
  demoteUser,
  getCurrentUser,
  getCustomerUsers,
  getEmailSubscriptions,
  listNotificationUsers,
  listUsersByRole,
  promoteUser,
  updateNotificationUser,
  updateUser,
  type User,
} from '#contract/users'
import { readActs, verifyChains } from '#server/platform/audit'
import { testHouse, type TestAnswer, type TestHouse, type TestPerson } from '#server/house/testing'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/rooms/identity/browser.testing'
import { latestMailTo, linkFrom } from '#server/rooms/identity/mail.testing'
import { hasPassword } from '#server/rooms/identity/index'
import { openDelays } from '#server/rooms/lightning/store'
import { updateUser as storeChange } from '#server/rooms/users/index'

const password = 'a kettle upon the green roof'
const nobody = '00000000-0000-4000-8000-000000000000'

let world: TestHouse
let customerId: number
let groupId: number
let otherGroupId: number
let support: TestPerson
let admin: TestPerson
let assistant: TestPerson
let stranger: TestPerson

beforeAll(async () => {
  world = await testHouse({ listen: true })
  customerId = await world.customer()
  groupId = await world.group(customerId, 'Grounds')
  otherGroupId = await world.group(customerId, 'Athletics')
  support = await world.person({ role: 'SuperAdmin', customerId })
  admin = await world.person({ role: 'Admin', customerId })
  assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId })
  stranger = await world.person({ role: 'Admin', customerId: await world.customer() })
})
afterAll(() => world.close())

let made = 0
type NewUser = Asked<typeof addUser>['body']
function somebody(more: Partial<NewUser> = {}): NewUser {
  return {
    firstName: 'Some',
    lastName: 'Body',
    email: `somebody${++made}@example.test`,
    phoneNumber: null,
    timeZone: 'EST',
    siteId: groupId,
    roleId: '4',
    ...more,
  }
}

const errorsOf = (answer: TestAnswer) => answer.body.responseException?.errors ?? {}
const userIn = (answer: TestAnswer) => (answer.body.data as { user: User }).user
async function good<C extends Call>(call: C, input: Asked<C>, as: TestPerson): Promise<TestAnswer> {
  const answer = await world.ask(call, input, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer
}
const added = async (more: Partial<NewUser> = {}, as = admin) =>
  userIn(await good(addUser, { body: somebody(more) }, as))
const notified = async (more: Partial<Asked<typeof addNotificationUser>['body']> = {}, as = admin) => {
  const { roleId: _, ...body } = somebody()
  return userIn(await good(addNotificationUser, { body: { ...body, ...more } }, as))
}
const lastAct = async () => (await readActs(world.house.store.db, customerId, { count: 1 }))[0]
const change = (user: User, more: Partial<Asked<typeof updateUser>['body']> = {}, as = admin) =>
  world.ask(updateUser, { body: { ...formOf(user), ...more } }, as)
/** As the form sends a person back. */
function formOf(user: User): Asked<typeof updateUser>['body'] {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email ?? '',
    phoneNumber: user.phoneNumber,
    timeZone: user.timeZone,
    siteId: user.siteId ?? 0,
    roleId: user.roleId as '4',
    userName: user.userName,
  }
}
const latestMail = (to: string) => latestMailTo(world, support, to)
const park = { name: 'Park', address: 'Norman, OK', latitude: 35.2, longitude: -97.4, riskProfileId: null }
const stadium = { label: 'Stadium', locationName: '', latitude: 35.2, longitude: -97.4, radius1: 8 }

async function signIn(userName: string) {
  const attempt = startSignIn(world.baseUrl)
  const back = await submitSignIn(new Browser(world.baseUrl), attempt, userName, password)
  return exchange(world.baseUrl, attempt, codeIn(back))
}

describe('adding a person', () => {
  it('invites them, and lets them in once they have set a password', async () => {
    const user = await added({ firstName: 'Ada' })
    expect(user).toMatchObject({
      fullName: 'Ada Body',
      userName: user.email,
      roleName: 'Customer',
      siteName: 'Grounds',
      customerId,
      isActive: true,
      activated: null,
      emailNotifications: true,
      smsNotifications: false,
    })
    const link = await linkFrom(() => latestMail(user.email ?? ''))
    const token = new URL(link).searchParams.get('token') ?? ''
    const form = { token, newPassword: password, confirmation: password }
    expect((await new Browser(world.baseUrl).open('/identity/set-password', form)).status).toBe(200)
    expect((await signIn(user.userName)).status).toBe(200)
  })

  it('writes who it is into the audit log', async () => {
    const user = await added({ firstName: 'Grace', roleId: '3' })
    expect(await lastAct()).toMatchObject({
      action: 'person added',
      target: `Grace Body (${user.id})`,
      after: { email: user.email, role: 'AssistantAdmin', group: 'Grounds' },
    })
  })

  it.each([
    ['Super Admin', () => support, ['2', '3', '4'], []],
    ['Admin', () => admin, ['3', '4'], ['2']],
    ['Assistant Admin', () => assistant, ['4'], ['2', '3']],
  ] as const)('%s gives the roles below the own', async (_, as, given, refused) => {
    for (const roleId of given) expect((await added({ roleId }, as())).roleId).toBe(roleId)
    for (const roleId of refused) {
      const answer = await world.ask(addUser, { body: somebody({ roleId }) }, as())
      expect(answer.status).toBe(400)
      expect(Object.keys(errorsOf(answer))).toEqual(['RoleId'])
    }
  })

  it('is refused under its fields, all at once', async () => {
    const phoneless = { timeZone: 'Mars/Olympus', siteId: 999999, smsNotifications: true }
    const faulty = await world.ask(addUser, { body: somebody(phoneless) }, admin)
    expect(Object.keys(errorsOf(faulty)).sort()).toEqual(['PhoneNumber', 'SiteId', 'TimeZone'])
    const empty = await world.ask(addUser, { body: somebody({ firstName: ' ', email: 'nowhere' }) }, admin)
    expect(Object.keys(errorsOf(empty)).sort()).toEqual(['Email', 'FirstName'])
  })

  it('keeps an Assistant Admin to the own group, and everybody to the own customer', async () => {
    const elsewhere = await world.ask(addUser, { body: somebody({ siteId: otherGroupId }) }, assistant)
    expect(errorsOf(elsewhere)).toEqual({ SiteId: ['must be your own user group'] })
    const foreign = await world.ask(addUser, { body: somebody({ siteId: groupId }) }, stranger)
    expect(Object.keys(errorsOf(foreign))).toEqual(['SiteId'])
    const lost = await world.person({ role: 'AssistantAdmin', customerId })
    expect(Object.keys(errorsOf(await world.ask(addUser, { body: somebody() }, lost)))).toEqual(['SiteId'])
  })

  it('needs a user name that nobody in the house has', async () => {
    const user = await added()
    const email = (user.email ?? '').toUpperCase()
    const again = await world.ask(addUser, { body: somebody({ email }) }, admin)
    expect(errorsOf(again)).toEqual({ Email: ['is used by another account'] })
    const named = await world.ask(addUser, { body: somebody({ userName: user.userName }) }, admin)
    expect(errorsOf(named)).toEqual({ UserName: ['is used by another account'] })
    expect((await added({ userName: 'ada' })).userName).toBe('ada')
  })

  it('lets one of two administrators win who add the same person at once', async () => {
    const email = 'twice@example.test'
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.ask(addUser, { body: somebody({ email }) }, admin)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    for (const answer of answers.filter(({ status }) => status === 400)) {
      expect(errorsOf(answer)).toEqual({ Email: ['is used by another account'] })
    }
  })
})

describe('the lists of people', () => {
  it('keep full users and those who are only told apart, as far as the caller may see', async () => {
    const full = await added({ siteId: otherGroupId })
    const told = await notified()
    const ids = async (call: typeof getCustomerUsers | typeof listNotificationUsers, as: TestPerson) =>
      ((await good(call, {}, as)).body.data as User[]).map(({ id }) => id)
    expect(await ids(getCustomerUsers, admin)).toContain(full.id)
    expect(await ids(getCustomerUsers, admin)).not.toContain(told.id)
    expect(await ids(listNotificationUsers, admin)).toContain(told.id)
    expect(await ids(listNotificationUsers, admin)).not.toContain(full.id)
    expect(await ids(getCustomerUsers, assistant)).toContain(assistant.id)
    expect(await ids(getCustomerUsers, assistant)).not.toContain(full.id)
    expect(await ids(getCustomerUsers, stranger)).toEqual([stranger.id])
    const lost = await world.person({ role: 'AssistantAdmin', customerId })
    expect(await ids(getCustomerUsers, lost)).toEqual([])
  })

  it('by role have those who are active', async () => {
    const user = await added({ roleId: '3' })
    const listed = async () =>
      ((await good(listUsersByRole, { body: { roles: ['2', '3'] } }, admin)).body.data as User[]).map(
        ({ id, roleName }) => [id, roleName],
      )
    expect(await listed()).toContainEqual([user.id, 'AssistantAdmin'])
    expect(new Set((await listed()).map(([, role]) => role))).toEqual(new Set(['Admin', 'AssistantAdmin']))
    expect((await change(user, { isActive: false })).status).toBe(200)
    expect((await listed()).map(([id]) => id)).not.toContain(user.id)
  })
})

describe('changing a person', () => {
  it('keeps what is left out, and writes what was before into the audit log', async () => {
    const user = await added({ phoneNumber: '405 555 0100', smsNotifications: true })
    const answer = await change(user, { firstName: 'Other', siteId: otherGroupId, roleId: '3' })
    expect(answer.body.data).toMatchObject({
      message: 'User updated',
      user: { firstName: 'Other', siteName: 'Athletics', roleName: 'AssistantAdmin', smsNotifications: true },
    })
    expect(await lastAct()).toMatchObject({
      action: 'person changed',
      before: { firstName: 'Some', group: 'Grounds', role: 'Customer' },
      after: { firstName: 'Other', group: 'Athletics', role: 'AssistantAdmin' },
    })
  })

  it('is for people below the own level, and for an Assistant Admin inside the own group', async () => {
    const peer = await world.person({ role: 'Admin', customerId })
    const form = somebody({ roleId: '4' })
    const ask = async (id: string, as: TestPerson) =>
      (await world.ask(updateUser, { body: { ...form, id } }, as)).status
    expect(await ask(peer.id, admin)).toBe(403)
    expect(await ask(admin.id, admin)).toBe(403)
    expect(await ask(support.id, admin)).toBe(403)
    const user = await added({ siteId: otherGroupId })
    expect(await ask(user.id, assistant)).toBe(404)
    expect(await ask(user.id, stranger)).toBe(404)
    expect(await ask(nobody, admin)).toBe(404)
    const own = await added()
    expect(Object.keys(errorsOf(await change(own, { siteId: otherGroupId }, assistant)))).toEqual(['SiteId'])
    expect(Object.keys(errorsOf(await change(own, { roleId: '3' }, assistant)))).toEqual(['RoleId'])
    expect((await change(own, { firstName: 'Mine' }, assistant)).status).toBe(200)
  })

  it('of the address takes effect at once: the name follows it, sessions end, the old address is told', async () => {
    const person = await world.person({ role: 'Customer', customerId, groupId, password })
    const signedIn = async () => (await world.ask(getCurrentUser, {}, person)).status
    expect(await signedIn()).toBe(200)
    const user = await found(person.id)
    const email = 'moved@example.test'
    const after = userIn(await change(user, { email, userName: user.userName }))
    expect(after).toMatchObject({ email, userName: email })
    await vi.waitFor(async () => expect(await signedIn()).toBe(401), 10_000)
    expect(await latestMail(person.email)).toContain(`to ${email}`)
    expect((await signIn(email)).status).toBe(200)
  })

  it('of the address invites anew whoever has not come yet, and ends the first invitation', async () => {
    const user = await added()
    const first = await linkFrom(() => latestMail(user.email ?? ''))
    await change(user, { email: 'right@example.test' })
    expect((await new Browser(world.baseUrl).open(first)).status).toBe(410)
    const second = await linkFrom(() => latestMail('right@example.test'))
    expect((await new Browser(world.baseUrl).open(second)).status).toBe(200)
  })

  it('keeps a user name that was chosen apart from the address', async () => {
    const user = await added({ userName: `chosen${++made}` })
    const moved = userIn(await change(user, { email: `moved${made}@example.test` }))
    expect(moved.userName).toBe(user.userName)
    const taken = await change(moved, { userName: admin.email })
    expect(errorsOf(taken)).toEqual({ UserName: ['is used by another account'] })
  })

  it('to inactive ends their sessions, and to active lets them in again', async () => {
    const person = await world.person({ role: 'Customer', customerId, groupId, password })
    const user = await found(person.id)
    expect(userIn(await change(user, { isActive: false })).isActive).toBe(false)
    await vi.waitFor(
      async () => expect((await world.ask(getCurrentUser, {}, person)).status).toBe(401),
      10_000,
    )
    await change(user, { isActive: true })
    expect((await signIn(person.email)).status).toBe(200)
  })

  async function found(id: string): Promise<User> {
    const all = (await good(getCustomerUsers, {}, admin)).body.data as User[]
    return all.find(user => user.id === id) as User
  }
})

describe('deleting a person', () => {
  it('deletes their locations first, those in delay too, and keeps who it was in the audit log', async () => {
    const person = await world.person({ role: 'Customer', customerId, groupId, password })
    await world.actingAs(support, person)
    const answer = await good(addLocation, { body: stadium }, person)
    const { id: locationId } = (answer.body.data as { location: { id: number } }).location
    const delay = () => world.ask(getDelay, { params: { id: String(locationId) } }, admin)
    const newKey = await good(createFeedKey, { body: { name: 'A network', provesAbsence: true } }, support)
    const { key } = newKey.body.data as { key: string }
    const strike = { id: 'near', time: new Date().toISOString(), latitude: 35.2, longitude: -97.4 }
    const headers = { authorization: `Bearer ${key}` }
    const payload = { strikes: [strike], coverage: [] }
    expect((await world.raw({ method: 'POST', url: ingestStrikes.path, headers, payload })).status).toBe(200)
    await vi.waitFor(
      async () => expect(JSON.stringify((await delay()).body.data)).toContain('"Delay"'),
      10_000,
    )
    const running = async () =>
      (await openDelays(world.house.store.db, 'system')).filter(({ location_id: id }) => id === locationId)
    await vi.waitFor(async () => expect(await running()).not.toEqual([]), 10_000)

    const gone = await good(deleteUser, { params: { id: person.id } }, admin)
    expect(gone.body).toEqual({ data: null, message: 'User deleted' })
    expect((await delay()).status).toBe(404)
    await vi.waitFor(async () => expect(await running()).toEqual([]), 10_000)
    expect(await lastAct()).toMatchObject({
      action: 'person deleted',
      before: { email: person.email, locations: [`Stadium (location ${locationId})`] },
    })
    await vi.waitFor(
      async () => expect((await world.ask(getCurrentUser, {}, person)).status).toBe(401),
      10_000,
    )
    expect((await world.ask(deleteUser, { params: { id: person.id } }, admin)).status).toBe(404)
    // The name is free again.
    await added({ email: person.email })
  })

  it('is nobody’s own matter, nor one of people at the own level or elsewhere', async () => {
    const remove = async (id: string, as: TestPerson) =>
      (await world.ask(deleteUser, { params: { id } }, as)).status
    expect(await remove(admin.id, admin)).toBe(400)
    expect(await remove((await world.person({ role: 'Admin', customerId })).id, admin)).toBe(403)
    expect(await remove((await added({ siteId: otherGroupId })).id, assistant)).toBe(404)
    expect(await remove((await added()).id, stranger)).toBe(404)
    expect(await remove((await notified()).id, admin)).toBe(404)
    expect(await remove((await added()).id, assistant)).toBe(200)
  })
})

describe('people who are only told', () => {
  it('have an address or a phone number that is used', async () => {
    const told = await notified()
    expect(told).toMatchObject({ roleId: '-1', roleDisplayName: 'Notification Only', roleHierarchy: 5 })
    const phone = await notified({ email: null, phoneNumber: '405 555 0100' })
    expect(phone).toMatchObject({ emailNotifications: false, smsNotifications: true })
    const { roleId: _, ...body } = somebody()
    for (const more of [
      { email: null },
      { emailNotifications: false },
      { email: null, phoneNumber: '405 555 0100', smsNotifications: false },
    ]) {
      const answer = await world.ask(addNotificationUser, { body: { ...body, ...more } }, admin)
      expect(Object.keys(errorsOf(answer))).toEqual(['Email'])
    }
  })

  it('are changed and deleted by whoever looks after them', async () => {
    const told = await notified({ siteId: otherGroupId })
    const body = { ...somebody(), id: told.id, firstName: 'Else' }
    const { roleId: _, ...form } = body
    expect((await world.ask(updateNotificationUser, { body: form }, assistant)).status).toBe(404)
    expect((await world.ask(updateNotificationUser, { body: form }, stranger)).status).toBe(404)
    expect(userIn(await good(updateNotificationUser, { body: form }, admin)).firstName).toBe('Else')
    const remove = (as: TestPerson) => world.ask(deleteNotificationUser, { params: { id: told.id } }, as)
    expect((await remove(stranger)).status).toBe(404)
    expect((await remove(assistant)).status).toBe(200)
    expect((await remove(admin)).status).toBe(404)
    const full = await added()
    expect((await world.ask(deleteNotificationUser, { params: { id: full.id } }, admin)).status).toBe(404)
  })

  it('get no invitation, and no account', async () => {
    const told = await notified()
    expect(await latestMail(told.email ?? '')).toBe('')
    expect((await world.ask(sendActivateEmail, { query: { id: told.id } }, admin)).status).toBe(404)
  })

  it('can be given organization locations', async () => {
    const told = await notified()
    const place = (await good(addOrganizationLocation, { body: park }, admin)).body.data as {
      organizationLocation: { id: number }
    }
    const { id: organizationLocationId } = place.organizationLocation
    const body = [{ organizationLocationId, latitude: 35.2, longitude: -97.4, radius1: 10 }]
    await good(setOrganizationLocationsOfUser, { params: { userId: told.id }, body }, admin)
    const listed = (await good(listNotificationUsers, {}, admin)).body.data as User[]
    expect(listed.find(({ id }) => id === told.id)?.orgLocations).toEqual([organizationLocationId])
  })

  it('show whether they still want e-mail, until they have another address', async () => {
    const told = await notified()
    const subscription = async (as = admin) =>
      (await world.ask(getEmailSubscriptions, { params: { id: told.id } }, as)).body.data
    expect(await subscription()).toEqual({ isSubscribed: true, unsubscribed: null })
    expect(await subscription(stranger)).toBeUndefined()
    const at = new Date('2026-07-01T12:00:00Z')
    await world.house.store.db
      .transaction()
      .execute(tx => storeChange(tx, customerId, told.id, { email_unsubscribed_at: at }))
    expect(await subscription()).toEqual({ isSubscribed: false, unsubscribed: at.toISOString() })
    const { roleId: _, ...form } = somebody()
    await good(updateNotificationUser, { body: { ...form, id: told.id } }, admin)
    expect(await subscription()).toEqual({ isSubscribed: true, unsubscribed: null })
  })
})

describe('to Notification Only and back', () => {
  it('takes the own locations, the password and the sessions, and keeps what the organization gave', async () => {
    const person = await world.person({ role: 'Customer', customerId, groupId, password })
    const place = (await good(addOrganizationLocation, { body: park }, admin)).body.data as {
      organizationLocation: { id: number }
    }
    const { id: organizationLocationId } = place.organizationLocation
    await good(addLocation, { body: stadium }, person)
    await good(addLocation, { body: { ...stadium, label: 'My park', organizationLocationId } }, person)
    expect((await good(listLocations, {}, person)).body.data).toHaveLength(2)

    const answer = await good(demoteUser, { query: { id: person.id } }, admin)
    expect(answer.body.data).toMatchObject({
      message: expect.stringContaining('is now a Notification Only user'),
      user: { id: person.id, roleId: '-1', email: person.email, emailNotifications: true, activated: null },
    })
    expect(await lastAct()).toMatchObject({
      action: 'person made Notification Only',
      before: { role: 'Customer', userName: person.email },
      after: { role: 'NotificationOnly', locations: [expect.stringContaining('My park')] },
    })
    const locations = await good(listLocationsOfUser, { params: { userId: person.id } }, admin)
    expect(locations.body.data).toMatchObject([{ label: 'My park', type: 1 }])
    expect(await hasPassword(world.house.store.db, person.id, password)).toBe(false)
    await vi.waitFor(
      async () => expect((await world.ask(getCurrentUser, {}, person)).status).toBe(401),
      10_000,
    )

    const form = { ...somebody({ email: person.email, roleId: '3' }), id: person.id }
    const back = await good(promoteUser, { body: form }, admin)
    expect(back.body.data).toMatchObject({
      message: 'Successfully promoted to full user',
      user: { roleName: 'AssistantAdmin', userName: person.email, orgLocations: [organizationLocationId] },
    })
    const link = await linkFrom(() => latestMail(person.email))
    expect((await new Browser(world.baseUrl).open(link)).status).toBe(200)
  })

  it('is for people below the own level, in the own group or customer', async () => {
    const demote = async (id: string, as: TestPerson) =>
      (await world.ask(demoteUser, { query: { id } }, as)).status
    expect(await demote(admin.id, admin)).toBe(403)
    expect(await demote(assistant.id, assistant)).toBe(403)
    expect(await demote((await added({ siteId: otherGroupId })).id, assistant)).toBe(404)
    expect(await demote((await added()).id, stranger)).toBe(404)
    expect(await demote((await notified()).id, admin)).toBe(404)
    const told = await notified()
    const promote = (more: Partial<NewUser>, as: TestPerson) =>
      world.ask(promoteUser, { body: { ...somebody(more), id: told.id } }, as)
    expect((await promote({}, stranger)).status).toBe(404)
    expect(Object.keys(errorsOf(await promote({ roleId: '3' }, assistant)))).toEqual(['RoleId'])
    expect(Object.keys(errorsOf(await promote({ siteId: otherGroupId }, assistant)))).toEqual(['SiteId'])
  })

  it('says UserName where the address is somebody else’s: the form puts another word there', async () => {
    const told = await notified()
    const answer = await world.ask(
      promoteUser,
      { body: { ...somebody({ email: admin.email }), id: told.id } },
      admin,
    )
    expect(answer.status).toBe(400)
    expect(errorsOf(answer)['ServerErrors']?.[0]).toMatch(/^UserName /)
    expect(errorsOf(answer)).toHaveProperty('UserName')
  })

  it('is refused for somebody whom no message would reach', async () => {
    const person = await world.person({ role: 'Customer', customerId, groupId })
    await world.house.store.db
      .transaction()
      .execute(tx => storeChange(tx, customerId, person.id, { email: null }))
    expect((await world.ask(demoteUser, { query: { id: person.id } }, admin)).status).toBe(400)
  })
})

describe('whatever is done at once', () => {
  it('ends without a fault of the server, and with an audit log that holds', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => added()))
    const group = (await good(addGroup, { body: { name: 'Short-lived' } }, admin)).body.data as {
      userGroup: { id: number }
    }
    const siteId = group.userGroup.id
    const answers = await Promise.all(
      users.flatMap(user => [
        change(user, { siteId }),
        world.ask(demoteUser, { query: { id: user.id } }, admin),
        world.ask(deleteUser, { params: { id: user.id } }, admin),
        world.ask(addUser, { body: somebody({ siteId }) }, admin),
        world.raw({ method: 'POST', url: `/api/site/delete/${siteId}` }, admin),
      ]),
    )
    expect(answers.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
    expect((await verifyChains(world.house.store.db)).faults).toEqual([])
  })
})
