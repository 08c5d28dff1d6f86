import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listSignIns, type SignInEvent } from '#contract/people/sessions'
import { getCurrentUser } from '#contract/people/users'
import type { RoleName } from '#domain/access/roles'
import { minuteMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { updateUserRow } from '#server/rooms/users/index'
import { codeIn, exchange, startSignIn } from '#server/house/browser.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { TestAuthenticator, type Misdeeds } from './authenticator.testing.ts'
import { isIn, passkeyWorld, password } from './passkey-world.testing.ts'

const clock = shiftedClock()
let world: TestHouse
let passkeys: ReturnType<typeof passkeyWorld>

beforeAll(async () => {
  world = await testHouse({ clock, listen: true })
  passkeys = passkeyWorld(world)
})
afterEach(async () => {
  clock.reset()
  await sql`delete from sign_in_failures`.execute(db()) // all tests use the same IP address
})
afterAll(() => world.close())

const newPerson = async (role: RoleName = 'Customer') =>
  world.person({ role, customerId: await world.customer(), password })
const db = () => world.house.store.db

async function signInsOf(person: TestPerson): Promise<SignInEvent[]> {
  return world.reply(listSignIns, {}, await world.again(person))
}

/** Every way in which an answer can be wrong. */
const wrong: readonly (readonly [string, Misdeeds])[] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['without verification of the person', { isUserVerified: false }],
  ['to another challenge', { challenge: 'AAAA' }],
  ['that another key signed', { isForged: true }],
  ['that names another person', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['from adding a passkey', { type: 'webauthn.create' }],
]

describe('a passkey alone', () => {
  it('signs its owner in, and the token and the profile show how', async () => {
    const person = await newPerson()
    const { authenticator } = await passkeys.add(person)
    const { attempt, use } = await passkeys.openPage()
    const tokens = await exchange(world.baseUrl, attempt, codeIn(await use(authenticator)))
    const as = { ...person, token: tokens.access_token ?? '' }
    expect(await world.reply(getCurrentUser, {}, as)).toMatchObject({ id: person.id })
    expect(decodeJwt(tokens.id_token ?? '')['sub']).toBe(person.id)
    const [event] = await signInsOf(person)
    expect(event).toMatchObject({ kind: 'signed in', method: null, usesPasskey: true })
    const { rows } = await sql<{ amr: string[] }>`select payload->'amr' as amr from oidc_records
      where model = 'Session' and account_id = ${person.id} and payload ? 'amr'`.execute(db())
    expect(rows).toEqual([{ amr: ['pop', 'user'] }])
  })

  it('is offered to everyone alike, which does not reveal who has an account', async () => {
    const [one, other] = [await passkeys.openPage(), await passkeys.openPage()]
    expect(one.page.text).toContain('Sign in with a passkey')
    expect(Object.keys(await one.askOptions())).toEqual(Object.keys(await other.askOptions()))
    expect(await one.askOptions()).toMatchObject({ allowCredentials: [], userVerification: 'required' })
  })

  it.each(wrong)('is refused with an answer %s', async (_how, misdeeds) => {
    const person = await newPerson()
    const { authenticator } = await passkeys.add(person)
    const { use } = await passkeys.openPage()
    const page = await use(authenticator, misdeeds)
    expect(page.status).toBe(401)
    expect(page.text).toContain('This passkey did not work')
    expect(isIn(await use(authenticator))).toBe(true)
  })

  it('must identify its owner', async () => {
    const { authenticator } = await passkeys.add(await newPerson())
    expect((await (await passkeys.openPage()).use(authenticator, { userHandle: null })).status).toBe(401)
  })

  it('that is unknown looks the same as one that is wrong', async () => {
    const { authenticator } = await passkeys.add(await newPerson())
    const page = await passkeys.openPage()
    const known = await page.use(authenticator, { isForged: true })
    const unknown = await page.use(new TestAuthenticator(world.baseUrl), { userHandle: 'AAAA' })
    expect(unknown.status).toBe(known.status)
    expect(unknown.text).toBe(known.text)
  })

  it('signs in once with one answer, even if it is sent twice at the same time', async () => {
    const { authenticator } = await passkeys.add(await newPerson())
    const { askOptions, submit } = await passkeys.openPage()
    // Its authenticator does not count, so only the challenge can stop the second use.
    const answer = authenticator.answer(await askOptions(), { counter: 0 })
    const replies = await Promise.all([submit(answer), submit(answer), submit(answer)])
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 409, 409])
    expect((await submit(answer)).status).toBe(409)
  })

  it('is refused with an answer that was made for another sign-in', async () => {
    const { authenticator } = await passkeys.add(await newPerson())
    const [one, other] = [await passkeys.openPage(), await passkeys.openPage()]
    const answer = authenticator.answer(await one.askOptions(), { counter: 0 })
    await other.askOptions()
    expect((await other.send(answer)).status).toBe(401)
    expect(isIn(await one.send(answer))).toBe(true)
  })

  it('must answer within five minutes', async () => {
    const { authenticator } = await passkeys.add(await newPerson())
    const { askOptions, send, use } = await passkeys.openPage()
    const answer = authenticator.answer(await askOptions())
    clock.advance(5 * minuteMs + 1)
    const late = await send(answer)
    expect(late.status).toBe(409)
    expect(late.text).toContain('That took too long')
    expect(isIn(await use(authenticator))).toBe(true)
  })

  it('whose counter goes back is refused, and its owner can see why', async () => {
    const person = await newPerson('Admin')
    const { authenticator } = await passkeys.add(person)
    expect(isIn(await (await passkeys.openPage()).use(authenticator, { counter: 7 }))).toBe(true)
    for (const counter of [7, 6, 0])
      expect((await (await passkeys.openPage()).use(authenticator, { counter })).status).toBe(401)
    await vi.waitFor(
      async () => {
        const failures = (await signInsOf(person)).filter(({ kind }) => kind === 'sign-in failed')
        expect(failures).toHaveLength(3)
        expect(failures[0]).toMatchObject({ usesPasskey: true })
      },
      { timeout: 45_000 },
    )
    const { rows } = await sql<{ reason: string }>`select reason from audit_log
      where customer_id = ${person.customerId} and action = 'sign-in failed'`.execute(db())
    expect(rows[0]?.reason).toContain('may have been copied')
  })

  it('slows down strangers who keep trying, but not the owner in a browser that they have used before', async () => {
    const { authenticator } = await passkeys.add(await newPerson())
    const own = await passkeys.openPage()
    expect(isIn(await own.use(authenticator))).toBe(true)
    const { use } = await passkeys.openPage()
    const statuses: number[] = []
    for (let times = 0; times < 8; times++)
      statuses.push((await use(authenticator, { isForged: true })).status)
    expect(statuses).toContain(429)
    expect((await (await passkeys.openPage()).use(authenticator)).status).toBe(429)
    expect(isIn(await (await passkeys.openPage(own.browser)).use(authenticator))).toBe(true)
  })

  it('is refused if no challenge was issued', async () => {
    const { authenticator } = await passkeys.add(await newPerson())
    const { send } = await passkeys.openPage()
    expect((await send(authenticator.answer({ challenge: 'AAAA', rpId: 'localhost' }))).status).toBe(409)
    for (const nonsense of ['', '{', '{"id":"x"}', '[]', 'x'.repeat(13_000)])
      expect((await send(nonsense)).text).toContain('Email or user name')
  })
})

