import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { changePassword } from '#contract/people/identity'
import { addPasskey, removePasskey, startPasskey } from '#contract/people/passkeys'
import { startSecondFactor, turnOffSecondFactor } from '#contract/people/second-factor'
import { listSessions } from '#contract/people/sessions'
import { getCurrentUser, updateProfile } from '#contract/people/users'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import {
  Browser,
  codeIn,
  exchange,
  startSignIn,
  submitPassword,
  submitSignIn,
} from '#server/house/browser.testing'
import type { Db, Tx } from '#server/platform/store/index'
import { hashPassword } from './passwords.ts'
import { TestAuthenticator } from './authenticator.testing.ts'
import { passkeyWorld } from './passkey-world.testing.ts'
import { hasPassword } from './sign-out.ts'
import { savePasswordHash } from './store/accounts.ts'
import { listPasskeys } from './store/passkeys.ts'
import { endSessions, lockSignIns } from './store/sessions.ts'

const password = 'a kettle upon the green roof'
let world: TestHouse
let db: Db
let person: TestPerson

beforeAll(async () => {
  world = await testHouse({ listen: true })
  db = world.house.store.db
})
beforeEach(async () => {
  person = await world.person({ role: 'Customer', customerId: await world.customer(), password })
})
afterAll(() => world.close())

async function signIn() {
  const browser = new Browser(world.baseUrl)
  const attempt = startSignIn(world.baseUrl)
  const back = await submitSignIn(browser, attempt, person.email, password)
  return { browser, tokens: await exchange(world.baseUrl, attempt, codeIn(back)) }
}

const who = (token = '') => world.ask(getCurrentUser, {}, { ...person, token })

async function untilSomebodyWaits() {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
      expect(rows.length).toBeGreaterThan(0)
    },
    { timeout: 45_000 },
  )
}

/** Starts a request and pauses it where it writes to a table, makes a change, and lets the request continue. */
async function during<Answer>(
  table: string,
  request: () => Promise<Answer>,
  change: (tx: Tx) => Promise<void>,
) {
  let answer: Promise<Answer> | undefined
  await db.transaction().execute(async tx => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)
    answer = request()
    await untilSomebodyWaits()
    await change(tx)
  })
  return answer as Promise<Answer>
}

it('a renewal in progress does not bring back an ended session', async () => {
  const { browser, tokens } = await signIn()
  const renewed = await during(
    'oidc_records',
    () => browser.renew(),
    tx => endSessions(tx, person.id, null),
  )
  expect((await who(renewed.tokens.access_token)).status).toBe(401)
  expect((await who(tokens.access_token)).status).toBe(401)
  expect((await browser.renew()).tokens).toEqual({ status: 200, error: 'login_required' })
  const here = await signIn()
  const { body } = await world.ask(listSessions, {}, { ...person, token: here.tokens.access_token ?? '' })
  expect(body.data).toHaveLength(1)
})

it('a sign-in in progress with the old password ends when a new one is set', async () => {
  const hash = await hashPassword('an other kettle upon the roof')
  const browser = new Browser(world.baseUrl)
  const back = await during(
    'sign_in_events',
    () => submitSignIn(browser, startSignIn(world.baseUrl), person.email, password),
    async tx => {
      await savePasswordHash(tx, person.id, hash, new Date())
      await endSessions(tx, person.id, null)
    },
  )
  expect(back.location ?? '').not.toContain('code=')
})

async function stopHalfway() {
  const browser = new Browser(world.baseUrl)
  const { goOn } = await submitPassword(browser, startSignIn(world.baseUrl), person.email, password)
  return { browser, goOn }
}

async function expectNoSession({ browser }: { readonly browser: Browser }) {
  expect((await browser.renew()).tokens).toEqual({ status: 200, error: 'login_required' })
  const { rows } = await sql`select from oidc_records
    where model = 'Session' and account_id = ${person.id} and consumed_at is null
      and payload ? 'loginTs'`.execute(db)
  expect(rows).toHaveLength(0)
}

it('no session begins while its person is being signed out everywhere', async () => {
  const { browser, goOn } = await stopHalfway()
  let page: Promise<unknown> | undefined
  await db.transaction().execute(async tx => {
    await lockSignIns(tx, [person.id])
    page = goOn()
    await untilSomebodyWaits()
    await endSessions(tx, person.id, null)
  })
  await page
  await expectNoSession({ browser })
})

