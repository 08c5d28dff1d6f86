import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendActivateEmail } from '#contract/people/identity'
import { updateProfile } from '#contract/people/users'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { Browser } from '#server/house/browser.testing'
import { hourMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'

const password = 'a kettle upon the green roof'
const clock = shiftedClock()
let world: TestHouse

beforeAll(async () => {
  world = await testHouse({ clock, listen: true })
})
afterEach(() => clock.reset())
afterAll(() => world.close())

const newPerson = async (customerId?: number) =>
  world.person({ role: 'Customer', customerId: customerId ?? (await world.customer()), password })

async function mailsTo(address: string): Promise<number> {
  const { rows } = await sql`select from outbox where recipient = ${address}`.execute(world.house.store.db)
  return rows.length
}

const askForLink = ({ email }: TestPerson) =>
  new Browser(world.baseUrl).open('/identity/forgot', { userName: email })

/** Asks for a password link many times, and returns once the server has handled every request. */
async function askManyTimes(person: TestPerson) {
  const replies = await Promise.all(Array.from({ length: 20 }, () => askForLink(person)))
  const last = await newPerson(person.customerId)
  await askForLink(last)
  await expect.poll(() => mailsTo(last.email)).toBe(1)
  await expect.poll(() => mailsTo(person.email)).toBeGreaterThanOrEqual(5)
  return replies.map(({ status, text }) => `${status} ${text}`)
}

describe('password links', () => {
  it('are sent five times an hour, even with concurrent requests, and the page does not tell', async () => {
    const person = await newPerson()
    const replies = new Set(await askManyTimes(person))
    expect(await mailsTo(person.email)).toBe(5)
    const unknown = await new Browser(world.baseUrl).open('/identity/forgot', { userName: 'nobody@x.test' })
    expect([...replies]).toEqual([`${unknown.status} ${unknown.text}`])
    clock.advance(hourMs + 1)
    await askForLink(person)
    await expect.poll(() => mailsTo(person.email)).toBe(6)
  })

  it('count as well where the email only names the single sign-on', async () => {
    const person = await newPerson()
    await sql`insert into sso_configs (customer_id, idp_type, display_name, auto_provision, force_sso, created_at)
      values (${person.customerId}, 'Google', 'School Login', false, true, ${clock.now()})`.execute(
      world.house.store.db,
    )
    await askManyTimes(person)
    expect(await mailsTo(person.email)).toBe(5)
  })
})

it('invitations are sent five times an hour, even with concurrent requests', async () => {
  const person = await newPerson()
  const admin = await world.person({ role: 'Admin', customerId: person.customerId })
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => world.ask(sendActivateEmail, { query: { id: person.id } }, admin)),
  )
  const statuses = replies.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(7).fill(429)])
  expect(await mailsTo(person.email)).toBe(5)
})

describe('requests for another email address', () => {
  const change = async (email: string, person: TestPerson) => {
    const profile = { firstName: 'A', lastName: 'B', phoneNumber: null, timeZone: 'CST' }
    const body = { ...profile, email, currentPassword: password }
    return (await world.ask(updateProfile, { body }, person)).status
  }
  const fiveThenNone = [200, 200, 200, 200, 200, 429, 429]
  const changeSevenTimes = async (email: string, person: TestPerson) => {
    const statuses: number[] = []
    for (let count = 0; count < 7; count++) statuses.push(await change(email, person))
    return statuses
  }

  it('are limited alike whether or not the address has an account elsewhere', async () => {
    const stranger = await newPerson()
    expect(await changeSevenTimes(stranger.email, await newPerson())).toEqual(fiveThenNone)
    expect(await mailsTo(stranger.email)).toBe(5)
    expect(await changeSevenTimes('free@example.test', await newPerson())).toEqual(fiveThenNone)
    expect(await mailsTo('free@example.test')).toBe(5)
  })

  it('send an address no more emails if several people enter it', async () => {
    const stranger = await newPerson()
    const [one, other] = [await newPerson(), await newPerson()]
    const people = [one, other, ...(await Promise.all(Array.from({ length: 6 }, () => newPerson())))]
    const statuses = await Promise.all(people.map(person => change(stranger.email.toUpperCase(), person)))
    expect(statuses.toSorted()).toEqual([...Array<number>(5).fill(200), 429, 429, 429])
    expect(await change('another@example.test', one)).toBe(200)
    clock.advance(hourMs + 1)
    expect(await change(stranger.email, await world.again(other))).toBe(200)
  })
})
