import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asked } from '#contract/call'
import {
  addGroup,
  deleteGroup,
  listGroups,
  listOwnGroups,
  updateGroup,
  type UserGroup,
} from '#contract/people/groups'
import { addOrganizationLocation, linkSite } from '#contract/places/locations'
import { readActs } from '#server/platform/audit'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { insertPolicy } from '#server/rooms/policies/index'

let world: TestHouse
let customerId: number
let ownId: number
let admin: TestPerson
let assistant: TestPerson
let customer: TestPerson
let stranger: TestPerson

beforeAll(async () => {
  world = await testHouse()
  customerId = await world.customer()
  ownId = await world.group(customerId, 'Grounds')
  admin = await world.person({ role: 'Admin', customerId })
  assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId: ownId })
  customer = await world.person({ role: 'Customer', customerId, groupId: ownId })
  stranger = await world.person({ role: 'Admin', customerId: await world.customer() })
})
afterAll(() => world.close())

type Times = Asked<typeof updateGroup>['body']['alertTimes']
const workday: Times[number] = {
  day: 1,
  startTime: '08:00:00',
  endTime: '17:00:00',
  allDay: false,
  enabled: true,
}

async function add(name: string, alertTimes?: Times, as = admin): Promise<UserGroup> {
  const answer = await world.ask(addGroup, { body: { name, ...(alertTimes && { alertTimes }) } }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.data).toMatchObject({ message: 'Created user group' })
  return (answer.body.data as { userGroup: UserGroup }).userGroup
}
const change = (body: Asked<typeof updateGroup>['body'], as = admin) => world.ask(updateGroup, { body }, as)
const remove = (id: number, as = admin) => world.ask(deleteGroup, { params: { id: String(id) } }, as)
const errorsOf = (answer: Awaited<ReturnType<typeof change>>) => answer.body.responseException?.errors
async function list(as: TestPerson): Promise<UserGroup[]> {
  return (await world.ask(listGroups, {}, as)).body.data as UserGroup[]
}

describe('a user group', () => {
  it('has every day from 5 AM to 11 PM by default', async () => {
    const group = await add('New Group')
    expect(group).toMatchObject({ name: 'New Group', customerId, users: 0, notificationUsers: 0 })
    expect(group.alertTimes.map(({ day, id }) => [day, id])).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map(day => [day, day]),
    )
    for (const time of group.alertTimes) {
      expect(time).toMatchObject({
        startTime: '05:00:00',
        endTime: '23:00:00',
        allDay: false,
        enabled: true,
      })
    }
  })

  it('is off on missing days, and all day from midnight to midnight', async () => {
    const group = await add('Nights', [
      { ...workday, startTime: '22:15:00', endTime: '06:01:00' },
      { ...workday, day: 2, startTime: '00:00:00', endTime: '00:00:00' },
    ])
    expect(group.alertTimes.filter(({ enabled }) => enabled)).toEqual([
      { id: 1, day: 1, startTime: '22:15:00', endTime: '06:01:00', allDay: false, enabled: true },
      { id: 2, day: 2, startTime: '00:00:00', endTime: '00:00:00', allDay: true, enabled: true },
    ])
    expect(group.alertTimes).toHaveLength(7)
  })

  it('reports a day’s errors under that day', async () => {
    const { id } = await add('Faulty')
    const body = (alertTimes: Times) => ({ id, name: 'Faulty', alertTimes })
    const same = { ...workday, day: 3 as const, endTime: '08:00:00' }
    expect(errorsOf(await change(body([workday, same])))).toEqual({
      'AlertTimes[3].StartTime': ['must not be the same as the end time'],
    })
    expect(errorsOf(await change(body([workday, workday])))).toHaveProperty(['AlertTimes[1].StartTime'])
    const form = 'must be a time such as 17:30:00'
    expect(errorsOf(await change(body([{ ...same, startTime: '8 AM', endTime: '25:00:00' }])))).toEqual({
      'AlertTimes[3].StartTime': [form],
      'AlertTimes[3].EndTime': [form],
    })
    expect(errorsOf(await change(body([{ ...workday, day: 5, endTime: '17:00:30' }])))).toHaveProperty([
      'AlertTimes[5].StartTime',
    ])
  })

  it('has a name unique within the customer, ignoring case', async () => {
    await add('Athletics')
    const again = await world.ask(addGroup, { body: { name: ' aThLeTiCs ' } }, admin)
    expect(again.status).toBe(400)
    expect(errorsOf(again)).toEqual({ Name: ['is the name of another user group'] })
    const other = await add('Theater')
    const renamed = await change({ id: other.id, name: 'athletics', alertTimes: [workday] })
    expect(errorsOf(renamed)).toHaveProperty('Name')
    // The same name in different capitalization is a valid change, and another customer may use the same names.
    expect((await change({ id: other.id, name: 'THEATER', alertTimes: [workday] })).status).toBe(200)
    await add('Athletics', undefined, stranger)
  })

  it('is added once when two administrators choose the same name at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.ask(addGroup, { body: { name: 'Marching Band' } }, admin)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  it('counts its people, and the policies that name it or apply to all', async () => {
    const group = await add('Counted')
    const { id: groupId } = group
    await world.person({ role: 'Customer', customerId, groupId })
    await world.person({ role: 'Admin', customerId, groupId })
    await world.person({ role: 'NotificationOnly', customerId, groupId })
    const hot = { customerId, type: 'HEAT', threshold: 95, allClearMinutes: 30 } as const
    const before = group.policies
    await world.house.store.db.transaction().execute(async tx => {
      await insertPolicy(tx, { ...hot, groups: [groupId] }, new Date())
      await insertPolicy(tx, { ...hot, groups: 'all' }, new Date())
      await insertPolicy(tx, { ...hot, groups: [ownId] }, new Date())
      await insertPolicy(tx, { ...hot, groups: [] }, new Date())
    })
    const counted = (await list(admin)).find(({ id }) => id === groupId)
    expect(counted).toMatchObject({ users: 2, notificationUsers: 1, policies: before + 2 })
  })
})

