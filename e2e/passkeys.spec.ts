import { expect, test, type CDPSession, type Page } from '@playwright/test'
import { accountButton, createAccount, fillSignIn, openUserMenu } from './steps/people.ts'
import { faults } from './steps/axe.ts'

const [email, password] = ['passkeys@example.test', 'seven quiet herons by the lake']

/** Adds a virtual authenticator to the browser, with a person who always confirms. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}

async function signOut(page: Page) {
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

const profile = (page: Page) => page.getByRole('heading', { name: 'My Profile' })
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

test('a passkey is added, signs in alone and after the password, and is removed', async ({ page }) => {
  await page.goto(await createAccount(email))
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.goto('/Profile')
  await fillSignIn(page, email, password)
  await expect(profile(page)).toBeVisible()
  const { cdp, id: authenticatorId } = await addAuthenticator(page)
  /** Sets whether the person confirms or cancels the browser's dialog. */
  const confirms = (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  const dialog = page.getByRole('dialog')

  await test.step('added with the password, the browser’s dialog and a name', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByLabel('Current password').fill('not the password')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.getByText('is incorrect')).toBeVisible()
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.getByLabel('Name')).toHaveValue(/Chrome/)
    await dialog.getByLabel('Name').fill('The laptop')
    expect(await faults(page)).toEqual([])
    await confirms(false)
    await dialog.getByRole('button', { name: 'Create passkey' }).click()
    await expect(dialog.getByText('No passkey was created')).toBeVisible()
    await confirms(true)
    await dialog.getByRole('button', { name: 'Create passkey' }).click()
    await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
    await dialog.getByRole('button', { name: 'I saved the codes' }).click()
    await expect(page.getByText(/^Passkey, added .*, never used$/)).toBeVisible()
    await expect(page.getByText('10 recovery codes are left')).toBeVisible()
  })

  await test.step('the same device is not added twice', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Create passkey' }).click()
    await expect(dialog.getByText('This device already has a passkey for your account.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  /**
   * The browser suggests passkeys on the sign-in page, and a person who always confirms would be signed in immediately.
   */
  const waitsForClick = (isWaiting: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: !isWaiting })

  await test.step('signs in alone', async () => {
    await waitsForClick(true)
    await signOut(page)
    expect(await faults(page)).toEqual([])
    await confirms(false)
    await waitsForClick(false)
    await passkeyButton(page).click()
    await expect(page.getByText('No passkey was used.')).toBeVisible()
    await confirms(true)
    await passkeyButton(page).click()
    await expect(accountButton(page)).toBeVisible()
    await page.goto('/Profile')
    await expect(page.getByText('Signed in with a passkey').first()).toBeVisible()
    await expect(page.getByText(/^Passkey, added .*, last used /)).toBeVisible()
  })

  await test.step('is suggested in the field for the user name', async () => {
    const sent = page.waitForRequest(request => request.url().endsWith('/passkey'))
    await openUserMenu(page)
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await sent
    await expect(accountButton(page)).toBeVisible()
  })

  await test.step('is asked for after the password', async () => {
    await waitsForClick(true)
    await signOut(page)
    await fillSignIn(page, email, password)
    const use = page.getByRole('button', { name: 'Use a passkey' })
    await expect(use).toBeFocused()
    await expect(page.getByText('can’t use passkeys')).toBeHidden()
    expect(await faults(page)).toEqual([])
    await waitsForClick(false)
    await use.click()
    await expect(accountButton(page)).toBeVisible()
  })

  await test.step('is removed with the password, and is asked for no more', async () => {
    await page.goto('/Profile')
    await page.getByRole('button', { name: 'Remove The laptop' }).click()
    await expect(dialog.getByText('This is the last one')).toBeVisible()
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Passkey removed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove The laptop' })).toBeHidden()
    await waitsForClick(true)
    await signOut(page)
    await fillSignIn(page, email, password)
    await expect(accountButton(page)).toBeVisible()
  })
})
