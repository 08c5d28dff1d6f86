import { afterAll, describe, expect, it } from 'vitest'
import { sendActivateEmail } from '#contract/people/identity'
import {
  addLocation,
  addOrganizationLocation,
  listLocations,
  listLocationsOfUser,
  setOrganizationLocationsOfUser,
} from '#contract/places/locations'
import { type User } from '#contract/people/users'
import {
  addNotificationUser,
  deleteNotificationUser,
  demoteUser,
  getEmailSubscriptions,
  listNotificationUsers,
  promoteUser,
  updateNotificationUser,
} from '#contract/people/people'
import type { TestPerson } from '#server/house/testing'
import { linkFrom } from '#server/house/mail.testing'
import { updateUserRow as storeChange } from './store.ts'
import { password, type NewUser, openPeople, park, stadium, errorsOf, userIn } from './people.testing.ts'

const {
  world,
  customerId,
  groupId,
  otherGroupId,
  admin,
  assistant,
  stranger,
  somebody,
  good,
  added,
  notified,
  lastAct,
  latestMail,
  knowsPassword,
  opened,
  signedOut,
} = await openPeople()
afterAll(() => world.close())

describe('notification-only people', () => {
  it('have an address or a phone number in use', async () => {
    const reported = await notified()
    expect(reported).toMatchObject({ roleId: '-1', roleDisplayName: 'Notification Only', roleHierarchy: 5 })
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

  it('are changed and deleted by the people who manage them', async () => {
    const reported = await notified({ siteId: otherGroupId })
    const body = { ...somebody(), id: reported.id, firstName: 'Else' }
    const { roleId: _, ...form } = body
    expect((await world.ask(updateNotificationUser, { body: form }, assistant)).status).toBe(404)
    expect((await world.ask(updateNotificationUser, { body: form }, stranger)).status).toBe(404)
    expect(userIn(await good(updateNotificationUser, { body: form }, admin)).firstName).toBe('Else')
    const remove = (as: TestPerson) => world.ask(deleteNotificationUser, { params: { id: reported.id } }, as)
    expect((await remove(stranger)).status).toBe(404)
    expect((await remove(assistant)).status).toBe(200)
    expect((await remove(admin)).status).toBe(404)
    const full = await added()
    expect((await world.ask(deleteNotificationUser, { params: { id: full.id } }, admin)).status).toBe(404)
  })

  it('get no invitation, and no account', async () => {
    const reported = await notified()
    expect(await latestMail(reported.email ?? '')).toBe('')
    expect((await world.ask(sendActivateEmail, { query: { id: reported.id } }, admin)).status).toBe(404)
  })

  it('can be assigned organization locations', async () => {
    const reported = await notified()
    const place = (await good(addOrganizationLocation, { body: park }, admin)).body.data as {
      organizationLocation: { id: number }
    }
    const { id: organizationLocationId } = place.organizationLocation
    const body = [{ organizationLocationId, latitude: 35.2, longitude: -97.4, radius1: 10 }]
    await good(setOrganizationLocationsOfUser, { params: { userId: reported.id }, body }, admin)
    const listed = (await good(listNotificationUsers, {}, admin)).body.data as User[]
    expect(listed.find(({ id }) => id === reported.id)?.orgLocations).toEqual([organizationLocationId])
  })

  it('show whether they are subscribed to email, until they have another address', async () => {
    const reported = await notified()
    const subscription = async (as = admin) =>
      (await world.ask(getEmailSubscriptions, { params: { id: reported.id } }, as)).body.data
    expect(await subscription()).toEqual({ isSubscribed: true, unsubscribed: null })
    expect(await subscription(stranger)).toBeUndefined()
    const at = new Date('2026-07-01T12:00:00Z')
    await world.house.store.db
      .transaction()
      .execute(tx => storeChange(tx, customerId, reported.id, { email_unsubscribed_at: at }))
    expect(await subscription()).toEqual({ isSubscribed: false, unsubscribed: at.toISOString() })
    const { roleId: _, ...form } = somebody()
    await good(updateNotificationUser, { body: { ...form, id: reported.id } }, admin)
    expect(await subscription()).toEqual({ isSubscribed: true, unsubscribed: null })
  })
})

describe('switching to Notification Only and back', () => {
  it('removes their own locations, the password and the sessions, and keeps what the organization assigned', async () => {
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
    expect(await knowsPassword(person.id)).toBe(false)
    await signedOut(person)

    const form = { ...somebody({ email: person.email, roleId: '3' }), id: person.id }
    const back = await good(promoteUser, { body: form }, admin)
    expect(back.body.data).toMatchObject({
      message: 'Successfully promoted to full user',
      user: { roleName: 'AssistantAdmin', userName: person.email, orgLocations: [organizationLocationId] },
    })
    const link = await linkFrom(() => latestMail(person.email))
    expect(await opened(link)).toBe(200)
  })

  it('is allowed for people below the caller’s level, in the caller’s group or customer', async () => {
    const demote = async (id: string, as: TestPerson) =>
      (await world.ask(demoteUser, { query: { id } }, as)).status
    expect(await demote(admin.id, admin)).toBe(403)
    expect(await demote(assistant.id, assistant)).toBe(403)
    expect(await demote((await added({ siteId: otherGroupId })).id, assistant)).toBe(404)
    expect(await demote((await added()).id, stranger)).toBe(404)
    expect(await demote((await notified()).id, admin)).toBe(404)
    const reported = await notified()
    const promote = (more: Partial<NewUser>, as: TestPerson) =>
      world.ask(promoteUser, { body: { ...somebody(more), id: reported.id } }, as)
    expect((await promote({}, stranger)).status).toBe(404)
    expect(Object.keys(errorsOf(await promote({ roleId: '3' }, assistant)))).toEqual(['RoleId'])
    expect(Object.keys(errorsOf(await promote({ siteId: otherGroupId }, assistant)))).toEqual(['SiteId'])
  })

  it('reports UserName when the address belongs to another person, because the form replaces that name', async () => {
    const reported = await notified()
    const answer = await world.ask(
      promoteUser,
      { body: { ...somebody({ email: admin.email }), id: reported.id } },
      admin,
    )
    expect(answer.status).toBe(400)
    expect(errorsOf(answer)['ServerError']?.[0]).toMatch(/^UserName /)
    expect(errorsOf(answer)).toHaveProperty('UserName')
  })

  it('is rejected for a person no message would reach', async () => {
    const person = await world.person({ role: 'Customer', customerId, groupId })
    await world.house.store.db
      .transaction()
      .execute(tx => storeChange(tx, customerId, person.id, { email: null }))
    expect((await world.ask(demoteUser, { query: { id: person.id } }, admin)).status).toBe(400)
  })
})
