import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addPasskey, removePasskey, startPasskey } from '#contract/people/passkeys'
import { getCustomerUsers } from '#contract/people/people'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactorApp,
  requireSecondFactor,
  resetSecondFactor,
  startSecondFactor,
  turnOffSecondFactor,
  type SecondFactor,
} from '#contract/people/second-factor'
import { mostPasskeys } from '#domain/access/passkeys'
import type { RoleName } from '#domain/access/roles'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { latestMailTo } from '#server/house/mail.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { checkCreation } from './passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'
import { TestAuthenticator, type Misdeeds } from './authenticator.testing.ts'
import { isIn, passkeyWorld, password } from './passkey-world.testing.ts'
import { codeAt, stepAt } from './totp.ts'
import { fromBase32 } from './totp.testing.ts'

const clock = shiftedClock()
let world: TestHouse
let passkeys: ReturnType<typeof passkeyWorld>

beforeAll(async () => {
  world = await testHouse({ clock, listen: true })
  passkeys = passkeyWorld(world)
})
afterEach(() => clock.reset())
afterAll(() => world.close())

const db = () => world.house.store.db
const proof = { currentPassword: password }
const newPerson = async (role: RoleName = 'Customer', customerId?: number) =>
  world.person({ role, customerId: customerId ?? (await world.customer()), password })
const stateOf = (person: TestPerson): Promise<SecondFactor> => world.reply(getSecondFactor, {}, person)
const remove = (person: TestPerson, id: number, currentPassword = password) =>
  world.ask(removePasskey, { params: { id: String(id) }, body: { currentPassword } }, person)
const idsOf = async (person: TestPerson) => ((await stateOf(person)).passkeys ?? []).map(({ id }) => id)

async function addApp(person: TestPerson) {
  const { secret } = await world.reply(startSecondFactor, { body: proof }, person)
  const code = codeAt(fromBase32(secret), stepAt(clock.now()))
  return world.reply(confirmSecondFactor, { body: { code } }, person)
}

async function actionsOn(person: TestPerson): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`select action from audit_log
    where customer_id = ${person.customerId} order by id`.execute(db())
  return rows.map(({ action }) => action)
}

