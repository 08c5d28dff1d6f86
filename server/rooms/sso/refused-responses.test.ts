import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '#server/house/browser.testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { startIdp, type TestIdp } from './idp.testing.ts'
import { startOpenId, type TestOpenId } from './openid.testing.ts'
import { ssoWorld, worldIn, type SsoWorld } from './world.testing.ts'

let store: TestStore
let idp: TestIdp
let provider: TestOpenId
/** Organizations with SAML and with OpenID Connect. */
let saml: SsoWorld
let openId: SsoWorld

beforeAll(async () => {
  store = await freshStore()
  idp = await startIdp()
  saml = await ssoWorld(idp, { store, limits: { perVisitorPerMinute: 100_000 } })
  await saml.save()
  await saml.verify('school.org')
  openId = await worldIn(saml.house, idp)
  provider = await startOpenId([`${saml.house.baseUrl}/identity/sso/${openId.customerId}/callback`])
  const { issuer: discoveryUrl, clientId, clientSecret } = provider
  const OpenIdProperties = { discoveryUrl, clientId, clientSecret }
  await openId.save({ IDPType: 'OpenIdConnect', SAMLProperties: null, OpenIdProperties })
  await openId.verify('college.org')
})
afterAll(async () => {
  await saml.house.close()
  await provider.close()
  await idp.close()
  await store.close()
})

async function count(table: 'audit_log' | 'sso_attempts', customerId: number): Promise<number> {
  const refusals =
    table === 'audit_log'
      ? sql`audit_log where action = 'single sign-on refused'`
      : sql`sso_attempts where not is_let_in`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${refusals} and customer_id = ${customerId}`.execute(store.db)
  return rows[0]?.count ?? 0
}

/** A response that the provider never signed in this form. */
const spoiled = (response: string) =>
  Buffer.from(
    Buffer.from(response, 'base64')
      .toString()
      .replace(/Destination="[^"]+"/, 'Destination="https://wrong.test/"'),
  ).toString('base64')

const send = (browser: Browser, response: string, { customerId } = saml) =>
  browser.open(`/identity/sso/${customerId}/acs`, { SAMLResponse: response })

describe('responses that are refused', () => {
  test('are in the audit log once per request, and do not prevent the right one', async () => {
    const before = await count('audit_log', saml.customerId)
    const { browser, url } = await saml.begin('x@school.org')
    const response = idp.respond(url, { nameId: 'x', email: 'x@school.org' })
    for (let n = 0; n < 4; n++) expect((await send(browser, spoiled(response))).status).toBe(403)
    expect((await saml.answer(browser, response)).location).toContain('/callback')
    expect((await count('audit_log', saml.customerId)) - before).toBe(1)
  })

  test('close their request after five, even if they arrive at the same time', async () => {
    const before = await count('sso_attempts', saml.customerId)
    const { browser, url } = await saml.begin('y@school.org')
    const response = idp.respond(url, { nameId: 'y', email: 'y@school.org' })
    const stranger = () => send(new Browser(saml.house.baseUrl), spoiled(response))
    await Promise.all(Array.from({ length: 12 }, stranger))
    expect((await count('sso_attempts', saml.customerId)) - before).toBe(5)
    expect((await send(browser, response)).status).toBe(403)
  })

  test('of OpenID Connect are sent to the provider at most five times', async () => {
    const { browser, url } = await openId.begin('z@college.org')
    const state = new URL(url).searchParams.get('state') ?? ''
    const back = `/identity/sso/${openId.customerId}/callback?${new URLSearchParams({ state, code: 'made up', iss: provider.issuer }).toString()}`
    for (let n = 0; n < 12; n++) expect((await browser.open(back)).status).toBe(403)
    expect(await count('sso_attempts', openId.customerId)).toBe(5)
    expect(await count('audit_log', openId.customerId)).toBe(1)
  })

  test('of a stranger who begins again and again cannot fill an organization’s audit log', async () => {
    const flooded = await worldIn(saml.house, idp)
    await flooded.save()
    await flooded.verify('academy.org')
    for (let n = 0; n < 25; n++) {
      const { browser, url } = await flooded.begin('w@academy.org')
      expect((await send(browser, spoiled(idp.respond(url, {})), flooded)).status).toBe(403)
    }
    expect(await count('sso_attempts', flooded.customerId)).toBe(25)
    expect(await count('audit_log', flooded.customerId)).toBe(20)
  })

  test('by our own rules, after the provider proved who it is, are always in the audit log', async () => {
    const before = await count('audit_log', saml.customerId)
    const { browser, url } = await saml.begin('v@school.org')
    await saml.answer(browser, idp.respond(url, { nameId: 'v', email: 'v@elsewhere.org' }))
    expect((await count('audit_log', saml.customerId)) - before).toBe(1)
  })
})
