import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateProfile } from '#contract/people/users'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'
import { latestMailTo, linkFrom } from '#server/house/mail.testing'

const password = 'a kettle upon the green roof'
let world: TestHouse
let origin: string
let customerId: number
let support: TestPerson

beforeAll(async () => {
  world = await testHouse({ listen: true })
  origin = world.baseUrl
  customerId = await world.customer()
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
})
afterAll(() => world.close())

const latestMail = (to: string) => latestMailTo(world, support, to)

async function signIn(email: string) {
  const attempt = startSignIn(origin)
  const back = await submitSignIn(new Browser(origin), attempt, email, password)
  return exchange(origin, attempt, codeIn(back))
}

const profile = { firstName: 'A', lastName: 'B', phoneNumber: null, timeZone: 'CST' }
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
const changeTo = (email: string, owner: TestPerson) =>
  world.ask(updateProfile, { body: { ...profile, email, currentPassword: password } }, owner)

describe('changing the email address', () => {
  it('requires the password, takes effect when the link at the new address is used, and notifies the old address', async () => {
    const owner = await world.person({ role: 'Customer', customerId, password })
    const email = 'somewhere-else@example.test'
    const change = (more: object) => world.ask(updateProfile, { body: { ...profile, email, ...more } }, owner)
    const without = await change({})
    expect(without.status).toBe(400)
    expect(without.body.responseException?.errors).toHaveProperty('CurrentPassword')
    expect((await change({ currentPassword: 'a guess' })).status).toBe(400)

    const asked = await change({ currentPassword: password })
    expect(asked.body.data).toMatchObject({
      user: { firstName: 'A', email: owner.email, userName: owner.email },
    })
    expect((asked.body.data as { message: string }).message).toContain(email)
    expect(await latestMail(owner.email)).toContain('asked to change')

    const browser = new Browser(origin)
    const link = await linkFrom(() => latestMail(email))
    const token = tokenOf(link)
    const steal = {
      token,
      newPassword: 'seven quiet herons by the lake',
      confirmation: 'seven quiet herons by the lake',
    }
    expect((await browser.open('/identity/set-password', steal)).status).toBe(410)
    // Viewing the page does nothing, because mail programs open links on their own.
    expect((await browser.open(link)).text).toContain(email)
    expect((await browser.open(link)).status).toBe(200)
    expect((await browser.open('/identity/confirm-email', { token })).text).toContain('confirmed')
    expect((await browser.open('/identity/confirm-email', { token })).status).toBe(410)
    expect(await latestMail(owner.email)).toContain(`is now ${email}`)
    expect((await signIn(email)).status).toBe(200)
  })

  it('slows down a thief with a token who guesses the password', async () => {
    const owner = await world.person({ role: 'Customer', customerId, password })
    const guess = () =>
      world.ask(
        updateProfile,
        { body: { ...profile, email: 'thief@example.test', currentPassword: 'a guess' } },
        owner,
      )
    const answers = await Promise.all(Array.from({ length: 8 }, guess))
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5)
    expect(answers.map(({ status }) => status)).toContain(429)
  })
  it('invalidates the link to an earlier address as soon as another is entered', async () => {
    const owner = await world.person({ role: 'Customer', customerId, password })
    await changeTo('mistyped@stranger.test', owner)
    const stale = await linkFrom(() => latestMail('mistyped@stranger.test'))
    await changeTo('right@owner.test', owner)
    const right = await linkFrom(() => latestMail('right@owner.test'))
    const browser = new Browser(origin)
    const confirm = (link: string) => browser.open('/identity/confirm-email', { token: tokenOf(link) })
    expect((await confirm(stale)).status).toBe(410)
    expect((await confirm(right)).status).toBe(200)
    expect((await browser.open(stale)).status).toBe(410)
    expect((await signIn('right@owner.test')).status).toBe(200)
  })

  it('invalidates every link that was sent to the old address', async () => {
    const owner = await world.person({ role: 'Customer', customerId, password })
    const browser = new Browser(origin)
    await browser.open('/identity/forgot', { userName: owner.email })
    const reset = await linkFrom(() => latestMail(owner.email))
    await changeTo('moved@owner.test', owner)
    const confirmation = await linkFrom(() => latestMail('moved@owner.test'))
    expect((await browser.open(reset)).status).toBe(200)
    const confirmed = await browser.open('/identity/confirm-email', { token: tokenOf(confirmation) })
    expect(confirmed.status).toBe(200)
    expect((await browser.open(reset)).status).toBe(410)
  })
  it('and a new password exclude each other if both links are used at once', async () => {
    const owner = await world.person({ role: 'Customer', customerId, password })
    const browser = new Browser(origin)
    await browser.open('/identity/forgot', { userName: owner.email })
    const reset = await linkFrom(() => latestMail(owner.email))
    await changeTo('both@owner.test', owner)
    const confirmation = await linkFrom(() => latestMail('both@owner.test'))
    const next = 'seven quiet herons by the lake'
    const form = { token: tokenOf(reset), newPassword: next, confirmation: next }
    const pages = await Promise.all([
      browser.open('/identity/set-password', form),
      browser.open('/identity/confirm-email', { token: tokenOf(confirmation) }),
    ])
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })
})
