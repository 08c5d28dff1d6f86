import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changePassword, sendActivateEmail } from '#contract/people/identity'
import { getCurrentUser } from '#contract/people/users'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { createSecrets } from '#server/platform/secrets'
import { rotateKeys } from '#server/rooms/identity/index'
import { shiftedClock } from '#server/platform/clock.testing'
import { testHouse, testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'
import { latestMailTo, linkFrom } from '#server/house/mail.testing'

const password = 'a kettle upon the green roof'
const clock = shiftedClock()
let world: TestHouse
let origin: string
let person: TestPerson
let support: TestPerson

beforeAll(async () => {
  world = await testHouse({ clock, listen: true })
  origin = world.baseUrl
  const customerId = await world.customer()
  person = await world.person({ role: 'Customer', customerId, password })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
})
afterEach(() => clock.reset())
afterAll(() => world.close())

async function signInWhole(browser = new Browser(origin), as = person, secret = password) {
  const attempt = startSignIn(origin)
  const back = await submitSignIn(browser, attempt, as.email, secret)
  return { browser, tokens: await exchange(origin, attempt, codeIn(back)) }
}

function who(token: string | undefined) {
  return world.ask(getCurrentUser, {}, { ...person, token: token ?? '' })
}

const latestMail = (to: string) => latestMailTo(world, support, to)

describe('signing in', () => {
  it('issues a token that the API accepts', async () => {
    const { tokens } = await signInWhole()
    expect(tokens.status).toBe(200)
    const answer = await who(tokens.access_token)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ id: person.id, roleName: 'Customer', actingAs: null })
  })

  it('requires PKCE with S256, and a code works once and only with its verifier', async () => {
    const without = await new Browser(origin).open(
      startSignIn(origin, { code_challenge: '', code_challenge_method: '' }).url,
    )
    expect(without.location).toContain('error=invalid_request')
    const plain = await new Browser(origin).open(startSignIn(origin, { code_challenge_method: 'plain' }).url)
    expect(plain.location).toContain('error=invalid_request')

    const attempt = startSignIn(origin)
    const code = codeIn(await submitSignIn(new Browser(origin), attempt, person.email, password))
    const wrong = { code_verifier: 'x'.repeat(43) }
    expect((await exchange(origin, attempt, code, wrong)).error).toBe('invalid_grant')
    expect((await exchange(origin, attempt, code)).status).toBe(200)
    expect((await exchange(origin, attempt, code)).error).toBe('invalid_grant')
  })

  it('publishes its endpoints where the web app expects them', async () => {
    const reported = (await (
      await fetch(`${origin}/identity/.well-known/openid-configuration`)
    ).json()) as object
    expect(reported).toMatchObject({
      issuer: `${origin}/identity`,
      authorization_endpoint: `${origin}/identity/auth`,
      token_endpoint: `${origin}/identity/token`,
      end_session_endpoint: `${origin}/identity/session/end`,
    })
  })

  it('redirects only to registered addresses', async () => {
    const page = await new Browser(origin).open(
      startSignIn(origin, { redirect_uri: 'https://elsewhere.example/callback' }).url,
    )
    expect(page.location).toBeNull()
    expect(page.status).toBe(400)
    expect(page.text).toContain('Signing in did not work')
  })

  it('renews silently while the session lasts, even after a restart', async () => {
    const { browser } = await signInWhole()
    await world.restart()
    const attempt = startSignIn(origin, { prompt: 'none', redirect_uri: `${origin}/silentrenew` })
    const back = await browser.open(attempt.url)
    const renewed = await exchange(origin, attempt, codeIn(back), { redirect_uri: `${origin}/silentrenew` })
    expect((await who(renewed.access_token)).status).toBe(200)
  })

  it('responds to a silent renewal without a session with login_required', async () => {
    const back = await new Browser(origin).open(startSignIn(origin, { prompt: 'none' }).url)
    expect(back.location).toContain('error=login_required')
  })

  it('invalidates the token within seconds of signing out', async () => {
    const { browser, tokens } = await signInWhole()
    const leave = new URLSearchParams({
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: `${origin}/`,
    })
    const page = await browser.open(`/identity/session/end?${leave.toString()}`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const gone = await browser.open('/identity/session/end/confirm', { xsrf, logout: 'yes' })
    expect(gone.location).toBe(`${origin}/`)
    clock.advance(6 * secondMs)
    expect((await who(tokens.access_token)).status).toBe(401)
  })

  it.each([
    ['a modified token', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['a token without a signature', (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
    ['no token', () => 'nonsense'],
  ])('rejects %s', async (_what, spoil) => {
    const { tokens } = await signInWhole()
    expect((await who(spoil(tokens.access_token ?? ''))).status).toBe(401)
  })

  it('rejects an expired token', async () => {
    const { tokens } = await signInWhole()
    clock.advance(11 * minuteMs)
    expect((await who(tokens.access_token)).status).toBe(401)
  })
})

describe('wrong passwords', () => {
  it('get the same message as unknown names', async () => {
    const browser = new Browser(origin)
    const wrong = await submitSignIn(browser, startSignIn(origin), person.email, 'not it')
    const unknown = await submitSignIn(browser, startSignIn(origin), 'nobody@example.test', 'not it')
    const alert = /role="alert">([^<]+)</
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(alert.exec(wrong.text)?.[1]).toBe(alert.exec(unknown.text)?.[1])
  })

  it('make strangers wait longer and longer, but not the owner on a known device', async () => {
    const owner = await world.person({ role: 'Admin', customerId: person.customerId, password })
    const { browser: known } = await signInWhole(new Browser(origin), owner)

    const stranger = new Browser(origin)
    const guess = () => submitSignIn(stranger, startSignIn(origin), owner.email, 'a guess')
    for (let attempt = 0; attempt < 5; attempt++) expect((await guess()).status).toBe(401)
    const refused = await guess()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

    const again = startSignIn(origin, { prompt: 'login' })
    const back = await submitSignIn(known, again, owner.email, password)
    expect((await exchange(origin, again, codeIn(back))).status).toBe(200)

    clock.advance(6 * secondMs)
    expect((await guess()).status).toBe(401)
    expect(Number((await guess()).headers.get('retry-after'))).toBeGreaterThan(5)
  })

  it('gain nothing by being sent concurrently', async () => {
    const owner = await world.person({ role: 'Admin', customerId: person.customerId, password })
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () =>
        submitSignIn(new Browser(origin), startSignIn(origin), owner.email, 'a guess'),
      ),
    )
    const looked = guesses.filter(({ status }) => status === 401)
    expect(looked.length).toBeLessThanOrEqual(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(12 - looked.length)
  })

  it('are forgotten after a link has set a new password', async () => {
    const owner = await world.person({ role: 'Admin', customerId: person.customerId, password })
    const guess = () => submitSignIn(new Browser(origin), startSignIn(origin), owner.email, 'a guess')
    for (let attempt = 0; attempt < 6; attempt++) await guess()
    expect((await guess()).status).toBe(429)

    const browser = new Browser(origin)
    await browser.open('/identity/forgot', { userName: owner.email })
    const link = await linkFrom(() => latestMail(owner.email))
    const token = new URL(link).searchParams.get('token') ?? ''
    const next = 'seven quiet herons by the lake'
    await browser.open('/identity/set-password', { token, newPassword: next, confirmation: next })
    expect((await signInWhole(new Browser(origin), owner, next)).tokens.status).toBe(200)
  })

  it('that are not valid text are simply wrong', async () => {
    const browser = new Browser(origin)
    const answers = [
      await submitSignIn(browser, startSignIn(origin), 'a\u0000b', 'c\u0000d'),
      await browser.open('/identity/forgot', { userName: 'a\u0000b' }),
      await browser.open('/identity/set-password?token=%00'),
      await browser.open(startSignIn(origin, { state: 'a\u0000b' }).url),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 410, 400])
    const spoiled = await exchange(origin, startSignIn(origin), 'a\u0000b')
    expect(spoiled.status).toBe(400)
  })

  it('sign-in pages redirect to Skywarden when a signed-in person returns to them', async () => {
    const attempt = startSignIn(origin)
    const browser = new Browser(origin)
    const form = await browser.follow(await browser.open(attempt.url), '/callback')
    const action = /action="([^"]+)"/.exec(form.text)?.[1] ?? ''
    const sent = await browser.open(action, { userName: person.email, password })
    await browser.follow(sent, '/callback')
    for (const again of [
      await browser.open(action),
      await browser.open(action, { userName: '', password: '' }),
    ]) {
      expect(again.status).toBe(303)
      expect(again.location).toBe('/')
    }
    const stranger = await new Browser(origin).open(action)
    expect(stranger.status).toBe(410)
    expect(stranger.text).toContain('Signing in did not work')
  })

  it('sign-in forms are rejected when another site submits them', async () => {
    const attempt = startSignIn(origin)
    const browser = new Browser(origin)
    const form = await browser.follow(await browser.open(attempt.url), '/callback')
    const action = /action="([^"]+)"/.exec(form.text)?.[1] ?? ''
    const reply = await fetch(new URL(action, origin), {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
      body: new URLSearchParams({ userName: person.email, password }),
    })
    expect(reply.status).toBe(403)
  })
})