describe('adding a passkey', () => {
  it('turns on two-step verification, with recovery codes only the first time', async () => {
    const person = await newPerson()
    expect(await stateOf(person)).toMatchObject({
      isOn: false,
      hasApp: false,
      passkeys: [],
      whyNoPasskeys: null,
    })
    expect((await passkeys.add(person, 'Safari on Mac')).recoveryCodes).toHaveLength(10)
    expect((await passkeys.add(person, 'A key')).recoveryCodes).toEqual([])
    expect((await addApp(person)).recoveryCodes).toEqual([])
    const state = await stateOf(person)
    expect(state).toMatchObject({ isOn: true, hasApp: true, recoveryCodesLeft: 10 })
    expect(state.passkeys).toMatchObject([
      { name: 'Safari on Mac', lastUsed: null },
      { name: 'A key', lastUsed: null },
    ])
    expect(await actionsOn(person)).toEqual([
      'passkey added',
      'two-step verification turned on',
      'passkey added',
      'authenticator app added',
    ])
  })

  it('returns recovery codes once if the first two factors are added at the same time', async () => {
    const person = await newPerson()
    const { secret } = await world.reply(startSecondFactor, { body: proof }, person)
    const code = codeAt(fromBase32(secret), stepAt(clock.now()))
    const credential = new TestAuthenticator(world.baseUrl).create(await passkeys.start(person))
    const replies = await Promise.all([
      world.reply(confirmSecondFactor, { body: { code } }, person),
      world.reply(addPasskey, { body: { name: 'A key', credential } }, person),
    ])
    expect(replies.map(({ recoveryCodes }) => recoveryCodes.length).sort()).toEqual([0, 10])
  })

  it('needs the password', async () => {
    const person = await newPerson()
    const body = { currentPassword: 'not the password' }
    expect((await world.ask(startPasskey, { body }, person)).status).toBe(400)
  })

  it('notifies the owner by email', async () => {
    const [person, support] = [await newPerson(), await newPerson('SuperAdmin')]
    await passkeys.add(person, 'Safari on Mac')
    expect(await latestMailTo(world, support, person.email)).toContain('“Safari on Mac” was added')
    await remove(person, (await idsOf(person))[0] ?? 0)
    expect(await latestMailTo(world, support, person.email)).toContain('“Safari on Mac” was removed')
  })

  it.each<[string, Misdeeds]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without verification of the person', { isUserVerified: false }],
    ['to another challenge', { challenge: 'AAAA' }],
    ['from a sign-in', { type: 'webauthn.get' }],
  ])('is refused with an answer %s', async (_how, misdeeds) => {
    const person = await newPerson()
    const credential = new TestAuthenticator(world.baseUrl).create(await passkeys.start(person), misdeeds)
    expect((await world.ask(addPasskey, { body: { name: 'x', credential } }, person)).status).toBe(400)
    expect(await idsOf(person)).toEqual([])
  })

  it('reads no certificates, which could name addresses to download from', async () => {
    const person = await newPerson()
    const party = relyingPartyOf(world.baseUrl)
    const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
    const statement = Buffer.concat([Buffer.from('a1', 'hex'), text('x5c'), Buffer.from('8141ff', 'hex')])
    for (const format of ['packed', 'apple', 'tpm', 'android-key', 'fido-u2f']) {
      const options = await passkeys.start(person)
      const credential = new TestAuthenticator(world.baseUrl).create(options, {}, { format, statement })
      const check = await checkCreation(db(), party, person.id, credential, clock.now())
      expect(check).toEqual({ kind: 'invalid', because: 'It has certificates' })
    }
  })

  it('accepts a key that signs for itself, as some authenticators do without being asked', async () => {
    const person = await newPerson()
    const credential = new TestAuthenticator(world.baseUrl).createSelfSigned(await passkeys.start(person))
    expect((await world.ask(addPasskey, { body: { name: 'x', credential } }, person)).status).toBe(200)
  })

  it('works once, within five minutes, and only for the person who began it', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const credential = new TestAuthenticator(world.baseUrl).create(await passkeys.start(person))
    const add = async (by: TestPerson) => {
      const { status, body } = await world.ask(addPasskey, { body: { name: 'x', credential } }, by)
      return body.responseException?.message ?? status
    }
    const tooLate = 'This took too long. Please start again.'
    expect(await add(other)).toBe(tooLate)
    await passkeys.start(other)
    expect(await add(other)).toContain('could not be verified')
    expect((await Promise.all([add(person), add(person)])).sort()).toEqual([200, tooLate])
    const late = new TestAuthenticator(world.baseUrl).create(await passkeys.start(person))
    clock.advance(5 * minuteMs + 1)
    expect((await world.ask(addPasskey, { body: { name: 'x', credential: late } }, person)).status).toBe(409)
  })

  it('accepts a passkey once: no one else can have it', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const { authenticator } = await passkeys.add(person)
    const credential = authenticator.create(await passkeys.start(other))
    expect((await world.ask(addPasskey, { body: { name: 'x', credential } }, other)).status).toBe(409)
    expect(await idsOf(other)).toEqual([])
  })

  it(`stops at ${mostPasskeys}, even with concurrent requests`, async () => {
    const person = await newPerson()
    for (let count = 1; count < mostPasskeys; count++) await passkeys.add(person, `Number ${count}`)
    /** Sends a new passkey, and returns once the server has used up its challenge. */
    const sendNext = async () => {
      const credential = new TestAuthenticator(world.baseUrl).create(await passkeys.start(person))
      const added = world.ask(addPasskey, { body: { name: 'x', credential } }, person)
      await vi.waitFor(async () => {
        const { rows } = await sql`select from passkey_challenges where bound_to = ${person.id}`.execute(db())
        expect(rows).toEqual([])
      }, 45_000)
      return { added }
    }
    // While another change to the person is in progress, both requests pass every check but the last.
    const sent = await db()
      .transaction()
      .execute(async tx => {
        await sql`select from users where id = ${person.id} for no key update`.execute(tx)
        return [await sendNext(), await sendNext()]
      })
    const replies = await Promise.all(sent.map(({ added }) => added))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await idsOf(person)).toHaveLength(mostPasskeys)
    expect((await world.ask(startPasskey, { body: proof }, person)).status).toBe(409)
  })
})

