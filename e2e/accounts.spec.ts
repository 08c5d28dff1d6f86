import { demoPassword } from './steps/accounts.ts'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { detail } from './steps/detail.ts'
import { createAccount, fillSignIn, openUserMenu, people, signIn } from './steps/people.ts'

/** Reads the link in the newest message to a person from the outbox page, as support staff would. */
async function linkInMail(browser: Browser, to: string): Promise<string> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, people.superAdmin, '/Outbox')
  const row = page.getByRole('row').filter({ hasText: to }).first()
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toBeVisible({ timeout: 1000 })
  }).toPass()
  await row.getByRole('button').first().click()
  const link = await page
    .getByRole('dialog')
    .getByRole('link', { name: /token=/ })
    .getAttribute('href')
  await context.close()
  return link ?? ''
}

async function toast(page: Page, text: string) {
  await expect(page.getByText(text, { exact: true })).toBeVisible()
}

test('invitation and password-reset links set a password and work only once', async ({ page, browser }) => {
  const email = 'newcomer@example.test'
  const setPassword = async (link: string, password: string) => {
    await page.goto(link)
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
  }

  const invitation = await createAccount(email)
  await setPassword(invitation, 'too short')
  await expect(page.getByText(/at least 15 characters/).first()).toBeVisible()
  await setPassword(invitation, 'seven quiet herons by the lake')
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
  await page.goto(invitation)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()

  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email or user name').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await setPassword(await linkInMail(browser, email), 'nine small boats at anchor')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, email, 'nine small boats at anchor')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('people edit their own profile, and each error appears next to its field', detail, async ({ page }) => {
  await signIn(page, people.other, '/Profile')
  await page.getByLabel('First Name').fill('')
  await page.getByLabel('Phone').fill('call me')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('is required')).toBeVisible()
  await expect(page.getByText('must be a phone number')).toBeVisible()
  await page.getByLabel('First Name').fill('Another')
  await page.getByLabel('Phone').fill('+1 405 555 0100')
  await expect(page.getByLabel('Current password')).toBeHidden()
  await page.getByLabel('Email').fill('elsewhere@other.test')
  await page.getByLabel('Current password').fill('a guess')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('is incorrect')).toBeVisible()
  await page.getByLabel('Current password').fill(demoPassword)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Profile saved. To use elsewhere@other.test, open the link that we sent there.')
  await expect(page.getByLabel('Email')).toHaveValue(people.other)
  await expect(page.getByLabel('Current password')).toBeHidden()
  await page.getByLabel('First Name').fill('Yet another')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Profile saved')
  await page.reload()
  await expect(page.getByLabel('First Name')).toHaveValue('Yet another')
  await expect(page.getByLabel('Phone')).toHaveValue('+1 405 555 0100')
})

test(
  'people see where they are signed in, and sign another browser out',
  detail,
  async ({ page, browser }) => {
    // A separate account, so that other tests do not lose their sessions.
    const [email, password] = ['two-browsers@example.test', 'seven quiet herons by the lake']
    await page.goto(await createAccount(email))
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
    const elsewhere = await browser.newPage()
    for (const each of [elsewhere, page]) {
      await each.goto('/Profile')
      await fillSignIn(each, email, password)
      await expect(each.getByRole('heading', { name: 'My Profile' })).toBeVisible()
    }

    const sessions = page.getByRole('list', { name: 'Where you’re signed in' })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByText('(this browser)')).toHaveCount(1)
    await expect(page.getByRole('list', { name: 'Recent sign-ins' }).getByText('Signed in')).toHaveCount(2)
    await sessions.getByRole('button', { name: /^Sign out/ }).click()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await elsewhere.reload()
    await expect(elsewhere.getByLabel('Email or user name')).toBeVisible()
    await elsewhere.close()
  },
)

