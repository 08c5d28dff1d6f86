import { expect, test, type Page } from '@playwright/test'
import { detail } from './steps/detail.ts'
import { fillSignIn, openUserMenu, people, signIn } from './steps/people.ts'

/** Returns everything the browser stores for the page. */
function storedText(page: Page): Promise<string> {
  return page.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap(store => Object.keys(store).map(key => store.getItem(key)))
      .join('\n'),
  )
}

test('a deep link opens after signing in', async ({ page }) => {
  await page.goto('/Profile?from=mail#password')
  await fillSignIn(page, people.admin)
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash).toBe(
    '/Profile?from=mail#password',
  )
})

test(
  'a reload and a second tab stay signed in, without the sign-in page',
  detail,
  async ({ page, context }) => {
    await signIn(page, people.admin, '/Profile')
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    const second = await context.newPage()
    await second.goto('/Profile')
    await expect(second.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  },
)

test('a wrong password shows a plain error and keeps the user name', async ({ page }) => {
  await page.goto('/')
  await fillSignIn(page, people.other, 'not the password')
  await expect(page.getByRole('alert')).toHaveText('The user name or password is incorrect.')
  await expect(page.getByLabel('Email or user name')).toHaveValue(people.other)
  await fillSignIn(page, people.other)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('Back after signing in never shows a sign-in error', detail, async ({ page }) => {
  await page.goto('/healthz')
  await signIn(page, people.admin, '/Profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByText('Signing in did not work')).toBeHidden()
})

test('the sign-in page can reveal the password and fill in a demo account', detail, async ({ page }) => {
  const broken: string[] = []
  page.on('console', message => /content security/i.test(message.text()) && broken.push(message.text()))
  await page.goto('/')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('a secret')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.fonts.check("16px 'Inter Variable'"))).toBe(true)

  await page.getByRole('complementary', { name: 'Demo accounts' }).getByText(people.customer).click()
  await expect(page.getByLabel('Email or user name')).toHaveValue(people.customer)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(broken).toEqual([])
})

test(
  'after too many attempts the wait counts down, and then sign-in works again',
  detail,
  async ({ page }) => {
    await page.goto('/')
    for (let attempt = 0; attempt < 6; attempt++)
      await fillSignIn(page, 'nobody@wait.test', `guess ${attempt}`)
    const send = page.getByRole('button', { name: 'Sign in', exact: true })
    await expect(page.getByText(/Too many failed attempts\. Please wait 0:0\d/)).toBeVisible()
    await expect(send).toBeDisabled()
    await expect(page.getByText('You can try again now.')).toBeVisible()
    await expect(send).toBeEnabled()
  },
)

test('an expiring token is renewed silently while the page keeps working', async ({ page }) => {
  await page.clock.install()
  await signIn(page, people.admin)
  const renewal = page.waitForResponse(reply => reply.url().endsWith('/identity/renewal') && reply.ok())
  await page.clock.fastForward('09:30')
  await renewal
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(page.url()).not.toContain('/identity')
})

test('a 404 from a proxy whose server is unavailable does not replace a running page', async ({ page }) => {
  await page.clock.install()
  await signIn(page, people.admin)
  const navigations: string[] = []
  page.on('request', request => request.isNavigationRequest() && navigations.push(request.url()))
  const renewals = (isOk: boolean) =>
    page.waitForResponse(reply => reply.url().endsWith('/identity/renewal') && reply.ok() === isOk)
  await page.route('**/identity/renewal', route =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>404 Not Found</h1>' }),
  )
  let renewal = renewals(false)
  await page.clock.fastForward('09:30')
  await renewal
  renewal = renewals(false)
  await page.clock.fastForward('01:00') // the token has expired: the stream and every request need a new one
  await renewal
  renewal = renewals(true) // the page may request another renewal right after the next line
  await page.unrouteAll()
  await page.clock.fastForward('00:15')
  await renewal
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(navigations).toEqual([])
})

/** Simulates a server of the previous version, which answers a renewal like any unknown address. */
async function withoutRenewal(page: Page): Promise<void> {
  await page.route('**/identity/renewal', route =>
    route.continue({ url: `${route.request().url()}-of-later` }),
  )
}

test('with a server of the previous version, a page signs in by redirect', detail, async ({ page }) => {
  await signIn(page, people.admin, '/Profile')
  await withoutRenewal(page)
  const redirected = page.waitForRequest(request => request.url().includes('/identity/auth'))
  await page.goto('/Profile')
  await redirected
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
})

test(
  'a page whose server returned to the previous version is replaced by that version’s page, once',
  detail,
  async ({ page, baseURL }) => {
    await signIn(page, people.admin, '/Profile')
    await withoutRenewal(page)
    // A `fetch` of the page returns the previous version's page; loading the page still returns this one.
    await page.route(`${baseURL}/`, route =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/assets/before.js"></script>',
      }),
    )
    let [loads, hasItsCode] = [0, false]
    await page.route('**/Profile', route => {
      loads++
      return route.continue()
    })
    await page.route('**/assets/provider-*.js', route =>
      hasItsCode && loads === 2 ? route.continue() : route.fulfill({ status: 404, json: {} }),
    )
    await page.goto('/Profile')
    await expect(page.getByRole('heading', { name: 'Sign-in did not work' })).toBeVisible()
    expect(loads).toBe(2)

    // From here on, the server has the code of the reloaded page, so this page represents the previous version's page.
    hasItsCode = true
    loads = 0
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/Profile')
    await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
    expect(loads).toBe(2)
  },
)

