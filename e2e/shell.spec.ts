import { expect, test } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { openAs, openUserMenu, people } from './steps/people.ts'
import { baseURL } from './servers/server.ts'

test(
  'the sidebar collapses on a wide screen and stays collapsed, and help is in the top bar',
  detail,
  async ({ page }) => {
    await openAs(page, people.customer, '/Profile')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await page.getByRole('button', { name: 'Hide menu' }).click()
    await expect(navigation).toBeHidden()
    await page.reload()
    await page.getByRole('button', { name: 'Show menu' }).click()
    await expect(navigation).toBeVisible()
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(page.getByRole('menuitem', { name: 'Help center' })).toBeFocused()
    await expect(page.getByRole('menuitem', { name: 'Lightning safety (weather.gov)' })).toBeVisible()
  },
)

test('on a phone the sidebar is a drawer', detail, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await page.getByLabel('Email or user name').fill(people.superAdmin)
  await page.getByLabel('Password', { exact: true }).fill('skywarden demo 2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const menu = page.getByRole('button', { name: 'Open menu' })
  await expect(menu).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await menu.click()
  await page.getByRole('link', { name: 'Outbox' }).click()
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

test('a forbidden page redirects to /Unauthorized, where the person can sign out', async ({ page }) => {
  await openAs(page, people.customer, '/Profile')
  await page.goto('/Outbox')
  await expect(page).toHaveURL(/\/Unauthorized$/)
  await expect(
    page.getByText('If you have been granted access recently, you may have to sign out and sign back in.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('paths are case-insensitive, and an unknown path shows Page not found', detail, async ({ page }) => {
  await openAs(page, people.admin, '/pRoFiLe')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await page.goto('/Nowhere')
  await expect(page.getByText('Page not found')).toBeVisible()
})

test('every page shows that its weather is simulated, even in full screen', async ({ page }) => {
  const strip = page.getByRole('region', { name: 'Simulated weather' })
  await openAs(page, people.admin, '/Profile')
  await expect(strip).toBeInViewport()
  await page.goto('/Nowhere')
  await expect(strip).toBeInViewport()
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.evaluate(() => document.querySelector('main')?.requestFullscreen())
  await expect(
    page.locator(':fullscreen').getByRole('region', { name: 'Simulated weather' }),
  ).toBeInViewport()
})

test('the theme is remembered', detail, async ({ page }) => {
  await openAs(page, people.admin, '/Profile')
  await page.getByRole('button', { name: /theme/i }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('a crash shows a page with a way out instead of a blank one', detail, async ({ page }) => {
  await openAs(page, people.admin)
  await page.route('**/assets/Profile*.js', route => route.abort())
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await expect(page.getByRole('button', { name: /reload|again/i })).toBeVisible()
  await page.unrouteAll()
})

test('a crashed app shows the error and the server’s current health', async ({ page }) => {
  await openAs(page, people.superAdmin, '/Users')
  await page.clock.install()
  await page.route('**/assets/Profile*.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: "throw new Error('broken on purpose')" }),
  )
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Way to go, you broke it.' })).toBeVisible()
  await expect(page.getByText('broken on purpose')).toBeVisible()
  const health = page.getByRole('status')
  await expect(health).toHaveText('The server is working normally.')
  await expect(page.getByRole('link', { name: 'Status page' })).toHaveAttribute('href', '/Status')
  expect(await faults(page)).toEqual([])

  await page.route('**/readyz', route => route.fulfill({ status: 503, json: { ready: false, checks: [] } }))
  await page.clock.fastForward(15_000)
  await expect(health).toHaveText('Parts of the server are not working.')
  await page.route('**/readyz', route => route.abort())
  await page.clock.fastForward(15_000)
  await expect(health).toHaveText('The server cannot be reached.')
  await page.unrouteAll()
  await page.clock.fastForward(15_000)
  await expect(health).toHaveText('The server is working normally.')
})

test('an unreachable server shows an error, and Try again recovers', async ({ page }) => {
  await openAs(page, people.superAdmin, '/Profile')
  await page.route('**/api/Outbox**', route => route.abort())
  await page.getByRole('link', { name: 'Outbox' }).click()
  await expect(
    page
      .getByRole('alert')
      .or(page.getByText(/could not|cannot|unable/i))
      .first(),
  ).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: /again/i }).click()
  // The content depends on whether another test has already sent a message.
  await expect(page.getByRole('table').or(page.getByText('Nothing has been sent'))).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('a page that cannot parse a newer server’s data reloads once', detail, async ({ page }) => {
  let loads = 0
  let streams = 0
  page.on('load', () => loads++)
  await page.route('**/api/live', route => {
    streams++
    return route.fulfill({ contentType: 'text/event-stream', body: 'data: {"kind":"of-tomorrow"}\n\n' })
  })
  // A `fetch` of the page returns a newer build; loading the page still returns this one.
  await page.route(`${baseURL}/`, route =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/newer.js"></script>',
    }),
  )
  await openAs(page, people.admin, '/?view=all')
  await expect.poll(() => loads).toBe(2)
  const streamsBefore = streams
  await expect.poll(() => streams).toBeGreaterThan(streamsBefore + 1)
  expect(loads).toBe(2)
  await expect(page.getByRole('heading', { level: 1, name: 'All locations' })).toBeVisible()
})

test('a slow sign-in shows a loading text and restarts after two minutes', detail, async ({ page }) => {
  await openAs(page, people.admin, '/Profile')
  await page.clock.install()
  await page.route('**/api/user/current', () => {})
  const asked = page.waitForRequest('**/api/user/current')
  await page.reload()
  await asked
  // The app's own status. The page has the same text before the app runs.
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
  const restarted = page.waitForURL(url => url.pathname === '/')
  await page.clock.fastForward('02:01')
  await restarted
})

test('an identity provider that does not respond shows an error with Try again', detail, async ({ page }) => {
  await page.clock.install()
  await page.route('**/identity/renewal', () => {})
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
  await page.clock.fastForward('00:11')
  await expect(page.getByRole('heading', { name: 'Sign-in did not work' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
