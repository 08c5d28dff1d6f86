import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { addGroup } from '#contract/people/groups'
import { createFeedKey, getDelay } from '#contract/weather/lightning'
import { addLocation } from '#contract/places/locations'
import { type User } from '#contract/people/users'
import {
  addUser,
  deleteUser,
  demoteUser,
  getCustomerUsers,
  listNotificationUsers,
  listUsersByRole,
  updateUser,
} from '#contract/people/people'
import { verifyChains } from '#server/platform/verify-audit'
import type { TestPerson } from '#server/house/testing'
import { linkFrom } from '#server/house/mail.testing'
import { password, openPeople, nobody, stadium, errorsOf, userIn } from './people.testing.ts'

const {
  world,
  customerId,
  groupId,
  otherGroupId,
  support,
  admin,
  assistant,
  stranger,
  somebody,
  good,
  added,
  notified,
  lastAct,
  change,
  latestMail,
  knowsPassword,
  opened,
  setPassword,
  isSignedIn,
  signedOut,
} = await openPeople()
afterAll(() => world.close())

describe('adding a person', () => {
  it('invites them to set a password', async () => {
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
    expect(await setPassword(link)).toBe(200)
    expect(await knowsPassword(user.id)).toBe(true)
  })

  it('records who it is in the audit log', async () => {
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
  ] as const)('%s may assign only roles below their own', async (_, as, given, refused) => {
    for (const roleId of given) expect((await added({ roleId }, as())).roleId).toBe(roleId)
    for (const roleId of refused) {
      const answer = await world.ask(addUser, { body: somebody({ roleId }) }, as())
      expect(answer.status).toBe(400)
      expect(Object.keys(errorsOf(answer))).toEqual(['RoleId'])
    }
  })

  it('is rejected with all errors at once, under their fields', async () => {
    const phoneless = { timeZone: 'Mars/Olympus', siteId: 999999, smsNotifications: true }
    const faulty = await world.ask(addUser, { body: somebody(phoneless) }, admin)
    expect(Object.keys(errorsOf(faulty)).sort()).toEqual(['PhoneNumber', 'SiteId', 'TimeZone'])
    const empty = await world.ask(addUser, { body: somebody({ firstName: ' ', email: 'nowhere' }) }, admin)
    expect(Object.keys(errorsOf(empty)).sort()).toEqual(['Email', 'FirstName'])
  })

  it('limits an Assistant Admin to their own group, and everyone to their own customer', async () => {
    const elsewhere = await world.ask(addUser, { body: somebody({ siteId: otherGroupId }) }, assistant)
    expect(errorsOf(elsewhere)).toEqual({ SiteId: ['must be your own user group'] })
    const foreign = await world.ask(addUser, { body: somebody({ siteId: groupId }) }, stranger)
    expect(Object.keys(errorsOf(foreign))).toEqual(['SiteId'])
    const lost = await world.person({ role: 'AssistantAdmin', customerId })
    expect(Object.keys(errorsOf(await world.ask(addUser, { body: somebody() }, lost)))).toEqual(['SiteId'])
  })

  it('requires a user name that is not in use on the server', async () => {
    const user = await added()
    const email = (user.email ?? '').toUpperCase()
    const again = await world.ask(addUser, { body: somebody({ email }) }, admin)
    expect(errorsOf(again)).toEqual({ Email: ['is used by another account'] })
    const named = await world.ask(addUser, { body: somebody({ userName: user.userName }) }, admin)
    expect(errorsOf(named)).toEqual({ UserName: ['is used by another account'] })
    expect((await added({ userName: 'ada' })).userName).toBe('ada')
  })

  it('does not block other invitations, because a name belongs to the first to accept', async () => {
    const email = 'courted@example.test'
    const squatted = userIn(await good(addUser, { body: somebody({ email }) }, admin))
    const first = await linkFrom(() => latestMail(email))
    const theirs = await world.customer()
    const rival = await world.person({ role: 'Admin', customerId: theirs })
    const group = await world.group(theirs, 'Theirs')
    await good(addUser, { body: somebody({ email, siteId: group }) }, rival)
    const second = await linkFrom(() => latestMail(email))
    expect(second).not.toBe(first)
    expect(await setPassword(second)).toBe(200)
    expect(await setPassword(first)).toBe(409)
    expect(await knowsPassword(squatted.id)).toBe(false)
    const third = await world.ask(addUser, { body: somebody({ email, siteId: group }) }, rival)
    expect(errorsOf(third)).toEqual({ Email: ['is used by another account'] })
  })

  it('rejects a user name that is an address other than the person’s own', async () => {
    const body = somebody({ userName: 'principal@school.test' })
    expect(errorsOf(await world.ask(addUser, { body }, admin))).toEqual({
      UserName: ['must be the email address, or a name without @'],
    })
  })

  it('lets one of two administrators win when they add the same person at once', async () => {
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
  it('separate full users and notification-only people, as far as the caller may see', async () => {
    const full = await added({ siteId: otherGroupId })
    const reported = await notified()
    const ids = async (call: typeof getCustomerUsers | typeof listNotificationUsers, as: TestPerson) =>
      ((await good(call, {}, as)).body.data as User[]).map(({ id }) => id)
    expect(await ids(getCustomerUsers, admin)).toContain(full.id)
    expect(await ids(getCustomerUsers, admin)).not.toContain(reported.id)
    expect(await ids(listNotificationUsers, admin)).toContain(reported.id)
    expect(await ids(listNotificationUsers, admin)).not.toContain(full.id)
    expect(await ids(getCustomerUsers, assistant)).toContain(assistant.id)
    expect(await ids(getCustomerUsers, assistant)).not.toContain(full.id)
    expect(await ids(getCustomerUsers, stranger)).toEqual([stranger.id])
    const lost = await world.person({ role: 'AssistantAdmin', customerId })
    expect(await ids(getCustomerUsers, lost)).toEqual([lost.id])
  })

  it('by role contain the active people', async () => {
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
  it('keeps missing fields, and records the previous values in the audit log', async () => {
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

  it('is allowed for people below the caller’s level, and for an Assistant Admin inside their own group', async () => {
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

  it('of the address takes effect at once: the name follows, sessions end, the old address is notified', async () => {
    const person = await world.person({ role: 'Customer', customerId, groupId, password })
    expect(await isSignedIn(person)).toBe(true)
    const user = await found(person.id)
    const email = 'moved@example.test'
    const after = userIn(await change(user, { email, userName: user.userName }))
    expect(after).toMatchObject({ email, userName: email })
    await signedOut(person)
    expect(await latestMail(person.email)).toContain(`to ${email}`)
    expect(await knowsPassword(person.id)).toBe(true)
  })

  it('of the address sends a new invitation to a person who has not accepted, and cancels the first', async () => {
    const user = await added()
    const first = await linkFrom(() => latestMail(user.email ?? ''))
    await change(user, { email: 'right@example.test' })
    expect(await opened(first)).toBe(410)
    const second = await linkFrom(() => latestMail('right@example.test'))
    expect(await opened(second)).toBe(200)
  })

  it('keeps a user name that was chosen separately from the address', async () => {
    const user = await added({ userName: 'chosen apart' })
    const moved = userIn(await change(user, { email: 'moved.apart@example.test' }))
    expect(moved.userName).toBe(user.userName)
    const taken = await change(moved, { userName: admin.email })
    expect(errorsOf(taken)).toEqual({ UserName: ['is used by another account'] })
  })

  it('to inactive ends their sessions, which reactivation does not restore', async () => {
    const person = await world.person({ role: 'Customer', customerId, groupId, password })
    const user = await found(person.id)
    expect(userIn(await change(user, { isActive: false })).isActive).toBe(false)
    await signedOut(person)
    expect(userIn(await change(user, { isActive: true })).isActive).toBe(true)
    expect(await isSignedIn(person)).toBe(false)
    expect(await knowsPassword(person.id)).toBe(true)
  })

  async function found(id: string): Promise<User> {
    const all = (await good(getCustomerUsers, {}, admin)).body.data as User[]
    return all.find(user => user.id === id) as User
  }
})

describe('deleting a person', () => {
  it('deletes their locations first, including those in delay, and keeps who it was in the audit log', async () => {
    const person = await world.person({ role: 'Customer', customerId, groupId, password })
    await world.actingAs(support, person)
    const answer = await good(addLocation, { body: stadium }, person)
    const { id: locationId } = (answer.body.data as { location: { id: number } }).location
    const delay = () => world.ask(getDelay, { params: { id: String(locationId) } }, admin)
    const newKey = await good(createFeedKey, { body: { name: 'A network', provesAbsence: true } }, support)
    const { key } = newKey.body.data as { key: string }
    const strike = { id: 'near', time: new Date().toISOString(), latitude: 35.2, longitude: -97.4 }
    expect((await world.ingest(key, { strikes: [strike], coverage: [] })).status).toBe(200)
    await vi.waitFor(
      async () => expect(JSON.stringify((await delay()).body.data)).toContain('"Delay"'),
      10_000,
    )
    const running = async () => {
      const found = sql`select from delays where location_id = ${locationId} and closed_at is null`
      return (await found.execute(world.house.store.db)).rows
    }
    await vi.waitFor(async () => expect(await running()).not.toEqual([]), 10_000)

    const gone = await good(deleteUser, { params: { id: person.id } }, admin)
    expect(gone.body).toEqual({ data: null, message: 'User deleted' })
    expect((await delay()).status).toBe(404)
    await vi.waitFor(async () => expect(await running()).toEqual([]), 10_000)
    expect(await lastAct()).toMatchObject({
      action: 'person deleted',
      before: { email: person.email, locations: [`Stadium (location ${locationId})`] },
    })
    await signedOut(person)
    expect((await world.ask(deleteUser, { params: { id: person.id } }, admin)).status).toBe(404)
    // The name can be used again.
    await added({ email: person.email })
  })

  it('is not allowed for oneself, nor for people at the caller’s level or elsewhere', async () => {
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

describe('concurrent requests', () => {
  it('end without a server error, and with an intact audit log', async () => {
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
