import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCurrentUser, type CurrentUser } from '#contract/people/users'
import { changePassword, sendActivateEmail } from '#contract/people/identity'
import { getSsoSetup, removeSsoDomain, type SsoSetup } from '#contract/people/sso'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import {
  codeIn,
  exchange,
  startSignIn,
  submitSignIn,
  Browser,
  type Page,
} from '#server/house/browser.testing'
import { testHouse, type TestHouse } from '#server/house/testing'
import { makeCertificate } from './certificate.testing.ts'
import { startIdp, type TestIdp } from './idp.testing.ts'
import { listOutlived } from './store/configs.ts'
import { password, ssoWorld, worldIn, type SsoWorld } from './world.testing.ts'

let store: TestStore
let idp: TestIdp
let world: SsoWorld
let house: TestHouse

beforeAll(async () => {
  store = await freshStore()
  idp = await startIdp()
  world = await ssoWorld(idp, { store })
  house = world.house
  expect((await world.save()).body).toMatchObject({ data: { idpEntityId: idp.entityId } })
  await world.verify('school.org')
})
afterAll(async () => {
  await house.close()
  await idp.close()
  await store.close()
})

async function tokenFrom(page: Page, attempt: ReturnType<typeof startSignIn>): Promise<string> {
  const { access_token: token } = await exchange(house.baseUrl, attempt, codeIn(page))
  return token ?? ''
}

async function whoIs(token: string): Promise<CurrentUser | number> {
  const reply = await house.raw({
    method: 'GET',
    url: getCurrentUser.path,
    headers: { authorization: `Bearer ${token}` },
  })
  return reply.status === 200 ? (reply.body.data as CurrentUser) : reply.status
}

/** Signs in a person through the provider; returns their token. */
async function signIn(nameId: string, email: string): Promise<string> {
  const { browser, attempt, url } = await world.begin(email)
  return tokenFrom(await world.answer(browser, idp.respond(url, { nameId, email })), attempt)
}

async function failures(): Promise<string[]> {
  const reply = await house.ask(
    getSsoSetup,
    { params: { customerId: String(world.customerId) } },
    world.admin,
  )
  return (reply.body.data as SsoSetup).failures.map(({ because }) => because)
}

