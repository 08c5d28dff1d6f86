import { expect, test, type Page } from '@playwright/test'
import { createAccount, fillSignIn } from './steps/people.ts'
import { codeAt, stepAt } from '#server/rooms/identity/totp'
import { fromBase32 } from '#server/rooms/identity/totp.testing'

const [email, password] = ['two-steps@example.test', 'seven quiet herons by the lake']

/** Computes a code as an authenticator app does. */
const appCode = (secret: string, ahead = 0) => codeAt(fromBase32(secret), stepAt(new Date()) + ahead)

async function enterPassword(page: Page) {
  await page.goto('/Profile')
  await fillSignIn(page, email, password)
}

test('two-step verification is set up, asked for at sign-in, and a recovery code replaces the phone', async ({
  page,
  browser,
}) => {
  await page.goto(await createAccount(email))
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
  await enterPassword(page)

  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await dialog.locator('pre').innerText()
  await dialog.getByLabel('Code from the app').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('is not the code that the app shows now')).toBeVisible()
  await dialog.getByLabel('Code from the app').fill(appCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  const [recovery = ''] = (await dialog.locator('pre').innerText()).split('\n')
  await dialog.getByRole('button', { name: 'I saved the codes' }).click()
  await expect(page.getByText('10 recovery codes are left')).toBeVisible()

  const elsewhere = await browser.newPage()
  await enterPassword(elsewhere)
  await elsewhere.getByLabel('Code').fill('000000')
  await elsewhere.getByRole('button', { name: 'Verify' }).click()
  await expect(elsewhere.getByText('This code is incorrect or has already been used.')).toBeVisible()
  await elsewhere.getByLabel('Code').fill(appCode(secret, 1)) // the next code, as the current one was just used
  await elsewhere.getByRole('button', { name: 'Verify' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await elsewhere.close()

  const third = await browser.newPage()
  await enterPassword(third)
  await third.getByLabel('Code').fill(recovery)
  await third.getByRole('button', { name: 'Verify' }).click()
  await expect(third.getByText('9 recovery codes are left')).toBeVisible()
  await third.close()
})
