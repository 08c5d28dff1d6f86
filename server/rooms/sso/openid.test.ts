import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSso, getSsoSetup, saveSso, type SsoSetup } from '#contract/people/sso'
import { getCurrentUser } from '#contract/people/users'
import { Browser, codeIn, exchange, type Page } from '#server/house/browser.testing'
import { startIdp, type TestIdp } from './idp.testing.ts'
import { startOpenId, type TestOpenId } from './openid.testing.ts'
import { ssoWorld, type SsoWorld } from './world.testing.ts'

let world: SsoWorld
let provider: TestOpenId
let saml: TestIdp

beforeAll(async () => {
  saml = await startIdp()
  world = await ssoWorld(saml)
  provider = await startOpenId([`${world.house.baseUrl}/identity/sso/${world.customerId}/callback`])
  expect((await save()).body).toMatchObject({ data: { idpType: 'OpenIdConnect', hasClientSecret: true } })
  await world.verify('school.org')
})
afterAll(async () => {
  await world.house.close()
  await provider.close()
  await saml.close()
})

const properties = () => ({
  discoveryUrl: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
})
const save = (
  OpenIdProperties:
    | ReturnType<typeof properties>
    | Omit<ReturnType<typeof properties>, 'clientSecret'> = properties(),
) => world.save({ IDPType: 'OpenIdConnect', SAMLProperties: null, OpenIdProperties })

/** Goes through the provider's pages until the browser is redirected back to us. */
async function visit(url: string): Promise<string> {
  const there = new Browser(provider.issuer)
  const back = `/identity/sso/${world.customerId}/callback`
  const page = await there.follow(await there.open(url), back)
  return page.location ?? ''
}

async function failure(): Promise<string | undefined> {
  const params = { customerId: String(world.customerId) }
  const reply = await world.house.ask(getSsoSetup, { params }, world.admin)
  return (reply.body.data as SsoSetup).failures[0]?.because
}

const backAt = (browser: Browser, page: Page) => browser.follow(page, '/callback')

describe('OpenID Connect', () => {
  test('signs a person in, with PKCE, state and nonce', async () => {
    const { browser, attempt, url } = await world.begin('ann@school.org')
    const asked = new URL(url).searchParams
    expect([
      asked.get('code_challenge_method'),
      asked.get('state')?.length,
      asked.get('nonce')?.length,
    ]).toEqual(['S256', 49, 32])
    const page = await backAt(browser, await browser.open(await visit(url)))
    const { access_token: token } = await exchange(world.house.baseUrl, attempt, codeIn(page))
    const me = await world.house.raw({
      method: 'GET',
      url: getCurrentUser.path,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(me.body.data).toMatchObject({
      userName: 'ann@school.org',
      fullName: 'Ann Lee',
      roleName: 'Customer',
    })
  })

  test('requests the address when the ID token does not include it', async () => {
    const usual = provider
    provider = await startOpenId([`${world.house.baseUrl}/identity/sso/${world.customerId}/callback`], true)
    await save()
    const { browser, url } = await world.begin('ann@school.org')
    const page = await backAt(browser, await browser.open(await visit(url)))
    expect(page.location).toContain('/callback')
    await provider.close()
    provider = usual
    await save()
  })

  test('accepts a response once', async () => {
    const { browser, url } = await world.begin('ann@school.org')
    const back = await visit(url)
    expect((await backAt(browser, await browser.open(back))).location).toContain('/callback')
    expect((await browser.open(back)).status).toBe(403)
  })

  test('is valid only for the browser that began it', async () => {
    const { url } = await world.begin('ann@school.org')
    const other = new Browser(world.house.baseUrl)
    expect((await backAt(other, await other.open(await visit(url)))).status).toBe(410)
  })

  test.each([
    ['another state', (back: URL) => back.searchParams.set('state', '_unknown'), undefined],
    ['another issuer', (back: URL) => back.searchParams.set('iss', 'https://evil.example.org'), 'not valid'],
    [
      'another person’s code',
      (back: URL) => back.searchParams.set('code', 'x'.repeat(43)),
      'did not accept our client (invalid_grant)',
    ],
    [
      'an error from the provider',
      (back: URL) => {
        back.searchParams.delete('code')
        back.searchParams.set('error', 'access_denied')
      },
      'refused to sign the person in (access_denied)',
    ],
  ])('rejects %s', async (_name, forge, because) => {
    const { browser, url } = await world.begin('ann@school.org')
    const back = new URL(await visit(url))
    forge(back)
    expect((await browser.open(back.href)).status).toBe(403)
    if (because !== undefined) expect(await failure()).toContain(because)
  })

  test('rejects an address that the provider has not verified', async () => {
    provider.person = { sub: 'unproven', email: 'boss@school.org', email_verified: false }
    const { browser, url } = await world.begin('ann@school.org')
    expect((await backAt(browser, await browser.open(await visit(url)))).status).toBe(403)
    expect(await failure()).toContain('has not verified the email address')
  })
})

describe('the client secret', () => {
  test('is kept when it is left out, and is never returned', async () => {
    const { discoveryUrl, clientId } = properties()
    const saved = await save({ discoveryUrl, clientId })
    expect(saved.status).toBe(200)
    const params = { customerId: String(world.customerId) }
    const read = await world.house.ask(getSso, { params }, world.admin)
    expect(JSON.stringify([saved, read])).not.toContain(provider.clientSecret)
    expect(read.body.data).toMatchObject({ hasClientSecret: true })
  })

  test('must be entered again if it would be sent to another address', async () => {
    const elsewhere = await startOpenId([])
    const changed = await save({ discoveryUrl: elsewhere.issuer, clientId: provider.clientId })
    expect(changed.body.responseException?.errors).toEqual({
      'OpenIdProperties.ClientSecret': ['is required'],
    })
    await elsewhere.close()
  })
})

test('rejects an edit from an older version, and returns the current one', async () => {
  const reply = await world.house.ask(
    saveSso,
    {
      params: { customerId: String(world.customerId) },
      body: {
        customerId: world.customerId,
        ForceSSO: false,
        AutoProvision: false,
        DefaultUserGroupSiteId: null,
        IDPDisplayName: 'Late',
        IDPType: 'OpenIdConnect',
        OpenIdProperties: properties(),
        version: 1,
      },
    },
    world.admin,
  )
  expect([reply.status, reply.body]).toMatchObject([409, { current: { idpDisplayName: 'School Login' } }])
})