it('a session that gets a new cookie value while it is being ended stays ended', async () => {
  const { browser } = await signIn()
  const question = await browser.open('/identity/session/end?client_id=skywarden-web')
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.text)?.[1] ?? ''
  let reply: Promise<unknown> | undefined
  await db.transaction().execute(async tx => {
    await sql`select from oidc_records where model = 'Session' and account_id = ${person.id} for update`.execute(
      tx,
    )
    reply = browser.open('/identity/session/end/confirm', { xsrf }) // without `logout`: the person stays signed in
    await untilSomebodyWaits()
    await endSessions(tx, person.id, null)
  })
  await reply
  await expectNoSession({ browser })
})

it('a session that gets a new cookie value stays signed in, only under the new value', async () => {
  const { browser } = await signIn()
  const question = await browser.open('/identity/session/end?client_id=skywarden-web')
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.text)?.[1] ?? ''
  await browser.open('/identity/session/end/confirm', { xsrf })
  expect((await browser.renew()).tokens.access_token).toBeDefined()
  const { rows } = await sql`select from oidc_records
    where model = 'Session' and account_id = ${person.id} and payload ? 'loginTs'`.execute(db)
  expect(rows).toHaveLength(1)
})

it('an accepted password is valid only until it is replaced', async () => {
  const { browser, goOn } = await stopHalfway()
  // Simulates a password that is replaced between its check and the end of the sign-in page.
  const hash = await hashPassword('an other kettle upon the roof')
  await db.transaction().execute(tx => savePasswordHash(tx, person.id, hash, new Date()))
  expect((await goOn()).location ?? '').not.toContain('code=')
  await expectNoSession({ browser })
})

describe('a password that is replaced while a request with the old one is in progress', () => {
  const next = 'seven quiet herons by the lake'
  const proof = { currentPassword: password }
  const profile = { firstName: 'A', lastName: 'B', phoneNumber: null, timeZone: 'CST' }

  /** Sets a new password, as a link does, while the request waits to use the old one. */
  async function answered<C extends Call>(call: C, input: Asked<C>) {
    const hash = await hashPassword(next)
    const answer = await during(
      'passwords',
      () => world.ask(call, input, person),
      tx => savePasswordHash(tx, person.id, hash, new Date()),
    )
    return `${answer.status} ${answer.body.responseException?.message}`
  }
  const refused = '409 Your password was changed in the meantime. Enter the new one and try again.'

  it('is not overwritten by another new one', async () => {
    const thiefs = 'nine loud parrots in the attic'
    const body = { userId: person.id, ...proof, newPassword: thiefs, confirmedNewPassword: thiefs }
    expect(await answered(changePassword, { body })).toBe(refused)
    expect(await hasPassword(db, person.id, next)).toBe(true)
  })

  it('does not let the email address be changed', async () => {
    const body = { ...profile, email: `thief-${person.id}@example.test`, ...proof }
    expect(await answered(updateProfile, { body })).toBe(refused)
    const { rows } =
      await sql`select from outbox where recipient in (${body.email}, ${person.email})`.execute(db)
    expect(rows).toEqual([])
  })

  it('begins no passkey and no app', async () => {
    expect(await answered(startPasskey, { body: proof })).toBe(refused)
    const hash = await hashPassword(password)
    await db.transaction().execute(tx => savePasswordHash(tx, person.id, hash, new Date()))
    expect(await answered(startSecondFactor, { body: proof })).toBe(refused)
    const { rows } = await sql`select user_id::text from second_factors where user_id = ${person.id}
      union all select bound_to from passkey_challenges where bound_to = ${person.id}`.execute(db)
    expect(rows).toEqual([])
  })

  it('adds no passkey whose challenge was just used up, and removes none', async () => {
    const passkeys = passkeyWorld(world)
    const credential = new TestAuthenticator(world.baseUrl).create(await passkeys.start(person))
    expect(await answered(addPasskey, { body: { name: 'A late one', credential } })).toBe(refused)
    expect(await listPasskeys(db, person.id)).toEqual([])

    person = await world.person({ role: 'Customer', customerId: person.customerId, password })
    await passkeys.add(person)
    const [added] = await listPasskeys(db, person.id)
    expect(await answered(removePasskey, { params: { id: String(added?.id) }, body: proof })).toBe(refused)
    expect(await answered(turnOffSecondFactor, { body: { currentPassword: next } })).toBe(refused)
    expect(await listPasskeys(db, person.id)).toHaveLength(1)
  })
})
