import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
  resetSecondFactor,
  startSecondFactor,
  turnOffSecondFactor,
} from '#contract/people/second-factor'
import { getCustomerUsers } from '#contract/people/people'
import { getCurrentUser } from '#contract/people/users'
import type { RoleName } from '#domain/access/roles'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { codeAt, stepAt } from './totp.ts'
import { fromBase32 } from './totp.testing.ts'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'

const password = 'a kettle upon the green roof'
const clock = shiftedClock()
let world: TestHouse
let origin: string

beforeAll(async () => {
  world = await testHouse({ clock, listen: true })
  origin = world.baseUrl
})
afterEach(() => clock.reset())
afterAll(() => world.close())

const newPerson = async (role: RoleName, customerId?: number) =>
  world.person({ role, customerId: customerId ?? (await world.customer()), password })
const data = async <Data>(answer: Promise<{ body: { data?: unknown } }>) => (await answer).body.data as Data

async function setUp(person: TestPerson) {
  const { secret } = await data<{ secret: string }>(
    world.ask(startSecondFactor, { body: { currentPassword: password } }, person),
  )
  const bytes = fromBase32(secret)
  const code = () => codeAt(bytes, stepAt(clock.now()))
  const confirmed = await world.ask(confirmSecondFactor, { body: { code: code() } }, person)
  const { recoveryCodes } = confirmed.body.data as { recoveryCodes: string[] }
  clock.advance(minuteMs) // the next code
  return { code, recoveryCodes }
}

/** The page after the password, and what submitting a code there gives. */
async function enterPassword(person: TestPerson) {
  const browser = new Browser(origin)
  const attempt = startSignIn(origin)
  const page = await submitSignIn(browser, attempt, person.email, password)
  const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const firstStep = /name="firstStep" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const enter = async (code: string, change: Record<string, string> = {}) =>
    browser.follow(await browser.open(action, { code, firstStep, ...change }), '/callback')
  return { page, attempt, enter, browser, firstStep }
}

describe('two-step verification', () => {
  it('asks for the code after the password, and only both together sign in', async () => {
    const person = await newPerson('Admin')
    const { code } = await setUp(person)
    const { page, attempt, enter } = await enterPassword(person)
    expect(page.text).toContain('Two-step verification')
    expect((await enter('000000')).status).toBe(401)
    const tokens = await exchange(origin, attempt, codeIn(await enter(code())))
    expect(
      (await world.ask(getCurrentUser, {}, { ...person, token: tokens.access_token ?? '' })).status,
    ).toBe(200)
  })

  it('accepts a code once only, even in two browsers at the same time', async () => {
    const person = await newPerson('Customer')
    const { code } = await setUp(person)
    const tries = await Promise.all([enterPassword(person), enterPassword(person)])
    const pages = await Promise.all(tries.map(({ enter }) => enter(code())))
    expect(pages.filter(({ location }) => location?.includes('code=')).length).toBe(1)
  })

  it('accepts each recovery code once, however it is typed', async () => {
    const person = await newPerson('Customer')
    const { recoveryCodes } = await setUp(person)
    expect(recoveryCodes).toHaveLength(10)
    const [first = ''] = recoveryCodes
    const typed = first.toUpperCase().replaceAll('-', ' ')
    expect((await (await enterPassword(person)).enter(typed)).location).toContain('code=')
    expect((await (await enterPassword(person)).enter(first)).status).toBe(401)
    const left = await data<{ recoveryCodesLeft: number }>(world.ask(getSecondFactor, {}, person))
    expect(left.recoveryCodesLeft).toBe(9)
  })

  it('slows guessing down', async () => {
    const person = await newPerson('Customer')
    await setUp(person)
    const { enter } = await enterPassword(person)
    const statuses: number[] = []
    for (let times = 0; times < 8; times++) statuses.push((await enter('000000')).status)
    expect(statuses).toContain(429)
  })

  it('takes no proof of the first step from another sign-in, nor an altered or an old one', async () => {
    const person = await newPerson('Customer')
    const { code } = await setUp(person)
    const one = await enterPassword(person)
    const other = await enterPassword(person)
    for (const firstStep of [other.firstStep, 'nonsense', `${one.firstStep.slice(0, -3)}AAA`, ''])
      expect((await one.enter(code(), { firstStep })).text).toContain('Email or user name')
    clock.advance(11 * minuteMs)
    expect((await one.enter(code())).text).toContain('Email or user name')
  })

  it('needs the password to be set up, renewed or turned off', async () => {
    const person = await newPerson('Customer')
    const wrong = { body: { currentPassword: 'not the password' } }
    for (const call of [startSecondFactor, renewRecoveryCodes, turnOffSecondFactor])
      expect((await world.ask(call, wrong, person)).status).toBe(400)
    await setUp(person)
    const right = { body: { currentPassword: password } }
    expect((await world.ask(startSecondFactor, right, person)).status).toBe(409)
    expect((await world.ask(turnOffSecondFactor, right, person)).status).toBe(200)
    expect((await enterPassword(person)).page.location).toContain('code=')
  })

  it('can be reset by an administrator of the organization for people below them, and by no one else', async () => {
    const admin = await newPerson('Admin')
    const person = await newPerson('Customer', admin.customerId)
    await setUp(person)
    const reset = (by: TestPerson, userId = person.id) =>
      world.ask(resetSecondFactor, { body: { userId } }, by)
    expect((await reset(await newPerson('Admin'))).status).toBe(404)
    expect((await reset(person)).status).toBe(403)
    expect((await reset(admin, (await newPerson('Admin', admin.customerId)).id)).status).toBe(403)
    expect((await reset(admin)).status).toBe(200)
    expect((await enterPassword(person)).page.location).toContain('code=')
  })
})

describe('an organization that requires it', () => {
  it("gives administrators without it a Customer's rights until they have it, and shuts no one out", async () => {
    const admin = await newPerson('Admin')
    const other = await newPerson('Admin', admin.customerId)
    const require = () => world.ask(requireSecondFactor, { body: { isRequired: true } }, admin)
    expect((await require()).status).toBe(409)
    await setUp(admin)
    expect((await require()).status).toBe(200)
    clock.advance(6 * secondMs)
    expect((await world.ask(getCustomerUsers, {}, admin)).status).toBe(200)
    expect((await world.ask(getCustomerUsers, {}, other)).status).toBe(403)
    const me = await data<object>(world.ask(getCurrentUser, {}, other))
    expect(me).toMatchObject({ roleName: 'Customer', owesSecondFactor: true })
    clock.reset()
    await setUp(other)
    expect((await world.ask(getCustomerUsers, {}, other)).status).toBe(200)
    expect(await data<object>(world.ask(getCurrentUser, {}, other))).toMatchObject({ roleName: 'Admin' })
  })
})
