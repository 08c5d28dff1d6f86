import { afterAll, beforeAll, expect, it } from 'vitest'
import { endOtherSessions } from '#contract/people/sessions'
import { getCurrentUser } from '#contract/people/users'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'

const password = 'a kettle upon the green roof'
let world: TestHouse
let origin: string
let person: TestPerson

beforeAll(async () => {
  world = await testHouse({ listen: true })
  origin = world.baseUrl
  person = await world.person({ role: 'Customer', customerId: await world.customer(), password })
})
afterAll(() => world.close())

async function signInWhole() {
  const browser = new Browser(origin)
  const attempt = startSignIn(origin)
  const back = await submitSignIn(browser, attempt, person.email, password)
  return { browser, tokens: await exchange(origin, attempt, codeIn(back)) }
}

const who = (token = '') => world.ask(getCurrentUser, {}, { ...person, token })

it('renews in one request, and keeps the session alive with it', async () => {
  const { browser, tokens } = await signInWhole()
  const renewed = await browser.renew()
  expect(renewed.status).toBe(200)
  expect(renewed.tokens.access_token).not.toBe(tokens.access_token)
  expect((await who(renewed.tokens.access_token)).status).toBe(200)
  expect(renewed.headers.get('cache-control')).toBe('no-store')
  const [cookie = ''] = renewed.headers.getSetCookie()
  expect(cookie).toMatch(/^skywarden-session=.*httponly/i)
})

it('responds with login_required and no token if there is no session or it has ended', async () => {
  const nobody = await new Browser(origin).renew()
  expect(nobody.tokens).toEqual({ status: 200, error: 'login_required' })

  const { browser, tokens } = await signInWhole()
  await world.ask(endOtherSessions, {}, { ...person, token: tokens.access_token ?? '' })
  expect((await browser.renew()).tokens.access_token).toBeDefined()
  const { tokens: other } = await signInWhole()
  await world.ask(endOtherSessions, {}, { ...person, token: other.access_token ?? '' })
  expect((await browser.renew()).tokens).toEqual({ status: 200, error: 'login_required' })
})

it('rejects a renewal that another site requests', async () => {
  const { browser } = await signInWhole()
  const { status, tokens } = await browser.renew('https://elsewhere.example')
  expect(status).toBe(403)
  expect(tokens.access_token).toBeUndefined()
})
