import { expect, type BrowserContext, type Page } from '@playwright/test'
import { listLocations } from '#contract/places/locations'
import { faults } from './steps/axe.ts'
import { openAgain, test } from './steps/one-page.ts'
import { OwnServer } from './servers/own-server.ts'
import { people } from './steps/people.ts'

let server: OwnServer

// The tests run in series: the first one sets when the administrator is notified, and the others wait for
// notifications.
test.describe.configure({ mode: 'serial' })
test.slow()
test.beforeAll(async () => {
  server = await OwnServer.start()
})
test.afterAll(() => server.stop())

async function open(page: Page, person: string, path: string, heading: string) {
  await openAgain(page, person, path, server.baseURL)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

const settings = 'My Notification Settings'
const openSettings = (page: Page, person: string) => open(page, person, '/NotificationSettings', settings)
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('settings are saved, errors appear at their field, and a test message shows where it was sent', async ({
  page,
  browser,
}) => {
  await openSettings(page, people.admin)
  await page.getByRole('button', { name: 'SMS' }).click()
  await save(page)
  await expect(page.getByText('SMS needs a phone number in your profile')).toBeVisible()
  await expect(toast(page, 'Error saving notification settings')).toBeVisible()
  await page.getByRole('button', { name: 'Push', exact: true }).click()

  await page.getByRole('button', { name: 'Use my own times' }).click()
  await page.getByLabel('Monday from').selectOption('8:15 AM')
  await page.getByLabel('Monday to').selectOption('8:15 AM')
  await save(page)
  await expect(page.getByText('must not be the same as the end time')).toBeVisible()
  await page.getByLabel('Monday from').selectOption('ALL DAY')
  await page.getByRole('button', { name: 'Copy to all days: Monday’s times' }).click()
  await page.getByRole('switch', { name: 'Decline notifications' }).click()

  // Meanwhile another tab saves. Only the alert times saved there conflict with these.
  const there = await page.context().newPage()
  await there.goto(`${server.baseURL}/NotificationSettings`)
  await there.getByRole('button', { name: 'Use my own times' }).click()
  await there.getByLabel('Monday from').selectOption('8:15 AM')
  await save(there)
  await expect(there.getByText('You have unsaved changes')).toHaveCount(0)
  await there.close()
  await save(page)
  const both = page.getByRole('region', { name: 'Someone else changed this after you opened it.' })
  await expect(
    both.getByRole('row', { name: /^Alert times Every day all day .+ Monday 8:15 AM/ }),
  ).toBeVisible()
  await expect(both.getByRole('row')).toHaveCount(2)
  await both.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toast(page, 'Notification settings saved')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Notifications Disabled' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Saturday from')).toHaveValue('all-day')
  await page.getByRole('switch', { name: 'Decline notifications' }).click()
  await save(page)
  await expect(page.getByRole('link', { name: 'Notifications Disabled' })).toHaveCount(0)
  await expect(page.getByText('You have unsaved changes')).toHaveCount(0)

  await page.getByRole('button', { name: 'Send a test message' }).click()
  await expect(page.getByText('On its way by email.')).toBeVisible()
  await expect(page.getByText('Email to admin@demo.test')).toBeVisible()
  await expect(page.getByText('Kept here')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)

  const other = await browser.newPage()
  await open(other, people.superAdmin, '/Outbox', 'Outbox')
  const row = other.getByRole('row', { name: /Test message from Skywarden/ })
  await expect(row).toContainText('Email')
  await expect(row).toContainText('Kept here')
  await other.getByRole('button', { name: 'SMS' }).click()
  await expect(other.getByText('Nothing has been sent on this channel')).toBeVisible()
  await other.close()
})