describe('a passkey of someone who may not sign in', () => {
  it('is refused for a deactivated account as if it were unknown', async () => {
    const person = await newPerson()
    const { authenticator } = await passkeys.add(person)
    await db()
      .transaction()
      .execute(tx => updateUserRow(tx, 'system', person.id, { is_active: false }))
    const page = await (await passkeys.openPage()).use(authenticator)
    expect(page.status).toBe(401)
    expect(page.text).toContain('This passkey did not work')
  })

  it('is refused for an inactive organization, with the reason', async () => {
    const person = await newPerson('Admin')
    const { authenticator } = await passkeys.add(person)
    await sql`update customers set status = 'INACTIVE' where id = ${person.customerId}`.execute(db())
    const page = await (await passkeys.openPage()).use(authenticator)
    expect(page.status).toBe(403)
    expect(page.text).toContain('is inactive')
  })

  it('is refused where the organization requires its identity provider', async () => {
    const person = await newPerson()
    const { authenticator } = await passkeys.add(person)
    await sql`insert into sso_configs (customer_id, idp_type, display_name, auto_provision, force_sso, created_at)
      values (${person.customerId}, 'Google', 'School Login', false, true, ${clock.now()})`.execute(db())
    const page = await (await passkeys.openPage()).use(authenticator)
    expect(page.status).toBe(401)
    expect(page.text).toContain('Your organization requires single sign-on. Sign in with School Login.')
  })

  it('is refused at the end as well, if that happens between the two steps', async () => {
    const person = await newPerson('Admin')
    const { authenticator } = await passkeys.add(person)
    const { use } = await passkeys.enterPassword(person)
    await sql`update customers set status = 'INACTIVE' where id = ${person.customerId}`.execute(db())
    const page = await use(authenticator)
    expect(page.status).toBe(403)
    expect(page.text).toContain('is inactive')
  })
})