describe('changing a group', () => {
  it('returns the specified message, and keeps the previous values in the audit log', async () => {
    const { id } = await add('Pool')
    const answer = await change({ id, name: 'Swimming Pool', alertTimes: [workday] })
    expect(answer.body.data).toMatchObject({
      message: 'Upated user group',
      userGroup: { id, name: 'Swimming Pool' },
    })
    const [act] = await readActs(world.house.store.db, customerId, { count: 1 })
    expect(act).toMatchObject({
      action: 'user group changed',
      target: `Pool (user group ${id})`,
      before: { name: 'Pool' },
      after: { name: 'Swimming Pool' },
    })
  })

  it('is allowed to an Assistant Admin only for their own group', async () => {
    const other = await add('Not theirs')
    expect((await list(assistant)).map(({ id }) => id)).toEqual([ownId])
    expect((await change({ id: ownId, name: 'Grounds', alertTimes: [workday] }, assistant)).status).toBe(200)
    expect((await change({ id: other.id, name: 'Mine', alertTimes: [workday] }, assistant)).status).toBe(404)
    expect((await world.ask(addGroup, { body: { name: 'Mine' } }, assistant)).status).toBe(403)
    expect((await remove(other.id, assistant)).status).toBe(403)
    const lost = await world.person({ role: 'AssistantAdmin', customerId })
    expect(await list(lost)).toEqual([])
  })

  it('shows everyone their own group, and no other', async () => {
    const own = await world.ask(listOwnGroups, {}, customer)
    expect((own.body.data as UserGroup[]).map(({ id }) => id)).toEqual([ownId])
    expect((await world.ask(listOwnGroups, {}, admin)).body.data).toEqual([])
  })

  it('hides groups of other customers', async () => {
    expect((await change({ id: ownId, name: 'Taken', alertTimes: [workday] }, stranger)).status).toBe(404)
    expect((await remove(ownId, stranger)).status).toBe(404)
    expect((await list(stranger)).some(({ id }) => id === ownId)).toBe(false)
  })
})

describe('deleting a group', () => {
  it('is rejected while it has people, including those who cannot sign in', async () => {
    for (const role of ['Customer', 'NotificationOnly'] as const) {
      const { id: groupId } = await add(`With ${role}`)
      await world.person({ role, customerId, groupId })
      const answer = await remove(groupId)
      expect(answer.status).toBe(400)
      expect(answer.body.responseException?.message).toContain('people')
      expect(answer.body.responseException?.message).not.toContain('location')
    }
  })

  it('is rejected while an organization location is linked to it', async () => {
    const { id: siteId } = await add('Linked')
    const park = { name: 'Park', address: '', latitude: 35.2, longitude: -97.4, riskProfileId: null }
    const place = (await world.ask(addOrganizationLocation, { body: park }, admin)).body.data as {
      organizationLocation: { id: number }
    }
    const organizationLocationId = place.organizationLocation.id
    await world.ask(linkSite, { body: { organizationLocationId, siteId } }, admin)
    const answer = await remove(siteId)
    expect(answer.status).toBe(400)
    expect(answer.body.responseException?.message).toBe(
      'Cannot delete a group assigned to one or more locations',
    )
  })

  it('removes it from the policies that named it, and lists those that now apply to no one', async () => {
    const { id } = await add('Old')
    const hot = { customerId, type: 'HEAT', threshold: 95, allClearMinutes: 30 } as const
    const [lonely, shared] = await world.house.store.db
      .transaction()
      .execute(async tx => [
        await insertPolicy(tx, { ...hot, groups: [id] }, new Date()),
        await insertPolicy(tx, { ...hot, groups: [id, ownId] }, new Date()),
      ])
    const answer = await remove(id)
    expect(answer.body.data).toBe('Deleted user group')
    const [act] = await readActs(world.house.store.db, customerId, { count: 1 })
    expect(act).toMatchObject({
      action: 'user group deleted',
      before: { name: 'Old', policies: [`HEAT (policy ${lonely})`, `HEAT (policy ${shared})`] },
      after: { policiesForNobody: [`HEAT (policy ${lonely})`] },
    })
    expect((await remove(id)).status).toBe(404)
  })
})