describe('signing in with an organization’s provider', () => {
  test('creates an account for a new person, in the chosen group, with the lowest role', async () => {
    const person = await whoIs(await signIn('new-1', 'new.one@school.org'))
    expect(person).toMatchObject({
      userName: 'new.one@school.org',
      roleName: 'Customer',
      siteId: world.groupId,
      customerId: world.customerId,
      firstName: 'Ann',
    })
  })

  test('recognizes the same person the second time, even with another address', async () => {
    const first = await whoIs(await signIn('moves', 'before@school.org'))
    const second = await whoIs(await signIn('moves', 'after@school.org'))
    expect((second as CurrentUser).id).toBe((first as CurrentUser).id)
  })

  test('in many tabs at once creates one account', async () => {
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
      const tabs = await Promise.all(Array.from({ length: 5 }, () => world.begin('ann@school.org')))
      const pages = await Promise.all(
        tabs.map(({ browser, url }) =>
          world.answer(browser, idp.respond(url, { nameId: name, email: `${name}@school.org` })),
        ),
      )
      for (const { location, text } of pages) expect(location ?? text).toContain('/callback?code=')
      const { rows } = await sql`select from users where user_name = ${`${name}@school.org`}`.execute(
        store.db,
      )
      expect(rows).toHaveLength(1)
    }
  })

  test('is valid only for the browser that began it', async () => {
    const { url } = await world.begin('ann@school.org')
    const victim = new Browser(house.baseUrl)
    await victim.open(startSignIn(house.baseUrl).url)
    const page = await world.answer(victim, idp.respond(url))
    expect([page.status, page.location]).toEqual([410, null])
  })

  test('cannot be used by another browser’s sign-in, even if it knows the request', async () => {
    const { url } = await world.begin('ann@school.org')
    const acs = `/identity/sso/${world.customerId}/acs`
    const taken = await new Browser(house.baseUrl).open(acs, { SAMLResponse: idp.respond(url) })
    const requestId = taken.location?.split('/').at(-1) ?? ''
    const other = new Browser(house.baseUrl)
    const form = await other.follow(await other.open(startSignIn(house.baseUrl).url), '/callback')
    const uid = /\/identity\/sign-in\/([\w-]+)/.exec(form.text)?.[1] ?? ''
    const page = await other.open(`/identity/sign-in/${uid}/sso/${requestId}`)
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('has already been used')])
  })

  test('rejects a response that was already used, here or in another process', async () => {
    const { browser, url } = await world.begin('replay@school.org')
    const response = idp.respond(url, { nameId: 'replay', email: 'replay@school.org' })
    expect((await world.answer(browser, response)).location).toContain('/callback')
    expect((await world.answer(browser, response)).status).toBe(403)

    const environment = { SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8', BASE_URL: house.baseUrl }
    const second = await testHouse({ store, environment })
    try {
      const post = (at: TestHouse, SAMLResponse: string) =>
        at.raw({
          method: 'POST',
          url: `/identity/sso/${world.customerId}/acs`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ SAMLResponse }).toString(),
        })
      expect((await post(second, response)).status).toBe(403)
      // Sent concurrently to both processes: only one of them accepts it.
      const again = idp.respond((await world.begin('replay@school.org')).url, { nameId: 'replay' })
      const answers = await Promise.all([house, second, house, second].map(at => post(at, again)))
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403, 403])
    } finally {
      await second.close()
    }
  })

  test('accepts one of several responses to the same request', async () => {
    const { url } = await world.begin('ann@school.org')
    const browser = new Browser(house.baseUrl)
    const acs = `/identity/sso/${world.customerId}/acs`
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browser.open(acs, { SAMLResponse: idp.respond(url) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403, 403, 403])
  })

  test('accepts an assertion once, even if it answers a new request', async () => {
    const [one, other] = [await world.begin('a@school.org'), await world.begin('a@school.org')]
    const assertionId = '_the-same'
    expect((await world.answer(one.browser, idp.respond(one.url, { assertionId }))).location).toContain(
      '/callback',
    )
    expect((await world.answer(other.browser, idp.respond(other.url, { assertionId }))).status).toBe(403)
    expect(await failures()).toContain('This response has already been used')
  })

  test.each([
    ['in a domain that is not verified', 'ann@not-ours.org', 'not verified for this organization'],
    ['without a domain', 'ann', 'not verified for this organization'],
  ])('rejects an address %s, and the administrator can see why', async (_name, email, because) => {
    const { browser, url } = await world.begin('ann@school.org')
    const page = await world.answer(browser, idp.respond(url, { nameId: email, email }))
    expect(page.status).toBe(403)
    expect(page.text).toContain('could not be signed in')
    expect((await failures())[0]).toContain(because)
  })

  test('never takes over another organization’s account', async () => {
    const other = await house.customer()
    const victim = await house.person({ role: 'Admin', customerId: other })
    const domain = victim.email.split('@')[1] ?? ''
    await world.verify(domain) // even a domain that was confirmed by mistake
    const { browser, url } = await world.begin('ann@school.org')
    const page = await world.answer(browser, idp.respond(url, { nameId: 'attacker', email: victim.email }))
    expect([page.status, (await failures())[0]]).toEqual([
      403,
      expect.stringContaining('another organization'),
    ])
    await house.ask(
      removeSsoDomain,
      { params: { customerId: String(world.customerId), domain } },
      world.admin,
    )
  })

  test('for one customer is not valid at another, even if both trust the same provider', async () => {
    const other = await worldIn(house, idp)
    await other.save()
    await other.verify('college.org')
    const { browser, url } = await world.begin('ann@school.org')
    const page = await other.answer(browser, idp.respond(url, { email: 'ann@college.org' }))
    expect(page.status).toBe(403)
    const wrongKey = idp.respond(url, {}, makeCertificate())
    expect((await world.answer(browser, wrongKey)).status).toBe(403)
    await other.turnOff()
  })

  test('rejects a disabled account and the provider’s staff', async () => {
    const disabled = await house.person({ role: 'Customer', customerId: world.customerId, isActive: false })
    const staff = await house.person({ role: 'SuperAdmin', customerId: world.customerId })
    await world.verify('example.test')
    for (const [person, because] of [
      [disabled, 'disabled'],
      [staff, 'staff'],
    ] as const) {
      const { browser, url } = await world.begin('ann@school.org')
      const page = await world.answer(browser, idp.respond(url, { nameId: person.id, email: person.email }))
      expect([page.status, (await failures())[0]]).toEqual([403, expect.stringContaining(because)])
    }
  })

  test('links an existing account, which keeps its role', async () => {
    const person = await house.person({ role: 'AssistantAdmin', customerId: world.customerId })
    const signedIn = await whoIs(await signIn('linked', person.email))
    expect(signedIn).toMatchObject({ id: person.id, roleName: 'AssistantAdmin' })
    const { browser, url } = await world.begin('ann@school.org')
    const page = await world.answer(
      browser,
      idp.respond(url, { nameId: 'somebody-else', email: person.email }),
    )
    expect([page.status, (await failures())[0]]).toEqual([
      403,
      expect.stringContaining('linked to another person'),
    ])
  })

  test('follows the provider’s new key, and requests it at most once a minute', async () => {
    const before = idp.asked()
    const [old] = idp.certificates
    const next = makeCertificate()
    idp.certificates = old ? [old, next] : [next]
    const { browser, url } = await world.begin('rolled@school.org')
    // The metadata was read a moment ago, during setup, and is not requested again yet.
    expect((await world.answer(browser, idp.respond(url, {}, next))).status).toBe(403)
    expect(idp.asked()).toBe(before)
    await sql`update sso_metadata set tried_at = tried_at - interval '2 minutes'`.execute(store.db)
    expect(
      (await world.answer(browser, idp.respond(url, { nameId: 'rolled', email: 'rolled@school.org' }, next)))
        .location,
    ).toContain('/callback')
    const again = await world.begin('rolled@school.org')
    expect((await world.answer(again.browser, idp.respond(again.url, {}, makeCertificate()))).status).toBe(
      403,
    )
    expect(idp.asked()).toBe(before + 1)
  })
})

