import { expect, test, type Page } from '@playwright/test'
import { getCurrentUser, type CurrentUser } from '#contract/people/users'
import { startOpenId, type TestOpenId } from '#server/rooms/sso/openid.testing'
import { startSamlp, type SamlpIdp } from '#server/rooms/sso/samlp.testing'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { OwnServer } from './servers/own-server.ts'
import { accountButton, demoPassword, fillSignIn, people } from './steps/people.ts'

let server: OwnServer
let saml: SamlpIdp
let openId: TestOpenId

test.describe.configure({ mode: 'serial' }) // each test continues from what the previous one set up
test.slow()
test.beforeAll(async () => {
  server = await OwnServer.start('none', { SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8' })
  saml = await startSamlp()
})
test.afterAll(async () => {
  await server.stop()
  await saml.close()
  await openId?.close()
})

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const saved = (page: Page) => toast(page, 'SSO configuration updated successfully')
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function open(page: Page, person: string, path = '/Integrations/SSO') {
  await page.goto(server.baseURL + path)
  await fillSignIn(page, person)
  await expect(accountButton(page)).toBeVisible()
}

async function customerOf(person: string): Promise<number> {
  const headers = { authorization: `Bearer ${await server.tokenOf(person)}` }
  const reply = await fetch(server.baseURL + getCurrentUser.path, { headers })
  return ((await reply.json()) as { data: CurrentUser }).data.customerId
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(saved(page)).toBeVisible()
}

async function choose(page: Page, label: string, option: RegExp) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

test('an administrator sets up SAML', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, people.admin)
  await expect(page.getByRole('heading', { level: 1, name: 'Single Sign-On' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'help@example.org' })).toBeVisible()

  await page.getByRole('textbox', { name: 'Add a domain' }).fill('School.org')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const domains = page.getByRole('list', { name: 'Email domains' })
  await expect(domains.getByText('Not verified')).toBeVisible()

  await page.getByRole('button', { name: 'SAML', exact: true }).click()
  await page.getByRole('textbox', { name: 'Metadata URL' }).fill('https://10.0.0.1/metadata')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Failed to update SSO configuration')).toBeVisible()
  await expect(page.getByText('Metadata URL must be an address on the public internet')).toBeVisible()

  await page.getByRole('textbox', { name: 'Metadata URL' }).fill(saml.metadataUrl)
  await page.getByRole('textbox', { name: 'Display name' }).fill('School Login')
  await page.getByRole('button', { name: 'Copy Callback URL' }).click()
  await expect(toast(page, 'Callback URL copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/identity\/sso\/\d+\/acs$/)
  await page.getByRole('switch', { name: 'Enable auto-provisioning' }).click()
  await choose(page, 'Select a group to assign to new users', /Grounds/)
  await save(page)
  await expect(page.getByRole('textbox', { name: 'SAML Provider Entity ID' })).toHaveValue(saml.entityId)
  expect(await faults(page)).toEqual([])
})

test('support verifies the domain, and a test sign-in shows what would happen', async ({ page, context }) => {
  await open(page, people.superAdmin, `/Customers?customer=${await customerOf(people.admin)}`)
  await page.getByRole('link', { name: 'Manage single sign-on' }).click()
  await expect(page.getByText('You are changing settings of Demo Parks and Schools.')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm without DNS' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Try it' }).click()
  const tab = await opening
  await tab.getByRole('button', { name: 'Continue as ann@school.org' }).click()
  await expect(tab.getByRole('heading', { name: 'Single sign-on works' })).toBeVisible()
  await expect(tab.getByText('ann@school.org would be signed in.')).toBeVisible()
})

test('a new person who signs in with SAML gets an account', async ({ page }) => {
  await page.goto(server.baseURL)
  await page.getByLabel('Email or user name').fill('ann@school.org')
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await page.getByRole('button', { name: 'Continue as ann@school.org' }).click()
  await expect(accountButton(page)).toBeVisible()
  await page.goto(`${server.baseURL}/Profile`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ann@school.org')
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Ann')

  // Signing out ends the session here. The first button signs in again.
  await accountButton(page).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Sign in with School Login' }).click()
  await page.getByRole('button', { name: 'Continue as ann@school.org' }).click()
  await expect(accountButton(page)).toBeVisible()
})

test('a person who is denied sees that, and the administrator sees why', async ({ page, browser }) => {
  saml.person = { ...saml.person, id: 'eve', email: 'eve@elsewhere.org' }
  const stranger = await browser.newPage()
  await stranger.goto(server.baseURL)
  await stranger.getByLabel('Email or user name').fill('ann@school.org')
  await stranger.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await stranger.getByRole('button', { name: 'Continue as eve@elsewhere.org' }).click()
  await expect(stranger.getByRole('heading', { name: 'You could not be signed in' })).toBeVisible()
  await stranger.close()
  await open(page, people.admin)
  const failures = page.getByRole('region', { name: 'Recent sign-in failures', exact: true })
  await expect(failures).toContainText('eve@elsewhere.org')
  await expect(failures).toContainText('is not verified for this organization')
})

test('required single sign-on rejects passwords except for the emergency account', async ({
  page,
  browser,
}) => {
  await open(page, people.admin)
  await page.getByRole('switch', { name: 'Require SSO for sign-in' }).click()
  await choose(page, 'Emergency account', /admin@demo\.test/)
  await save(page)

  const other = await browser.newPage()
  await other.goto(server.baseURL)
  await fillSignIn(other, people.customer)
  await expect(other.getByRole('alert')).toContainText('Your organization requires single sign-on.')
  await expect(other.getByRole('link', { name: 'Sign in with School Login' })).toBeVisible()
  await fillSignIn(other, people.admin, demoPassword)
  await expect(accountButton(other)).toBeVisible()
  await other.close()
})

test('OpenID Connect replaces SAML', async ({ page, browser }) => {
  const customerId = await customerOf(people.admin)
  openId = await startOpenId([`${server.baseURL}/identity/sso/${customerId}/callback`])
  await open(page, people.admin)
  await page.getByRole('button', { name: 'OpenID Connect' }).click()
  await page.getByRole('textbox', { name: 'Discovery URL' }).fill(openId.issuer)
  await page.getByRole('textbox', { name: 'Client ID' }).fill(openId.clientId)
  await page.getByLabel('Client secret').fill(openId.clientSecret)
  await save(page)
  await expect(page.getByText('Saved, and never shown again. Leave it empty to keep it.')).toBeVisible()
  await expect(page.getByLabel('Client secret')).toHaveValue('')

  openId.person = {
    sub: 'bo',
    email: 'bo@school.org',
    email_verified: true,
    given_name: 'Bo',
    family_name: 'Ray',
  }
  const other = await browser.newPage()
  await other.goto(server.baseURL)
  await other.getByLabel('Email or user name').fill('bo@school.org')
  await other.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await expect(accountButton(other)).toBeVisible()
  await other.close()

  await page.getByRole('switch', { name: 'Require SSO for sign-in' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
})

test('an Assistant Admin can view the page, and others are redirected', detail, async ({ page }) => {
  await open(page, people.assistant)
  await expect(page.getByText('Only an Admin can change single sign-on.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await page.context().clearCookies()
  await open(page, people.other, '/Profile')
  await page.goto(`${server.baseURL}/Integrations/SSO`)
  await page.waitForURL('**/Integrations')
  await page.context().clearCookies()
  await open(page, people.customer, '/Profile')
  await page.goto(`${server.baseURL}/Integrations/SSO`)
  await page.waitForURL('**/Unauthorized')
})

test('the page fits a phone', detail, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, people.admin)
  await expect(page.getByRole('heading', { level: 1, name: 'Single Sign-On' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})
