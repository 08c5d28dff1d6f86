import { expect, vi } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { getCurrentUser, type User } from '#contract/people/users'
import { addNotificationUser, addUser, updateUser } from '#contract/people/people'
import { readActs } from '#server/platform/audit'
import { testHouse, type TestAnswer, type TestPerson } from '#server/house/testing'
import { latestMailTo } from '#server/house/mail.testing'
import { hasPassword } from '#server/rooms/identity/index'

export const nobody = '00000000-0000-4000-8000-000000000000'
export const park = {
  name: 'Park',
  address: 'Norman, OK',
  latitude: 35.2,
  longitude: -97.4,
  riskProfileId: null,
}
export const stadium = { label: 'Stadium', locationName: '', latitude: 35.2, longitude: -97.4, radius1: 8 }
export const errorsOf = (answer: TestAnswer) => answer.body.responseException?.errors ?? {}
export const userIn = (answer: TestAnswer) => (answer.body.data as { user: User }).user
export type NewUser = Asked<typeof addUser>['body']

/** A person as the form sends their data back. */
export function formOf(user: User): Asked<typeof updateUser>['body'] {
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

export const password = 'a kettle upon the green roof'

/** A customer with two groups and one person per role, on their own server. */
export async function openPeople() {
  const world = await testHouse()
  const customerId = await world.customer()
  const groupId = await world.group(customerId, 'Grounds')
  const otherGroupId = await world.group(customerId, 'Athletics')
  const support = await world.person({ role: 'SuperAdmin', customerId })
  const admin = await world.person({ role: 'Admin', customerId })
  const assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId })
  const stranger = await world.person({ role: 'Admin', customerId: await world.customer() })

  let made = 0
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
  const latestMail = (to: string) => latestMailTo(world, support, to)

  const knowsPassword = (id: string) => hasPassword(world.house.store.db, id, password)
  /** Opens a link that was sent; returns the status. */
  async function opened(link: string): Promise<number> {
    const { pathname, search } = new URL(link)
    return (await world.raw({ url: pathname + search })).status
  }
  async function setPassword(link: string): Promise<number> {
    const token = new URL(link).searchParams.get('token') ?? ''
    const form = new URLSearchParams({ token, newPassword: password, confirmation: password })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: world.baseUrl }
    const url = '/identity/set-password'
    return (await world.raw({ method: 'POST', url, headers, payload: form.toString() })).status
  }
  const isSignedIn = async (person: TestPerson) =>
    (await world.ask(getCurrentUser, {}, person)).status === 200
  const signedOut = (person: TestPerson) =>
    vi.waitFor(async () => expect(await isSignedIn(person)).toBe(false), 10_000)

  return {
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
  }
}