test('lightning shows at the bell and in My Notifications, with the reason', async ({ page }) => {
  await server.cover()
  await open(page, people.admin, '/Profile', 'My Profile')
  await bell(page).click()
  await expect(page.getByText('No recent notifications.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByText('No recent notifications.')).toHaveCount(0)
  await expect(bell(page)).toBeFocused()

  await server.strikeNorman()
  await expect(bell(page)).toHaveAccessibleName(/^Notifications, \d new$/)
  await bell(page).click()
  const popup = page.getByRole('region', { name: 'Recent notifications' })
  await expect(popup).toContainText('Norman Stadium')
  await expect(popup).toContainText('CST')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  expect(await faults(page)).toEqual([])
  await popup.getByRole('link', { name: 'View All' }).click()

  await expect(page.getByText('All notifications sent to your account in the past 7 days')).toBeVisible()
  const policies = page.getByRole('region', { name: 'Policy Notifications' })
  const rows = policies.getByRole('listitem')
  await rows.first().getByRole('button').click()
  await expect(rows.first()).toContainText('Stay in a safe place until at least')
  await expect(
    page.getByRole('region', { name: 'National Weather Service Alerts' }).getByText('No notifications'),
  ).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)

  await page.getByRole('button', { name: 'Why was I notified?' }).click()
  const why = page.getByRole('region', { name: 'Why was I notified?' })
  await expect(why).toContainText('Within the alert times')
  await expect(why).toContainText('Email to admin@demo.test')
  await expect(why).toContainText('Kept in the outbox: no provider is set up')
  expect(await faults(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
})

test('a group shows three until expanded, and a forecast is listed once with its full message', async ({
  page,
}) => {
  const reported = (id: number, eventType: string, correlationId: string | null = null) => ({
    id,
    message: `${eventType} ${id}`,
    sentUtc: new Date().toISOString(),
    timeZone: 'CST',
    eventType,
    correlationId,
    locationId: null,
    locationLabel: null,
    isSimulated: false,
  })
  const warnings = [1, 2, 3, 4, 5].map(id => reported(id, 'National Weather Service'))
  const forecasts = [6, 7].map(id => reported(id, 'Proactive Forecast', 'a'))
  const simulated = 'Simulated weather, not real.\n\nPractice moves indoors'
  const message = { ...reported(8, 'Other'), message: simulated, isSimulated: true }
  await page.route('**/api/User/Notifications', route =>
    route.fulfill({ json: { data: [...warnings, ...forecasts, message] } }),
  )
  const full = {
    id: 'a',
    forecastId: 'f',
    headline: 'Snow tonight',
    message: 'First line\nSecond line<br>Third line',
    createdAt: new Date().toISOString(),
  }
  await page.route('**/api/ProactiveForecast/Message/a', route => route.fulfill({ json: { data: full } }))
  await open(page, people.admin, '/Notifications', 'My Notifications')
  await page.reload() // known data is cached for a while
  const alerts = page.getByRole('region', { name: 'National Weather Service Alerts' })
  await expect(alerts.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('banner').getByRole('button', { name: /^Notifications/ })).toHaveAccessibleName(
    'Notifications',
  ) // this page is where the bell's 'View All' leads
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect(messages).toHaveText(/^Simulated\s*Practice moves indoors/)
  await alerts.getByRole('button', { name: /^Expand/ }).click()
  await expect(alerts.getByRole('listitem')).toHaveCount(5)
  await alerts.getByRole('button', { name: /^Collapse/ }).click()
  await expect(alerts.getByRole('listitem')).toHaveCount(3)
  const forecast = page.getByRole('region', { name: 'Proactive Forecasts' }).getByRole('listitem')
  await expect(forecast).toHaveCount(1)
  await forecast.getByRole('button').click()
  await expect(forecast.getByRole('heading', { name: 'Snow tonight' })).toBeVisible()
  expect(await forecast.innerText()).toContain('First line\nSecond line\nThird line')
  await expect(forecast.getByRole('button')).not.toContainText(/Forecast [67]/)
  await expect(page.getByText('No notifications in the past 7 days')).toHaveCount(1)
})

test('a link to a location selects it only once', async ({ page }) => {
  await open(page, people.admin, '/Notifications', 'My Notifications')
  const row = page.getByRole('region', { name: 'Policy Notifications' }).getByRole('listitem').first()
  await row.getByRole('button').click()
  const link = row.getByRole('link', { name: 'Show Norman Stadium on the dashboard' })
  const [, id] = /location=(\d+)/.exec((await link.getAttribute('href')) ?? '') ?? []
  await page.goto(server.baseURL)
  await page.getByRole('article', { name: 'Phoenix Yard' }).getByRole('button').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Phoenix Yard' })).toBeVisible()
  await page.goto(`${server.baseURL}/?location=${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Norman Stadium' })).toBeVisible()
  await expect(page).toHaveURL(`${server.baseURL}/`)
})

test('only administrators can share their position, which is off by default and deleted when they stop', async ({
  page,
}) => {
  const context = page.context()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 35.2, longitude: -97.4 })
  await openSettings(page, people.admin)
  await page.getByRole('button', { name: 'Alert times and geofence' }).click()
  await expect(page.getByRole('button', { name: 'Share my position' })).toBeDisabled()
  await save(page)
  await page.getByRole('button', { name: 'Share my position' }).click()
  await expect(page.getByText('Shared by this browser', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Last known from/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText(/^Last known from/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Alert times', exact: true }).first().click()
  await save(page)
  await expect(page.getByText('You have unsaved changes')).toHaveCount(0)

  await openSettings(page, people.customer)
  await expect(page.getByText('Delivery type', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Alert Mode', { exact: true })).toHaveCount(0)
  await context.clearPermissions()
})

/**
 * The push services that browsers subscribe to are not available here, and a headless browser denies notifications
 * even with permission, so their responses are mocked. Registration, the permission prompt and the worker are real.
 */
async function withPushService(context: BrowserContext) {
  await context.grantPermissions(['notifications'], { origin: server.baseURL })
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    let made: object | null = null
    const subscription = {
      endpoint: 'https://push.example.org/browser',
      toJSON: () => ({
        endpoint: 'https://push.example.org/browser',
        expirationTime: null,
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      }),
      unsubscribe: async () => {
        made = null
        return true
      },
    }
    PushManager.prototype.subscribe = async () => {
      made = subscription
      return subscription as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => made as PushSubscription | null
  })
}

async function lastLocationOf(person: string): Promise<{ id: number; label: string }> {
  const headers = { authorization: `Bearer ${await server.tokenOf(person)}` }
  const reply = await fetch(server.baseURL + listLocations.path, { headers })
  const { data } = (await reply.json()) as { data: { id: number; label: string }[] }
  const last = data.at(-1)
  if (!last) throw new Error('The demo has no locations')
  return last
}

test('push notifications can be turned on, are shown by the service worker, and open their location', async ({
  context,
}) => {
  await withPushService(context)
  const page = await context.newPage()
  await openSettings(page, people.customer)
  await expect(page.getByText('choose Allow')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on push messages' }).click()
  await expect(page.getByText('On for this browser')).toBeVisible()
  await expect(page.getByText('One of your browsers receives push messages.')).toBeVisible()
  const devices = page.getByRole('list', { name: 'Your devices' })
  await expect(devices.getByText('Chrome on Linux (this browser)')).toBeVisible()
  expect(await faults(page)).toEqual([])

  const location = await lastLocationOf(people.customer)
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  // Records notifications instead of showing them.
  await worker.evaluate(`ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    globalThis.shown = [...(globalThis.shown ?? []), { title, ...options }]
  }
  const send = globalThis.fetch
  globalThis.fetch = async (...asked) => {
    const { status } = await send(...asked)
    globalThis.confirmed = { path: asked[0], status }
  }
  navigator.setAppBadge = async count => { globalThis.badge = count }`)
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found) resolve(found.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  const { baseURL: origin } = server
  const deliver = async (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  const message = {
    title: 'Lightning delay: Norman Stadium',
    body: 'Stay in a safe place.',
    link: `/?location=${location.id}`,
    tone: 'danger',
    tag: 'delay 1',
    receipt: `/api/Push/Shown/1-${'a'.repeat(22)}`,
  }
  const asked = page.waitForRequest('**/api/User/Notifications')
  await deliver(JSON.stringify(message))
  const shown = () => worker.evaluate('globalThis.shown ?? []')
  const { title, ...rest } = message
  await expect
    .poll(shown)
    .toMatchObject([{ title, body: rest.body, tag: rest.tag, requireInteraction: true }])
  await asked // the bell updates immediately
  // The server is called, and rejects the made-up receipt.
  await expect
    .poll(() => worker.evaluate('globalThis.confirmed'))
    .toEqual({ path: message.receipt, status: 403 })
  await expect.poll(() => worker.evaluate('globalThis.badge')).toBe(0)
  // A message that cannot be parsed is shown too, because a browser revokes permission from a page that shows nothing.
  await deliver('nonsense')
  await expect.poll(shown).toMatchObject([{ title }, { title: 'Skywarden' }])
  // One that has run out on its way is shown too, but not what it said, and it is not confirmed.
  await worker.evaluate('delete globalThis.confirmed')
  const clear = { title: 'All clear: Norman Stadium', tone: 'clear', sentMs: 0, validUntilMs: 600_000 }
  await deliver(JSON.stringify({ ...message, ...clear }))
  const old = { title: 'Old message: open for the state of now', tag: message.tag }
  await expect.poll(shown).toMatchObject([{ title }, { title: 'Skywarden' }, old])
  expect(await worker.evaluate('globalThis.confirmed')).toBeUndefined()

  await worker.evaluate(`dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {
    notification: { close() {}, data: shown[0].data },
  }))`)
  await expect(page.getByRole('heading', { level: 1, name: location.label })).toBeVisible()

  await page.goBack()
  // The browser has lost its subscription, so the person who relies on it is notified.
  await page.reload()
  const note = page.getByRole('region', { name: 'Push messages' })
  await expect(note.getByText('This browser no longer gets your alerts.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await note.getByRole('button', { name: 'Turn on again' }).click()
  await expect(note).toHaveCount(0)

  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Turn on push messages' })).toBeVisible()
  await expect(page.getByText('None of your browsers receives push messages.')).toBeVisible()
})

test('a browser that blocks notifications shows what to do', async ({ context }) => {
  const page = await context.newPage()
  await context.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  )
  await openSettings(page, people.customer)
  await expect(page.getByText('Blocked', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on push messages' })).toHaveCount(0)
})

test('the installed app shows Unknown when the server is unreachable, and caches nothing', async ({
  context,
}) => {
  await withPushService(context)
  const page = await context.newPage()
  await openSettings(page, people.customer)
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href')
  const reported = await page.request.get(server.baseURL + (manifest ?? ''))
  expect(reported.headers()).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
  })
  for (const { src } of ((await reported.json()) as { icons: { src: string }[] }).icons)
    expect((await page.request.get(server.baseURL + src)).status()).toBe(200)

  await page.getByRole('button', { name: 'Turn on push messages' }).click()
  await expect(page.getByText('On for this browser')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: settings })).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Unknown' })).toBeVisible()
  await expect(page.getByText('Lightning status is unknown. Treat as unsafe.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: settings })).toBeVisible()
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0)
})

test('on an iPhone the page asks to add Skywarden to the Home Screen first', async ({ browser }) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  const context = await browser.newContext({ userAgent })
  const page = await context.newPage()
  await openSettings(page, people.customer)
  await expect(page.getByText('Add to Home Screen')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on push messages' })).toHaveCount(0)
  await context.close()
})
