import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readAudit, type AuditLine } from '#contract/people/customers'
import {
  endOtherSessions,
  endSession,
  listSessions,
  listSignIns,
  type OpenSession,
  type SignInEvent,
} from '#contract/people/sessions'
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
  it('are listed with when, where and how they began, and which one is this', async () => {
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

  it('can be ended one by one, and no one ends those of others', async () => {
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

  it('can all be ended but the current one', async () => {
    const person = await newPerson()
    const [first, second, here] = [await signIn(person), await signIn(person), await signIn(person)]
    expect((await world.ask(endOtherSessions, {}, here.as)).status).toBe(200)
    expect(await statusOf(first.as)).toBe(401)
    expect(await statusOf(second.as)).toBe(401)
    expect((await sessionsOf(here.as)).map(({ isCurrent }) => isCurrent)).toEqual([true])
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

  it('does not put a try for an unknown account into the audit log', async () => {
    const page = await submitSignIn(new Browser(origin), startSignIn(origin), 'nobody@example.test', password)
    expect(page.status).toBe(401)
    const log = (await world.ask(readAudit, { query: {} }, admin)).body.data as AuditLine[]
    expect(JSON.stringify(log)).not.toContain('nobody@example.test')
  })
})