describe('a passkey as the second step', () => {
  it('is asked for after the password, and only both together sign in', async () => {
    const person = await newPerson('Admin')
    const { authenticator } = await passkeys.add(person)
    const { page, attempt, use, askOptions } = await passkeys.enterPassword(person)
    expect(isIn(page)).toBe(false)
    expect(page.text).toContain('Use a passkey')
    expect(page.text).toContain('Use a recovery code')
    expect(page.text).not.toContain('authenticator app')
    expect(await askOptions()).toMatchObject({ allowCredentials: [{ id: authenticator.id }] })
    const tokens = await exchange(world.baseUrl, attempt, codeIn(await use(authenticator)))
    expect(tokens.status).toBe(200)
    const [event] = await signInsOf(person)
    expect(event).toMatchObject({ kind: 'signed in', method: 'password', usesPasskey: true })
  })

  it.each(wrong)('is refused with an answer %s', async (_how, misdeeds) => {
    const person = await newPerson()
    const { authenticator } = await passkeys.add(person)
    const { use } = await passkeys.enterPassword(person)
    expect((await use(authenticator, misdeeds)).status).toBe(401)
    expect(isIn(await use(authenticator))).toBe(true)
  })

  it.each(['the same', 'another'])(
    'is refused if it belongs to another person in %s organization',
    async where => {
      const person = await newPerson()
      await passkeys.add(person)
      const customerId = where === 'the same' ? person.customerId : await world.customer()
      const { authenticator } = await passkeys.add(
        await world.person({ role: 'Admin', customerId, password }),
      )
      const page = await (await passkeys.enterPassword(person)).use(authenticator, { userHandle: null })
      expect(page.status).toBe(401)
      expect(page.text).toContain('does not belong to this account')
    },
  )

  it('requires recent proof of the first step of the same sign-in', async () => {
    const person = await newPerson()
    const { authenticator } = await passkeys.add(person)
    const [one, other] = [await passkeys.enterPassword(person), await passkeys.enterPassword(person)]
    const answer = async () => authenticator.answer(await one.askOptions())
    for (const firstStep of [other.firstStep, 'nonsense'])
      expect((await one.send(await answer(), { firstStep })).text).toContain('Email or user name')
    // Without proof of the first step, this would be a sign-in with a passkey alone, which was not requested.
    expect((await one.send(await answer(), { firstStep: '' })).status).toBe(409)
    const late = await answer()
    clock.advance(11 * minuteMs)
    expect((await one.send(late)).text).toContain('Email or user name')
    expect(await one.askOptions()).toMatchObject({ status: 410 })
  })

  it('must answer within five minutes, and works once', async () => {
    const person = await newPerson()
    const { authenticator } = await passkeys.add(person)
    const { askOptions, send, submit } = await passkeys.enterPassword(person)
    const late = authenticator.answer(await askOptions(), { counter: 0 })
    clock.advance(5 * minuteMs + 1)
    expect((await send(late)).text).toContain('That took too long')
    const answer = authenticator.answer(await askOptions(), { counter: 0 })
    const replies = await Promise.all([submit(answer), submit(answer)])
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 409])
  })

  it('shares its limit on attempts with codes', async () => {
    const person = await newPerson()
    const { authenticator } = await passkeys.add(person)
    const { use, enterCode } = await passkeys.enterPassword(person)
    const statuses: number[] = []
    for (let times = 0; times < 4; times++) {
      statuses.push((await use(authenticator, { isForged: true })).status)
      statuses.push((await enterCode('000000')).status)
    }
    expect(statuses).toContain(429)
    expect((await use(authenticator)).status).toBe(429)
  })

  it('can be replaced by a recovery code', async () => {
    const person = await newPerson()
    const { recoveryCodes } = await passkeys.add(person)
    const { enterCode } = await passkeys.enterPassword(person)
    expect(isIn(await enterCode(recoveryCodes[0] ?? ''))).toBe(true)
  })
})

describe('a server whose host name has changed', () => {
  const explanation =
    'Your passkeys belong to old.example.org, the former address of this server. Use a recovery code, or ask an administrator to reset two-step verification.'
  const fromFormerHost = ({ id }: TestPerson) =>
    sql`update passkeys set host = 'old.example.org' where user_id = ${id}`.execute(db())

  it('explains why passkeys for the former name do not work, and accepts recovery codes', async () => {
    const person = await newPerson()
    const { recoveryCodes } = await passkeys.add(person)
    await fromFormerHost(person)
    const { page, enterCode } = await passkeys.enterPassword(person)
    expect(isIn(page)).toBe(false)
    expect(page.text).toContain(explanation)
    expect(page.text).not.toContain('Use a passkey')
    expect(isIn(await enterCode(recoveryCodes[0] ?? ''))).toBe(true)
  })

  it('asks for a passkey for its current name, if the person has one by now', async () => {
    const person = await newPerson()
    await passkeys.add(person)
    await fromFormerHost(person)
    const { authenticator } = await passkeys.add(person)
    const { page, use } = await passkeys.enterPassword(person)
    expect(page.text).not.toContain('the former address')
    expect(isIn(await use(authenticator))).toBe(true)
  })
})

describe('a server without a host name', () => {
  it('offers no passkeys', async () => {
    await world.restart({ BASE_URL: 'http://192.0.2.7:8080' })
    const reply = await world.raw({ method: 'GET', url: startSignIn('http://192.0.2.7:8080').url.slice(21) })
    expect(reply.status).toBe(303)
    const page = await world.raw({ method: 'POST', url: '/identity/sign-in/some/passkey/options' })
    expect(page.status).toBe(404)
    await world.restart()
  })
})
