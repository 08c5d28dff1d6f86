import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readAudit, type AuditLine } from '#contract/people/customers'
import {
  endOtherSessions,
  endSession,
  endSessionsOf,
  listSessions,
  listSignIns,
  type OpenSession,
  type SignInEvent,
} from '#contract/people/sessions'
import { createApiToken, revokeApiToken } from '#contract/people/api-tokens'
import { live } from '#contract/live'
import { getCurrentUser } from '#contract/people/users'
import { secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'

const password = 'a kettle upon the green roof'
const clock = shiftedClock()
let world: TestHouse
let origin: string
let customerId: number
let admin: TestPerson

beforeAll(async () => {
  world = await testHouse({ clock, listen: true })
  origin = world.baseUrl
  customerId = await world.customer()
  admin = await world.person({ role: 'Admin', customerId })
})
afterEach(() => clock.reset())
afterAll(() => world.close())

const newPerson = () => world.person({ role: 'Customer', customerId, password })

async function signIn(as: TestPerson) {
  const browser = new Browser(origin)
  const attempt = startSignIn(origin)
  const tokens = await exchange(
    origin,
    attempt,
    codeIn(await submitSignIn(browser, attempt, as.email, password)),
  )
  return { browser, tokens, as: { ...as, token: tokens.access_token ?? '' } }
}

const sessionsOf = async (as: TestPerson) =>
  (await world.ask(listSessions, {}, as)).body.data as OpenSession[]
const signInsOf = async (as: TestPerson) => (await world.ask(listSignIns, {}, as)).body.data as SignInEvent[]
const statusOf = async (as: TestPerson) => (await world.ask(getCurrentUser, {}, as)).status
const auditOf = async (person: TestPerson) => {
  const log = (await world.ask(readAudit, { query: {} }, admin)).body.data as AuditLine[]
  return log.filter(({ target }) => target.includes(person.id))
}

describe("a person's sessions", () => {
  it('are listed with when, where and how they began, and which one is current', async () => {
    const person = await newPerson()
    await signIn(person)
    const { as } = await signIn(person)
    const sessions = await sessionsOf(as)
    expect(sessions.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true])
    expect(sessions[0]).toMatchObject({
      method: 'password',
      address: '127.0.0.1',
      device: 'Browser',
    })
    expect(Date.parse(sessions[0]?.expires ?? '')).toBeGreaterThan(Date.parse(sessions[0]?.lastUsed ?? ''))
  })

  it('can be ended one by one, and only by their owner', async () => {
    const person = await newPerson()
    const [here, there] = [await signIn(person), await signIn(person)]
    const other = (await sessionsOf(here.as)).find(({ isCurrent }) => !isCurrent)
    const end = (as: TestPerson) => world.ask(endSession, { params: { id: other?.id ?? '' } }, as)
    expect((await end((await signIn(await newPerson())).as)).status).toBe(404)
    expect(await statusOf(there.as)).toBe(200)
    expect((await end(here.as)).status).toBe(200)
    expect(await statusOf(there.as)).toBe(401)
    expect(await statusOf(here.as)).toBe(200)
    expect(await auditOf(person)).toContainEqual(expect.objectContaining({ action: 'session ended' }))
  })

  it('can all be ended except the current one', async () => {
    const person = await newPerson()
    const [first, second, here] = [await signIn(person), await signIn(person), await signIn(person)]
    expect((await world.ask(endOtherSessions, {}, here.as)).status).toBe(200)
    expect(await statusOf(first.as)).toBe(401)
    expect(await statusOf(second.as)).toBe(401)
    expect((await sessionsOf(here.as)).map(({ isCurrent }) => isCurrent)).toEqual([true])
  })
})