describe('links by email', () => {
  const next = 'seven quiet herons by the lake'

  it('set a new password once, within 15 minutes, and end every session', async () => {
    const owner = await world.person({ role: 'Customer', customerId: person.customerId, password })
    const { tokens } = await signInWhole(new Browser(origin), owner)
    const browser = new Browser(origin)
    await browser.open('/identity/forgot', { userName: owner.email })
    const link = await linkFrom(() => latestMail(owner.email))
    const token = new URL(link).searchParams.get('token') ?? ''

    const short = { token, newPassword: 'short', confirmation: 'short' }
    const weak = await browser.open('/identity/set-password', short)
    expect(weak.status).toBe(400)
    expect(weak.text).toContain('at least 15 characters')
    const form = { token, newPassword: next, confirmation: next }
    expect((await browser.open('/identity/set-password', form)).text).toContain('Your password is set')
    expect((await browser.open('/identity/set-password', form)).status).toBe(410)
    expect((await browser.open(link)).status).toBe(410)

    clock.advance(6 * secondMs)
    expect((await who(tokens.access_token)).status).toBe(401)
    expect((await signInWhole(new Browser(origin), owner, next)).tokens.status).toBe(200)
  })

  it('expire after 15 minutes for a password and 24 hours for an invitation', async () => {
    const owner = await world.person({ role: 'Customer', customerId: person.customerId, password })
    await new Browser(origin).open('/identity/forgot', { userName: owner.email })
    const reset = await linkFrom(() => latestMail(owner.email))
    clock.advance(16 * minuteMs)
    expect((await new Browser(origin).open(reset)).status).toBe(410)
    clock.reset()

    const invited = await world.person({ role: 'Customer', customerId: person.customerId })
    const sent = await world.ask(sendActivateEmail, { query: { id: invited.id } }, support)
    expect(sent.body.message).toBe('Invite email sent!')
    const invitation = await linkFrom(() => latestMail(invited.email))
    expect((await new Browser(origin).open(invitation)).text).toContain('Welcome to Skywarden')
    clock.advance(24 * hourMs)
    expect((await new Browser(origin).open(invitation)).status).toBe(410)
  })

  it('do not reveal who has an account', async () => {
    const known = await new Browser(origin).open('/identity/forgot', { userName: person.email })
    const unknown = await new Browser(origin).open('/identity/forgot', { userName: 'nobody@example.test' })
    expect(known.text).toBe(unknown.text)
  })

  it('are never stored in plain text', async () => {
    const { db } = world.house.store
    const { sql } = await import('kysely')
    const rows = await sql<{ row: string }>`select outbox::text as row from outbox`.execute(db)
    expect(rows.rows.length).toBeGreaterThan(0)
    expect(rows.rows.filter(({ row }) => row.includes('token='))).toEqual([])
  })
})

