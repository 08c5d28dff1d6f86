import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { getCurrentUser } from '#contract/people/users'
import { listSessions } from '#contract/people/sessions'
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
import { savePasswordHash } from './store/accounts.ts'
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