describe('the sign-in page', () => {
  test('responds the same to an address with an account and to one without', async () => {
    const person = await house.person({ role: 'Customer', customerId: world.customerId })
    const pages = await Promise.all(
      [person.email, 'nobody@example.test'].map(async email => {
        const page = await submitSignIn(
          new Browser(house.baseUrl),
          startSignIn(house.baseUrl),
          email,
          'wrong password',
        )
        return [page.status, page.text.replaceAll(email, 'EMAIL').replace(/sign-in\/[\w-]+/g, 'UID')]
      }),
    )
    expect(pages[0]).toEqual(pages[1])
    expect(pages[0]?.[1]).toContain('Sign in with School Login')
  })

  test('asks for a password if the domain has no provider', async () => {
    await expect(world.begin('ann@elsewhere.org')).rejects.toThrow(
      'Single sign-on is not set up for this email address',
    )
  })
})

describe('required single sign-on', () => {
  test('rejects passwords, new ones and invitations, except for the one emergency account', async () => {
    const other = await worldIn(house, idp)
    const person = await house.person({ role: 'Customer', customerId: other.customerId, password })
    expect(
      (await other.save({ ForceSSO: true, BreakGlassUserId: other.admin.id })).body.responseException?.errors,
    ).toEqual({
      ForceSSO: ['requires a verified email domain; otherwise no one could sign in'],
    })
    await other.verify('forced.org')
    expect((await other.save({ ForceSSO: true })).body.responseException?.errors).toHaveProperty(
      'BreakGlassUserId',
    )
    expect((await other.save({ ForceSSO: true, BreakGlassUserId: other.admin.id })).status).toBe(200)

    const tryPassword = (email: string) =>
      submitSignIn(new Browser(house.baseUrl), startSignIn(house.baseUrl), email, password)
    const refused = await tryPassword(person.email)
    expect([refused.status, refused.location]).toEqual([401, null])
    expect(refused.text).toContain('Your organization requires single sign-on. Sign in with School Login.')
    expect((await tryPassword('whoever@forced.org')).text).toContain('requires single sign-on')
    expect((await tryPassword(other.admin.email)).location).toContain('/callback')

    const invited = await house.ask(sendActivateEmail, { query: { id: person.id } }, other.admin)
    expect([invited.status, invited.body.responseException?.message]).toEqual([
      409,
      expect.stringContaining('signs in with School Login'),
    ])
    const changed = await house.ask(
      changePassword,
      {
        body: {
          userId: person.id,
          currentPassword: password,
          newPassword: 'b kettle upon the roof',
          confirmedNewPassword: 'b kettle upon the roof',
        },
      },
      person,
    )
    expect(JSON.stringify(changed.body)).toContain('There is no password to change')
    await new Browser(house.baseUrl).open('/identity/forgot', { userName: person.email })
    await expect
      .poll(
        async () =>
          (await sql`select subject from outbox where recipient = ${person.email}`.execute(store.db)).rows,
      )
      .toEqual([{ subject: 'How to sign in to Skywarden' }])
    // If the emergency account was deleted, the organization's Admins can sign in.
    const second = await house.person({ role: 'Admin', customerId: other.customerId, password })
    expect((await tryPassword(second.email)).location).toBeNull()
    await sql`update users set is_active = false where id = ${other.admin.id}`.execute(store.db)
    expect((await tryPassword(second.email)).location).toContain('/callback')
    await sql`update users set is_active = true where id = ${other.admin.id}`.execute(store.db)

    const domain = { customerId: String(other.customerId), domain: 'forced.org' }
    expect((await house.ask(removeSsoDomain, { params: domain }, other.admin)).status).toBe(409)
    await other.turnOff()
    expect((await tryPassword(person.email)).location).toContain('/callback')
  })
})