test(
  'an API token is created on the profile, can read, and stops working when it is revoked',
  detail,
  async ({ page, request }) => {
    await signIn(page, people.other, '/Profile')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Lobby display')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const token = await dialog.getByText(/^skywarden_/).innerText()
    await dialog.getByRole('button', { name: 'I’ve saved the token' }).click()
    const me = () => request.get('/api/user/current', { headers: { authorization: `Bearer ${token}` } })
    expect((await me()).status()).toBe(200)
    await page.getByRole('button', { name: 'Revoke Lobby display' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('list', { name: 'API tokens' })).toBeHidden()
    expect((await me()).status()).toBe(401)
  },
)

test('changing a password requires the current one and a strong new one', detail, async ({ page }) => {
  await signIn(page, people.customer, '/Profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('At least 15 characters.')).toBeVisible()
  await dialog.getByLabel('Current password').fill('wrong')
  await dialog.getByLabel('New password', { exact: true }).fill('short')
  await dialog.getByLabel('Confirm new password').fill('other')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await toast(page, 'Error changing password')
  const tooShort = dialog.getByText('must have at least 15 characters')
  await expect(tooShort).toBeVisible()
  await expect(dialog.getByText('is incorrect')).toBeVisible()
  await expect(dialog.getByText('is not the same as the new password')).toBeVisible()
  await dialog.getByLabel('New password', { exact: true }).fill('a kettle upon the green roof')
  await dialog.getByLabel('Confirm new password').fill('a kettle upon the green roof')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(tooShort).toBeHidden()
  await expect(dialog.getByText('is incorrect')).toBeVisible()
})

test('support staff give a reason to impersonate someone, and the audit log records it', async ({ page }) => {
  await signIn(page, people.superAdmin, '/Customers')
  await page.getByRole('button', { name: /Demo Parks and Schools/ }).click()
  await page
    .getByRole('row')
    .filter({ hasText: people.admin })
    .getByRole('button', { name: /Impersonate/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('They asked for help with their policies')
  await dialog.getByRole('button', { name: 'Impersonate' }).click()
  await expect(page.getByText('Impersonating: Demo Admin')).toBeVisible()
  expect(page.url()).not.toContain('code=')
  await expect(page.getByRole('link', { name: 'Outbox' })).toBeHidden()

  await openUserMenu(page)
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeDisabled()

  // After a reload the impersonation continues, in this tab only, without a stored token.
  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap(store => Object.keys(store).map(key => store.getItem(key))).join(),
  )
  expect(kept).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
  const until = page.getByRole('region', { name: 'Impersonation' })
  const before = await until.innerText()
  await page.reload()
  await expect(until).toHaveText(before, { useInnerText: true })
  await expect(page.getByRole('link', { name: 'Outbox' })).toBeHidden()
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('link', { name: 'Outbox' })).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'End Impersonation' }).click()
  await expect(page).toHaveURL(/\/Customers\?user=/)
  await expect(page.getByText('Impersonating: Demo Admin')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Audit Log' })).toBeVisible()

  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'impersonation ended' }).first()).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'impersonation started' }).first()
  await expect(row).toContainText('Super Admin')
})

test('a banner is shown only to that customer’s people', detail, async ({ page, browser }) => {
  await signIn(page, people.superAdmin, '/Customers')
  const there = await page.context().newPage()
  await there.goto('/Customers')
  const openBanner = async (tab: Page) => {
    await tab.getByRole('button', { name: /Other Venues/ }).click()
    await tab.getByRole('button', { name: 'Edit banner' }).click()
    return tab.getByRole('dialog')
  }
  const [mine, other] = [await openBanner(page), await openBanner(there)]

  // The second person to save sees what the first one saved.
  await other.getByLabel('Text').fill('The west gate is closed')
  await other.getByRole('button', { name: 'Save' }).click()
  await toast(there, 'Banner saved')
  await there.close()
  const written = 'The east gate is closed <b onclick="x">today</b><img src=x>'
  await mine.getByLabel('Text').fill(written)
  await mine.getByRole('button', { name: 'Save' }).click()
  const both = mine.getByRole('region', { name: 'Someone else changed this after you opened it.' })
  await expect(both.getByRole('row', { name: `Text ${written} The west gate is closed` })).toBeVisible()
  await expect(mine.getByRole('button', { name: 'Save' })).toBeDisabled()
  await both.getByRole('button', { name: 'Keep mine' }).click()
  await toast(page, 'Banner saved')

  const text = 'The east gate is closed today'
  const openAs = async (userName: string) => {
    const theirs = await (await browser.newContext()).newPage()
    const asked = theirs.waitForResponse(reply => /\/api\/customer\/\d+\/banner$/.test(reply.url()))
    await signIn(theirs, userName)
    await asked
    return theirs
  }
  const banner = (await openAs(people.other)).getByRole('region', { name: 'Message to your organization' })
  await expect(banner).toHaveText(text)
  await expect(banner.locator('b')).toHaveText('today')
  await expect(banner.locator('img, [onclick]')).toHaveCount(0)
  await expect((await openAs(people.admin)).getByText(text)).toBeHidden()
})