describe('changing the password', () => {
  const change = (as: TestPerson, body: Partial<Record<string, string>>) =>
    world.ask(
      changePassword,
      {
        body: {
          userId: as.id,
          currentPassword: password,
          newPassword: 'nine small boats at anchor',
          confirmedNewPassword: 'nine small boats at anchor',
          ...body,
        },
      },
      as,
    )
  const keys = (answer: Awaited<ReturnType<typeof change>>) =>
    Object.keys(answer.body.responseException?.errors ?? {})

  it('reports errors under the keys of the specification', async () => {
    const owner = await world.person({ role: 'Customer', customerId: person.customerId, password })
    expect(keys(await change(owner, { currentPassword: 'wrong' }))).toEqual(['CurrentPassword'])
    expect(keys(await change(owner, { confirmedNewPassword: 'other' }))).toEqual(['ConfirmedNewPassword'])
    expect(keys(await change(owner, { userId: person.id }))).toEqual(['IdentityError'])
    const repeated = 'passwordpassword'
    const weak = await change(owner, { newPassword: repeated, confirmedNewPassword: repeated })
    expect(keys(weak)).toEqual(['NewPassword'])
    const named = `${owner.email}${owner.email}`
    expect(keys(await change(owner, { newPassword: named, confirmedNewPassword: named }))).toEqual([
      'NewPassword',
    ])
  })

  it('reports all errors at once', async () => {
    const owner = await world.person({ role: 'Customer', customerId: person.customerId, password })
    const answer = await change(owner, {
      currentPassword: 'wrong',
      newPassword: 'short',
      confirmedNewPassword: 'other',
    })
    expect(answer.status).toBe(400)
    expect(answer.body.responseException?.errors).toEqual({
      CurrentPassword: ['is incorrect'],
      NewPassword: [expect.stringContaining('at least 15 characters')],
      ConfirmedNewPassword: ['is not the same as the new password'],
    })
    const blank = await change(owner, { currentPassword: '', newPassword: '', confirmedNewPassword: '' })
    expect(blank.body.responseException?.errors).toEqual({
      CurrentPassword: ['is required'],
      NewPassword: [expect.stringContaining('at least 15 characters')],
    })
  })

  it('keeps this session, ends the others and notifies the owner', async () => {
    const owner = await world.person({ role: 'Customer', customerId: person.customerId, password })
    const { tokens: here } = await signInWhole(new Browser(origin), owner)
    const { tokens: elsewhere } = await signInWhole(new Browser(origin), owner)
    const changed = await change({ ...owner, token: here.access_token ?? '' }, {})
    expect(changed.body.message).toBe('Password changed')
    clock.advance(6 * secondMs)
    expect((await who(here.access_token)).status).toBe(200)
    expect((await who(elsewhere.access_token)).status).toBe(401)
    expect(await latestMail(owner.email)).toContain('was changed')
  })

  it('slows down anyone who guesses the current one', async () => {
    const owner = await world.person({ role: 'Customer', customerId: person.customerId, password })
    for (let attempt = 0; attempt < 5; attempt++) await change(owner, { currentPassword: 'a guess' })
    const refused = await change(owner, {})
    expect(refused.status).toBe(429)
  })
})

describe('signing keys', () => {
  it('rotate while old tokens stay valid and new ones use the new key', async () => {
    const { tokens: before } = await signInWhole()
    await rotateKeys(world.house.store.db, createSecrets(testSecret), clock.now(), true)
    await world.house.keepKeys()
    const { tokens: after } = await signInWhole()
    const kid = (token: string | undefined) =>
      (JSON.parse(Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
    expect(kid(after.access_token)).not.toBe(kid(before.access_token))
    expect((await who(before.access_token)).status).toBe(200)
    expect((await who(after.access_token)).status).toBe(200)
  })
})
