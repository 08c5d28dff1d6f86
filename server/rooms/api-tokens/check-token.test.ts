import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiToken } from '#contract/people/api-tokens'
import { getCurrentUser } from '#contract/people/users'
import { later, secondMs } from '#server/platform/clock'
import { tooMany } from '#server/platform/http/problems'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { createTokenCheck, type TokenCheck } from './check-token.ts'

const allowed = 5
let world: TestHouse
let person: TestPerson
let now: Date
let lookups = 0
let check: TokenCheck

beforeAll(async () => {
  world = await testHouse({ limits: { perAddressPerMinute: allowed } })
  person = await world.person({ role: 'Customer', customerId: await world.customer() })
  now = new Date()
  const counted = world.house.store.db.withPlugin({
    transformQuery: ({ node }) => (lookups++, node),
    transformResult: async ({ result }) => result,
  })
  check = createTokenCheck(counted, async () => undefined, 3)
})
afterAll(() => world.close())

async function newToken(): Promise<string> {
  const body = { name: 'A script', mayRead: true, calls: [], days: 30 }
  return ((await world.ask(createApiToken, { body }, person)).body.data as { token: string }).token
}
const madeUp = (n: number) => `skywarden_${String(n).padStart(40, '0')}`

describe('a made-up token', () => {
  it('is not looked up for a client that has guessed too often', async () => {
    const before = lookups
    const exceeded = () => Promise.reject(tooMany(60))
    await expect(check.authenticate(madeUp(1), now, exceeded)).rejects.toMatchObject({ status: 429 })
    expect(lookups).toBe(before)
  })

  it('displaces no valid one, however many there are', async () => {
    const token = await newToken()
    const valid = await check.authenticate(token, now)
    expect(valid?.id).toBe(person.id)
    for (let n = 0; n < 10; n++) await check.authenticate(madeUp(n), now)
    const before = lookups
    expect(await check.authenticate(token, now)).toBe(valid)
    expect(lookups).toBe(before)
  })
})

describe('a token that was valid', () => {
  const exceeded = () => Promise.reject(tooMany(60))

  it('is remembered until too many others were valid after it', async () => {
    const tokens = [await newToken(), await newToken(), await newToken(), await newToken()]
    for (const token of tokens) await check.authenticate(token, now)
    const before = lookups
    for (const token of tokens.slice(1)) await check.authenticate(token, now)
    expect(lookups).toBe(before)
    await check.authenticate(tokens[0] ?? '', now)
    expect(lookups).toBeGreaterThan(before)
  })

  it('is checked again after five seconds, even where strangers guess', async () => {
    const token = await newToken()
    await check.authenticate(token, now)
    for (const forget of [() => {}, check.forgetAll]) {
      forget()
      now = later(now, 6 * secondMs)
      const before = lookups
      expect((await check.authenticate(token, now, exceeded))?.id).toBe(person.id)
      expect(lookups).toBeGreaterThan(before)
    }
  })
})

it('an address that exceeded its limit may still use tokens that are known, and those of people', async () => {
  const [used, unused] = [await newToken(), await newToken()]
  const as = (token: string) => world.ask(getCurrentUser, {}, { ...person, token })
  expect((await as(used)).status).toBe(200)
  const statuses: number[] = []
  for (let n = 0; n < allowed + 3; n++) statuses.push((await as(madeUp(n))).status)
  expect(statuses).toEqual([...Array.from({ length: allowed }, () => 401), 429, 429, 429])
  expect((await as(used)).status).toBe(200)
  expect((await as(person.token)).status).toBe(200)
  expect((await as(unused)).status).toBe(429) // nothing tells it from a guess
})
