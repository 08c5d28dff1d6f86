import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApiToken, listApiTokens, revokeApiToken, type ApiToken } from '#contract/people/api-tokens'
import { listOutbox } from '#contract/messages/outbox'
import { changePassword, sendActivateEmail } from '#contract/people/identity'
import { listSessions } from '#contract/people/sessions'
import { getCustomerUsers, updateUser } from '#contract/people/people'
import { getCurrentUser } from '#contract/people/users'
import { addGroup } from '#contract/people/groups'
import { dayMs, hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { updateUserRow } from '#server/rooms/users/index'
import { latestMailTo } from '#server/house/mail.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

const clock = shiftedClock()
let world: TestHouse
let customerId: number
let admin: TestPerson

beforeAll(async () => {
  world = await testHouse({ clock })
  customerId = await world.customer()
  admin = await world.person({ role: 'Admin', customerId })
})
afterEach(() => clock.reset())
afterAll(() => world.close())

async function newToken(by: TestPerson, more: object = {}) {
  const body = { name: 'A script', mayRead: true, calls: [], days: 30, ...more }
  const answer = await world.ask(createApiToken, { body }, by)
  const made = answer.body.data as ApiToken & { token: string }
  return { answer, made, as: { ...by, token: made?.token ?? '' } }
}
const newPerson = (customer = customerId) => world.person({ role: 'Customer', customerId: customer })
const listed = async (by: TestPerson) => (await world.ask(listApiTokens, {}, by)).body.data as ApiToken[]
const mailsTo = async ({ email }: TestPerson, support: TestPerson) => {
  const sent = (await world.ask(listOutbox, { query: {} }, support)).body.data as { recipient: string }[]
  return sent.filter(({ recipient }) => recipient === email)
}
const group = { body: { name: 'Made by a script', alertTimes: [] } }

describe('requests with a token', () => {
  it('are limited per token, separately from the person’s other requests', async () => {
    const limited = await testHouse({ limits: { perTokenPerMinute: 5 } })
    const person = await limited.person({ role: 'Customer', customerId: await limited.customer() })
    const body = { name: 'A busy script', mayRead: true, calls: [], days: 1 }
    const { token } = (await limited.ask(createApiToken, { body }, person)).body.data as { token: string }
    const statuses: number[] = []
    for (let times = 0; times < 8; times++)
      statuses.push((await limited.ask(getCurrentUser, {}, { ...person, token })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect((await limited.ask(getCurrentUser, {}, person)).status).toBe(200)
    await limited.close()
  })
})

describe('an API token', () => {
  it('is announced to its owner, who may not have created it', async () => {
    const owner = await newPerson()
    await newToken(admin, { ownerId: owner.id, name: 'A wall display' })
    const support = await world.person({ role: 'SuperAdmin', customerId })
    const mail = await latestMailTo(world, support, owner.email)
    expect(mail).toContain('“A wall display” was created for your Skywarden account')
  })

  it('is announced even right after another one was revoked, so a harmless one cannot hide another', async () => {
    const owner = await newPerson()
    const support = await world.person({ role: 'SuperAdmin', customerId })
    const { made } = await newToken(admin, { ownerId: owner.id, name: 'A display' })
    await world.ask(revokeApiToken, { params: { id: String(made.id) } }, admin)
    await newToken(admin, { ownerId: owner.id, name: 'A display', calls: ['addGroup'] })
    expect(await mailsTo(owner, support)).toHaveLength(2)
  })

  it('can be created for a person at most twenty times an hour, because the owner is emailed each time', async () => {
    const owner = await newPerson()
    const createAndRevoke = async (by: TestPerson) => {
      const { answer, made } = await newToken(by, { ownerId: owner.id })
      if (answer.status === 200) await world.ask(revokeApiToken, { params: { id: String(made.id) } }, by)
      return answer.status
    }
    const statuses: number[] = []
    for (let times = 0; times < 22; times++) statuses.push(await createAndRevoke(admin))
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429])
    const support = await world.person({ role: 'SuperAdmin', customerId })
    expect(await mailsTo(owner, support)).toHaveLength(20)
    clock.advance(hourMs)
    expect(await createAndRevoke(await world.again(admin))).toBe(200)
  })

  it('reads what its owner may read, and changes nothing', async () => {
    const { as, made } = await newToken(admin)
    expect(made.token).toMatch(/^skywarden_[\w-]{40}$/)
    expect((await world.ask(getCustomerUsers, {}, as)).status).toBe(200)
    expect((await world.ask(addGroup, group, as)).status).toBe(403)
    // A GET according to the specification, but it sends an email.
    expect((await world.ask(sendActivateEmail, { query: { id: admin.id } }, as)).status).toBe(403)
    const ofCustomer = await newToken(await newPerson())
    expect((await world.ask(getCustomerUsers, {}, ofCustomer.as)).status).toBe(403)
  })

  it('can make only the calls that it was given', async () => {
    const { as } = await newToken(admin, { mayRead: false, calls: ['getCurrentUser'] })
    expect((await world.ask(getCurrentUser, {}, as)).status).toBe(200)
    expect((await world.ask(getCustomerUsers, {}, as)).status).toBe(403)
  })

  it('cannot do what only the person may do, and cannot create other tokens', async () => {
    const { as } = await newToken(admin)
    expect((await world.ask(listSessions, {}, as)).status).toBe(403)
    expect((await newToken(as)).answer.status).toBe(403)
    expect((await newToken(admin, { calls: ['changePassword'] })).answer.status).toBe(400)
    expect((await newToken(admin, { calls: ['noSuchCall'] })).answer.status).toBe(400)
    const passwords = { currentPassword: 'x', newPassword: 'y', confirmedNewPassword: 'y' }
    expect((await world.ask(changePassword, { body: { userId: admin.id, ...passwords } }, as)).status).toBe(
      403,
    )
  })

  it('ends when it expires, is revoked, or its owner is deactivated', async () => {
    const status = async (as: TestPerson) => (await world.ask(getCurrentUser, {}, as)).status
    const owner = await newPerson()
    const [one, two, three] = [
      await newToken(owner, { days: 1 }),
      await newToken(owner),
      await newToken(owner),
    ]
    for (const { as } of [one, two, three]) expect(await status(as)).toBe(200)
    await world.ask(revokeApiToken, { params: { id: String(two.made.id) } }, owner)
    expect(await status(two.as)).toBe(401)
    const { db } = world.house.store
    await db.transaction().execute(tx => updateUserRow(tx, 'system', owner.id, { is_active: false }))
    clock.advance(6 * secondMs)
    expect(await status(three.as)).toBe(401)
    await db.transaction().execute(tx => updateUserRow(tx, 'system', owner.id, { is_active: true }))
    clock.advance(2 * dayMs)
    expect(await status(one.as)).toBe(401)
    expect(await status(three.as)).toBe(200)
  })

  it.each(['role', 'group'] as const)('ends when its owner gets another %s', async what => {
    const [groupId, other] = [
      await world.group(customerId, `New ${what}`),
      await world.group(customerId, what),
    ]
    const maker = await world.person({ role: 'AssistantAdmin', customerId, groupId })
    const owner = await world.person({ role: 'Customer', customerId, groupId })
    const { as, made } = await newToken(maker, { ownerId: owner.id, calls: ['addUser'], days: 366 })
    expect((await world.ask(getCurrentUser, {}, as)).status).toBe(200)
    const profile = { firstName: 'A', lastName: 'Display', phoneNumber: null, timeZone: 'CST' }
    // The maker could not do what the owner may do now.
    const given =
      what === 'role'
        ? ({ roleId: '3', siteId: groupId } as const)
        : ({ roleId: '4', siteId: other } as const)
    const body = { ...profile, id: owner.id, email: owner.email, ...given }
    expect((await world.ask(updateUser, { body }, admin)).status).toBe(200)
    await vi.waitFor(async () => expect((await world.ask(getCurrentUser, {}, as)).status).toBe(401))
    const support = await world.person({ role: 'SuperAdmin', customerId })
    const mail = await latestMailTo(world, support, owner.email)
    expect(mail).toContain('“A script”')
    expect(mail).toContain('ended, because your permission level or user group changed')
    const shown = (await listed(owner)).find(({ id }) => id === made.id)
    expect(Date.parse(shown?.expires ?? '')).toBeLessThanOrEqual(clock.now().getTime())
  })

  it('can be seen and revoked only by its owner and the people who manage them', async () => {
    const owner = await newPerson()
    const { made } = await newToken(owner, { name: 'The wall display' })
    const foreign = await world.person({ role: 'Admin', customerId: await world.customer() })
    const isListed = async (by: TestPerson) => (await listed(by)).some(({ id }) => id === made.id)
    expect(await isListed(owner)).toBe(true)
    expect(await isListed(admin)).toBe(true)
    expect(await isListed(await newPerson())).toBe(false)
    expect(await isListed(foreign)).toBe(false)
    const revoke = (by: TestPerson) => world.ask(revokeApiToken, { params: { id: String(made.id) } }, by)
    expect((await revoke(foreign)).status).toBe(404)
    expect((await revoke(await newPerson())).status).toBe(404)
    expect((await revoke(admin)).status).toBe(200)
  })

  it('can be created only for oneself or a person one manages, with that person’s rights', async () => {
    const display = await newPerson()
    const { as } = await newToken(admin, { ownerId: display.id })
    expect((await world.ask(getCurrentUser, {}, as)).body.data).toMatchObject({ id: display.id })
    expect((await newToken(display, { ownerId: admin.id })).answer.status).toBe(404)
    const stranger = await newPerson(await world.customer())
    expect((await newToken(admin, { ownerId: stranger.id })).answer.status).toBe(404)
  })

  it('shows when it was last used, and is stored only as a hash', async () => {
    const { as, made } = await newToken(admin)
    clock.advance(minuteMs)
    await world.ask(getCurrentUser, {}, as)
    expect((await listed(admin)).find(({ id }) => id === made.id)?.lastUsed).not.toBeNull()
    const row = await world.house.store.db
      .withTables<{ api_tokens: { id: number; token_hash: string } }>()
      .selectFrom('api_tokens')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(made.token.slice(12, 40))
  })

  it('is limited to twenty per person, even if they are created at the same time', async () => {
    const owner = await newPerson()
    const answers = await Promise.all(Array.from({ length: 30 }, () => newToken(owner)))
    expect(answers.filter(({ answer }) => answer.status === 200)).toHaveLength(20)
    expect(await listed(owner)).toHaveLength(20)
  })
})