describe('sessions from a provider', () => {
  test('end with their domain and their provider, while password sessions stay', async () => {
    const other = await worldIn(house, idp)
    await other.save()
    await other.verify('one.org')
    await other.verify('two.org')
    const enter = async (email: string) => {
      const { browser, attempt, url } = await other.begin(email)
      return tokenFrom(await other.answer(browser, idp.respond(url, { nameId: email, email })), attempt)
    }
    const [one, two] = [await enter('a@one.org'), await enter('a@two.org')]
    expect(await whoIs(one)).toMatchObject({ userName: 'a@one.org' })
    await house.ask(
      removeSsoDomain,
      { params: { customerId: String(other.customerId), domain: 'one.org' } },
      other.admin,
    )
    await expect.poll(() => whoIs(one), { timeout: 45_000 }).toBe(401)
    expect(await whoIs(two)).toMatchObject({ userName: 'a@two.org' })
    // A person who was just signing in during the removal is found again, and no one else is.
    const idOf = async (name: string) =>
      (await sql<{ id: string }>`select id from users where user_name = ${name}`.execute(store.db)).rows[0]
        ?.id
    expect(await listOutlived(store.db, 'system')).toContain(await idOf('a@one.org'))
    expect(await listOutlived(store.db, 'system')).not.toContain(await idOf('a@two.org'))
    await other.turnOff()
    expect(await listOutlived(store.db, 'system')).toContain(await idOf('a@two.org'))
    await expect.poll(() => whoIs(two), { timeout: 45_000 }).toBe(401)
    expect(await whoIs(other.admin.token)).toMatchObject({ id: other.admin.id })
  })

  test('are not begun by a response to a setup that was changed in the meantime', async () => {
    const other = await worldIn(house, idp)
    await other.save()
    await other.verify('changed.org')
    const { browser, url } = await other.begin('a@changed.org')
    await other.save({ IDPDisplayName: 'Another name' })
    expect((await other.answer(browser, idp.respond(url, { email: 'a@changed.org' }))).status).toBe(403)
    await other.turnOff()
  })
})

test('a trial reports what would happen, and changes nothing', async () => {
  const browser = new Browser(house.baseUrl)
  const begun = await browser.open(`/identity/sso/${world.customerId}/try`)
  const page = await world.answer(
    browser,
    idp.respond(begun.location ?? '', { nameId: 'trial', email: 'trial@school.org' }),
  )
  expect(page.text).toContain('trial@school.org would be signed in.')
  const { rows } = await sql`select from users where user_name = 'trial@school.org'`.execute(store.db)
  expect(rows).toEqual([])
})