describe('open pages', () => {
  /** Opens the live stream, and waits for the server to end it. */
  async function openPage({ token }: TestPerson) {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${origin}${live.path}`, { headers })
    expect(reply.status).toBe(200)
    const reader = reply.body?.getReader()
    await reader?.read()
    const readOn = async () => {
      for (;;) if ((await reader?.read())?.done) return
    }
    return { closed: readOn().catch(() => {}) } // disconnected
  }
  /** Pages are checked every half minute in any case; the tests must not need that check. */
  const withoutWaiting = 20_000

  it(
    'close at once with their session, however it ends',
    async () => {
      const person = await newPerson()
      const here = await signIn(person)
      const [ended, left, last] = [await signIn(person), await signIn(person), await signIn(person)]
      const idOf = async (as: TestPerson) =>
        (await sessionsOf(as)).find(({ isCurrent }) => isCurrent)?.id ?? ''
      const endedPage = await openPage(ended.as)
      await world.reply(endSession, { params: { id: await idOf(ended.as) } }, here.as)
      await endedPage.closed

      const leftPage = await openPage(left.as)
      const hint = new URLSearchParams({ id_token_hint: left.tokens.id_token ?? '' })
      const page = await left.browser.open(`/identity/session/end?${hint.toString()}`)
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      await left.browser.open('/identity/session/end/confirm', { xsrf, logout: 'yes' })
      await leftPage.closed

      const lastPage = await openPage(last.as)
      await world.reply(endOtherSessions, {}, here.as)
      await lastPage.closed
    },
    withoutWaiting,
  )

  it(
    'close at once with the API token they were opened with',
    async () => {
      const person = await newPerson()
      const body = { name: 'A display', mayRead: true, calls: [], days: 1 }
      const { token, id } = await world.reply(createApiToken, { body }, person)
      const page = await openPage({ ...person, token })
      await world.reply(revokeApiToken, { params: { id: String(id) } }, person)
      await page.closed
      expect(await statusOf({ ...person, token })).toBe(401)
    },
    withoutWaiting,
  )
})

describe('all sessions of a person', () => {
  it('are ended by an administrator above them, and by no one else', async () => {
    const person = await newPerson()
    const peer = await newPerson()
    const foreign = await world.person({ role: 'Admin', customerId: await world.customer() })
    const [one, two] = [await signIn(person), await signIn(person)]
    const end = (as: TestPerson, who = person) => world.ask(endSessionsOf, { body: { userId: who.id } }, as)
    expect((await end(peer)).status).toBe(403)
    expect((await end(foreign)).status).toBe(404)
    expect((await end(admin, admin)).status).toBe(403)
    expect(await statusOf(one.as)).toBe(200)
    expect((await end(admin)).status).toBe(200)
    expect(await statusOf(one.as)).toBe(401)
    expect(await statusOf(two.as)).toBe(401)
    expect(await statusOf((await signIn(person)).as)).toBe(200)
    expect(await auditOf(person)).toContainEqual(expect.objectContaining({ action: 'signed out everywhere' }))
  })
})

describe('what happens at the sign-in page', () => {
  it('is recorded for the person and in the audit log: sign-in, failure, sign-out', async () => {
    const person = await newPerson()
    await submitSignIn(new Browser(origin), startSignIn(origin), person.email, 'not the password')
    const { browser, tokens } = await signIn(person)
    const leave = new URLSearchParams({ id_token_hint: tokens.id_token ?? '' })
    const page = await browser.open(`/identity/session/end?${leave.toString()}`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    await browser.open('/identity/session/end/confirm', { xsrf, logout: 'yes' })
    clock.advance(6 * secondMs)
    const { as } = await signIn(person)
    await vi.waitFor(async () => {
      const kinds = (await signInsOf(as)).map(({ kind }) => kind)
      expect(kinds.toSorted()).toEqual(['sign-in failed', 'signed in', 'signed in', 'signed out'])
    }, 30_000)
    const failed = (await auditOf(person)).find(({ action }) => action === 'sign-in failed')
    expect(failed).toMatchObject({
      reason: 'The user name or password was incorrect.',
      after: { address: '127.0.0.1', device: 'Browser', method: 'password' },
    })
    const signedIn = (await auditOf(person)).find(({ action }) => action === 'signed in')
    expect(signedIn).toMatchObject({ target: expect.stringContaining(person.id) as string })
  })

  it('is recorded when a password link is requested', async () => {
    const person = await newPerson()
    await new Browser(origin).open('/identity/forgot', { userName: person.email })
    const { as } = await signIn(person)
    await vi.waitFor(async () => {
      const kinds = (await signInsOf(as)).map(({ kind }) => kind)
      expect(kinds).toContain('password link requested')
    }, 30_000)
  })

  it('is not recorded in the audit log for an unknown account', async () => {
    const page = await submitSignIn(new Browser(origin), startSignIn(origin), 'nobody@example.test', password)
    expect(page.status).toBe(401)
    const log = (await world.ask(readAudit, { query: {} }, admin)).body.data as AuditLine[]
    expect(JSON.stringify(log)).not.toContain('nobody@example.test')
  })
})