describe('removing', () => {
  it('a passkey requires the password, and only its owner can do it', async () => {
    const person = await newPerson()
    const colleague = await newPerson('Admin', person.customerId)
    const { authenticator } = await passkeys.add(person)
    const [id = 0] = await idsOf(person)
    expect((await remove(person, id, 'not the password')).status).toBe(400)
    expect((await remove(colleague, id)).status).toBe(404)
    expect((await remove(await newPerson('SuperAdmin'), id)).status).toBe(404)
    expect((await remove(person, id)).status).toBe(200)
    expect((await (await passkeys.openPage()).use(authenticator)).status).toBe(401)
  })

  it('the last one turns off two-step verification and deletes the recovery codes', async () => {
    const person = await newPerson()
    await passkeys.add(person)
    await addApp(person)
    const [id = 0] = await idsOf(person)
    expect((await remove(person, id)).status).toBe(200)
    expect(await stateOf(person)).toMatchObject({ isOn: true, hasApp: true, recoveryCodesLeft: 10 })
    expect((await world.ask(removeSecondFactorApp, { body: proof }, person)).status).toBe(200)
    expect(await stateOf(person)).toMatchObject({ isOn: false, hasApp: false, recoveryCodesLeft: 0 })
    expect((await actionsOn(person)).slice(-2)).toEqual([
      'authenticator app removed',
      'two-step verification turned off',
    ])
    expect(isIn((await passkeys.enterPassword(person)).page)).toBe(true)
  })

  it('the app keeps the passkeys', async () => {
    const person = await newPerson()
    await addApp(person)
    await passkeys.add(person)
    const wrong = { body: { currentPassword: 'not the password' } }
    expect((await world.ask(removeSecondFactorApp, wrong, person)).status).toBe(400)
    expect((await world.ask(removeSecondFactorApp, { body: proof }, person)).status).toBe(200)
    expect((await world.ask(removeSecondFactorApp, { body: proof }, person)).status).toBe(409)
    expect(await stateOf(person)).toMatchObject({ isOn: true, hasApp: false, recoveryCodesLeft: 10 })
  })

  it.each(['turned off by the person', 'reset by an administrator'])('everything, when %s', async how => {
    const admin = await newPerson('Admin')
    const person = await newPerson('Customer', admin.customerId)
    const { authenticator } = await passkeys.add(person)
    await addApp(person)
    const done =
      how === 'turned off by the person'
        ? await world.ask(turnOffSecondFactor, { body: proof }, person)
        : await world.ask(resetSecondFactor, { body: { userId: person.id } }, admin)
    expect(done.status).toBe(200)
    expect(await stateOf(person)).toMatchObject({ isOn: false, passkeys: [], recoveryCodesLeft: 0 })
    expect((await (await passkeys.openPage()).use(authenticator)).status).toBe(401)
    expect(isIn((await passkeys.enterPassword(person)).page)).toBe(true)
  })
})

describe('an organization that requires two-step verification', () => {
  it('is satisfied with a passkey', async () => {
    const admin = await newPerson('Admin')
    const other = await newPerson('Admin', admin.customerId)
    await passkeys.add(admin)
    const required = await world.ask(requireSecondFactor, { body: { isRequired: true } }, admin)
    expect(required.status).toBe(200)
    clock.advance(6 * secondMs)
    expect((await world.ask(getCustomerUsers, {}, other)).status).toBe(403)
    clock.reset()
    await passkeys.add(other)
    expect((await world.ask(getCustomerUsers, {}, other)).status).toBe(200)
  })
})