test('a session ended elsewhere leads to sign-in and back to the page', detail, async ({ page, context }) => {
  await signIn(page, people.customer, '/Profile')
  const second = await context.newPage()
  await second.goto('/Profile')
  await openUserMenu(second)
  await second.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await second.close()

  const asked = page.waitForRequest(request => request.url().includes('/identity/auth'))
  await page.goto('/Profile')
  await asked
  await fillSignIn(page, people.customer)
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
})

test('a 401 from any call leads to sign-in, even while the session is valid', detail, async ({ page }) => {
  await signIn(page, people.admin, '/Profile')
  await page.route('**/api/user/current', route =>
    route.fulfill({ status: 401, json: { responseException: { message: 'Please sign in.', errors: {} } } }),
  )
  const asked = page.waitForRequest(request => request.url().includes('prompt=login'))
  await page.goto('/Profile')
  await asked
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.unrouteAll()
  await fillSignIn(page, people.admin)
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
})

test('signing out ends the session and leaves nothing behind', async ({ page, context }) => {
  await signIn(page, people.admin)
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await storedText(page)).not.toContain('eyJ')
  const names = (await context.cookies()).map(cookie => cookie.name)
  expect(names).not.toContain('skywarden-session')
})

test('the token is stored only in memory', async ({ page, context }) => {
  await signIn(page, people.admin)
  expect(await storedText(page)).not.toContain('eyJ')
  for (const cookie of await context.cookies()) {
    expect(cookie.httpOnly, cookie.name).toBe(true)
    expect(cookie.sameSite, cookie.name).toBe('Lax')
    expect(decodeURIComponent(cookie.value)).not.toContain('@')
  }
})

test('everything can be done with the keyboard alone', detail, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByLabel('Email or user name')).toBeFocused()
  await page.keyboard.type(people.assistant)
  await page.keyboard.press('Tab')
  await page.keyboard.type('skywarden demo 2026')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.getByRole('button', { name: /account of/i }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'My Profile' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeFocused()

  await page.getByRole('button', { name: 'Change Password' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused()
})

test('no page sends third-party requests or violates the content security policy', async ({
  page,
  baseURL,
}) => {
  const outside: string[] = []
  const complaints: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(baseURL ?? '') && !/^(data|blob):/.test(request.url()))
      outside.push(request.url())
  })
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  await signIn(page, people.superAdmin)
  for (const path of [
    '/Profile',
    '/Status',
    '/Customers',
    '/FeedKeys',
    '/Outbox',
    '/Audit',
    '/Locations/Norman',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(outside).toEqual([])
  expect(complaints).toEqual([])
})
