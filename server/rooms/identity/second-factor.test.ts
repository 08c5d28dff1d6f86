import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactorApp,
  renewRecoveryCodes,
  requireSecondFactor,
  resetSecondFactor,
  startSecondFactor,
  turnOffSecondFactor,
} from '#contract/people/second-factor'
import { createApiToken } from '#contract/people/api-tokens'
import { changePassword } from '#contract/people/identity'
import { addPasskey } from '#contract/people/passkeys'
import { getCustomerUsers } from '#contract/people/people'
import { getCurrentUser } from '#contract/people/users'
import type { RoleName } from '#domain/access/roles'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { TestAuthenticator } from './authenticator.testing.ts'
import { codeAt, stepAt } from './totp.ts'
import { passkeyWorld } from './passkey-world.testing.ts'
import { fromBase32 } from './totp.testing.ts'
import { latestMailTo } from '#server/house/mail.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import {
  Browser,
  codeIn,
  exchange,
  startSignIn,
  submitPassword,
  submitSignIn,
} from '#server/house/browser.testing'

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
  clock.advance(minuteMs) // so that the next code becomes valid
  return { code, recoveryCodes }
}

/** Enters the password; returns the page after it, and a way to submit a code there. */
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

  it('accepts a code only once, even in two browsers at the same time', async () => {
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

  it('accepts no code from an app that was never confirmed', async () => {
    const person = await newPerson('Customer')
    await passkeyWorld(world).add(person)
    const { secret } = await data<{ secret: string }>(
      world.ask(startSecondFactor, { body: { currentPassword: password } }, person),
    )
    const code = codeAt(fromBase32(secret), stepAt(clock.now()))
    const { enterCode } = await passkeyWorld(world).enterPassword(person)
    expect((await enterCode(code)).status).toBe(401)
    expect(await data(world.ask(getSecondFactor, {}, person))).toMatchObject({ hasApp: false })
  })

  it('slows down guessing', async () => {
    const person = await newPerson('Customer')
    await setUp(person)
    const { enter } = await enterPassword(person)
    const statuses: number[] = []
    for (let times = 0; times < 8; times++) statuses.push((await enter('000000')).status)
    expect(statuses).toContain(429)
  })

  it('rejects proof of the first step that is from another sign-in, altered or too old', async () => {
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

  it('notifies its owner in a single email when it is turned off or reset, whatever factors it had', async () => {
    const admin = await newPerson('Admin')
    const [person, support] = [await newPerson('Customer', admin.customerId), await newPerson('SuperAdmin')]
    let before = 0
    const news = async () => {
      const { rows } = await sql`select 1 from outbox where recipient = ${person.email}`.execute(
        world.house.store.db,
      )
      const count = rows.length - before
      before = rows.length
      return { count, newest: await latestMailTo(world, support, person.email) }
    }
    await setUp(person)
    const passkeys = passkeyWorld(world)
    for (const name of ['A laptop', 'A phone']) await passkeys.add(person, name)
    await news()
    await world.reply(turnOffSecondFactor, { body: { currentPassword: password } }, person)
    const off = await news()
    expect(off.count).toBe(1)
    expect(off.newest).toContain('was turned off, and its 2 passkeys were removed')

    const again = await world.again(person)
    await passkeys.add(again)
    await news()
    await world.reply(resetSecondFactor, { body: { userId: person.id } }, admin)
    const reset = await news()
    expect(reset.count).toBe(1)
    expect(reset.newest).toContain('An administrator reset')
    expect(reset.newest).toContain('and its passkey was removed')
    expect((await world.ask(resetSecondFactor, { body: { userId: person.id } }, admin)).status).toBe(409)
    expect((await news()).count).toBe(0)
  })

  it('notifies its owner that an app was set up, codes were replaced, and the last factor was removed', async () => {
    const [person, support] = [await newPerson('Customer'), await newPerson('SuperAdmin')]
    const newest = () => latestMailTo(world, support, person.email)
    await setUp(person)
    expect(await newest()).toContain('An authenticator app was set up for your Skywarden account.')
    await world.reply(renewRecoveryCodes, { body: { currentPassword: password } }, person)
    expect(await newest()).toContain('The recovery codes of your Skywarden account were replaced.')
    await world.reply(removeSecondFactorApp, { body: { currentPassword: password } }, person)
    expect(await newest()).toContain(
      'app of your Skywarden account was removed. Your password alone is now enough',
    )
  })

  it('can be set up at most twenty times an hour, because the owner is emailed each time, and can always be removed', async () => {
    const person = await newPerson('Customer')
    const passkeys = passkeyWorld(world)
    const addAndRemove = async () => {
      const credential = new TestAuthenticator(origin).create(await passkeys.start(person))
      const { status } = await world.ask(addPasskey, { body: { name: 'Again', credential } }, person)
      await world.ask(turnOffSecondFactor, { body: { currentPassword: password } }, person)
      return status
    }
    const statuses: number[] = []
    for (let times = 0; times < 22; times++) statuses.push(await addAndRemove())
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429])
    expect(
      (await world.ask(turnOffSecondFactor, { body: { currentPassword: password } }, person)).status,
    ).toBe(409)
  })

  it('signs its owner out elsewhere when it is turned on, because the password alone was enough there', async () => {
    const person = await newPerson('Customer')
    const { goOn } = await submitPassword(new Browser(origin), startSignIn(origin), person.email, password)
    const elsewhere = await world.again(person)
    await setUp(person)
    clock.advance(6 * secondMs)
    expect((await world.ask(getCurrentUser, {}, elsewhere)).status).toBe(401)
    expect((await world.ask(getCurrentUser, {}, person)).status).toBe(200)
    expect((await goOn()).location ?? '').not.toContain('code=')
  })

  it('cannot be skipped if it was turned on while the password was being checked', async () => {
    const person = await newPerson('Customer')
    const { goOn } = await submitPassword(new Browser(origin), startSignIn(origin), person.email, password)
    // Simulates a result that was saved right after sign-ins in progress were ended.
    await sql`insert into second_factors values (${person.id}, 'sealed', now(), now(), 1)`.execute(
      world.house.store.db,
    )
    const page = await goOn()
    expect(page.location ?? '').not.toContain('code=')
    expect(page.text).toContain('Start again')
  })

  it('cannot be completed with a setup that began before a new password', async () => {
    const person = await newPerson('Customer')
    const passkeys = passkeyWorld(world)
    const credential = new TestAuthenticator(origin).create(await passkeys.start(person))
    const { secret } = await data<{ secret: string }>(
      world.ask(startSecondFactor, { body: { currentPassword: password } }, person),
    )
    const newPassword = 'seven quiet herons by the lake'
    const passwords = { currentPassword: password, newPassword, confirmedNewPassword: newPassword }
    await world.reply(changePassword, { body: { userId: person.id, ...passwords } }, person)
    const added = await world.ask(addPasskey, { body: { name: 'A late one', credential } }, person)
    expect(added.status).toBe(409)
    const code = codeAt(fromBase32(secret), stepAt(clock.now()))
    expect((await world.ask(confirmSecondFactor, { body: { code } }, person)).status).toBe(400)
  })

  it('records in the audit log that a recovery code was used', async () => {
    const person = await newPerson('Customer')
    const { recoveryCodes } = await setUp(person)
    await (await enterPassword(person)).enter(recoveryCodes[0] ?? '')
    const { rows } = await sql<{ after: object }>`
      select after from audit_log where action = 'signed in' and customer_id = ${person.customerId}
      order by id desc limit 1`.execute(world.house.store.db)
    expect(rows[0]?.after).toMatchObject({ method: 'password', usesRecoveryCode: true })
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

  it('lowers the rights of tokens that such an administrator created before it was required', async () => {
    const admin = await newPerson('Admin')
    const other = await newPerson('Admin', admin.customerId)
    const body = { name: 'An old script', mayRead: true, calls: [], days: 30 }
    const { token } = await data<{ token: string }>(world.ask(createApiToken, { body }, other))
    const script = { ...other, token }
    expect((await world.ask(getCustomerUsers, {}, script)).status).toBe(200)
    await setUp(admin)
    await world.ask(requireSecondFactor, { body: { isRequired: true } }, admin)
    clock.advance(6 * secondMs)
    expect((await world.ask(getCustomerUsers, {}, script)).status).toBe(403)
    expect((await world.ask(getCurrentUser, {}, script)).status).toBe(200)
    await setUp(other)
    expect((await world.ask(getCustomerUsers, {}, script)).status).toBe(200)
  })
})
