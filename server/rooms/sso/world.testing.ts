import { deleteSso, saveSso, type SsoInput } from '#contract/people/sso'
import type { Permission } from '#domain/access/permissions'
import { testHouse, type TestHouse, type TestHouseOptions, type TestPerson } from '#server/house/testing'
import { Browser, startSignIn } from '#server/house/browser.testing'
import { addSsoDomain, confirmSsoDomain } from '#contract/people/sso'
import type { TestIdp } from './idp.testing.ts'

export const permission: readonly Permission[] = ['integrations.sso.access']
export const password = 'a kettle upon the green roof'

/** A customer with an administrator, a group, and single sign-on that a test configures. */
export interface SsoWorld {
  readonly house: TestHouse
  readonly customerId: number
  readonly groupId: number
  readonly admin: TestPerson
  readonly support: TestPerson
  save(change?: Partial<SsoInput>): ReturnType<TestHouse['ask']>
  turnOff(): ReturnType<TestHouse['ask']>
  verify(domain: string): Promise<void>
  /** Sends a browser to the provider; returns it and the URL to which it was sent. */
  begin(typed: string): Promise<{ browser: Browser; attempt: ReturnType<typeof startSignIn>; url: string }>
  /** Posts a response as the provider would, and follows the browser back to the web app. */
  answer(browser: Browser, response: string): ReturnType<Browser['open']>
}

export async function ssoWorld(idp: TestIdp, options: TestHouseOptions = {}): Promise<SsoWorld> {
  const environment = { SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8', ...options.environment }
  const house = await testHouse({ listen: true, ...options, environment })
  return worldIn(house, idp)
}

/** Creates such a world with another customer on an existing server. */
export async function worldIn(house: TestHouse, idp: TestIdp): Promise<SsoWorld> {
  const customerId = await house.customer(permission)
  const groupId = await house.group(customerId, 'Staff')
  const admin = await house.person({ role: 'Admin', customerId, password })
  const support = await house.person({ role: 'SuperAdmin', customerId: await house.customer(permission) })
  const params = { customerId: String(customerId) }
  return {
    house,
    customerId,
    groupId,
    admin,
    support,
    save: change =>
      house.ask(
        saveSso,
        {
          params,
          body: {
            customerId,
            ForceSSO: false,
            AutoProvision: true,
            DefaultUserGroupSiteId: groupId,
            IDPDisplayName: 'School Login',
            IDPType: 'Saml2',
            SAMLProperties: { spEntityId: '', idpEntityId: '', metadataUrl: idp.metadataUrl },
            ...change,
          },
        },
        admin,
      ),
    turnOff: () => house.ask(deleteSso, { params }, admin),
    async verify(domain) {
      const added = await house.ask(addSsoDomain, { params, body: { domain } }, admin)
      const confirmed = await house.ask(confirmSsoDomain, { params: { ...params, domain } }, support)
      if (added.status !== 200 || confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body))
    },
    async begin(typed) {
      const browser = new Browser(house.baseUrl)
      const attempt = startSignIn(house.baseUrl)
      const form = await browser.follow(await browser.open(attempt.url), '/callback')
      const action = /formaction="([^"]+)"/.exec(form.text)?.[1]
      if (!action) throw new Error(`There is no way to single sign-on on this page: ${form.text}`)
      const page = await browser.open(action, { userName: typed })
      const url = page.headers.get('refresh')?.replace(/^0; url=/, '')
      if (!url) throw new Error(`It leads nowhere: ${page.status} ${page.text}`)
      return { browser, attempt, url }
    },
    async answer(browser, response) {
      const acs = `${house.baseUrl}/identity/sso/${customerId}/acs`
      return browser.follow(await browser.open(acs, { SAMLResponse: response }), '/callback')
    },
  }
}
