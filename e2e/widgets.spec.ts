import { expect, test, type Locator, type Page } from '@playwright/test'
import { addInstrument } from '#contract/devices/instruments'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { bytesOf, otherSite } from './servers/other-site.ts'
import { OwnServer } from './servers/own-server.ts'
import { moveTime } from './steps/moved-time.ts'
import { fillSignIn, openAs, people } from './steps/people.ts'

const minuteMs = 60_000
let server: OwnServer
let school: Awaited<ReturnType<typeof otherSite>>
let stranger: Awaited<ReturnType<typeof otherSite>>
let code = ''
let embedUrl = ''

// The tests share a server and the widget that the first one builds.
test.describe.configure({ mode: 'serial' })
test.slow() // the tests wait for leases to expire
test.beforeAll(async () => {
  ;[server, school, stranger] = await Promise.all([OwnServer.start(), otherSite(), otherSite()])
})
test.afterAll(async () => {
  school.close()
  stranger.close()
  await server.stop()
})

async function pick(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const stateIn = (place: Locator) => place.locator('.state')
const open = (page: Page, path: string, who: string = people.admin) =>
  openAs(page, who, server.baseURL + path)
const titled = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text })

async function fillBuilder(page: Page) {
  await page.getByRole('textbox', { name: 'Name' }).fill('Stadium board')
  await pick(page, 'Location', 'Norman Stadium')
  await pick(page, 'Policy group', 'Athletics')
}
async function save(page: Page) {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Open Stadium board' }).click()
  code = await page.locator('pre').innerText()
  embedUrl = /src="([^"]+)"/.exec(code)?.[1] ?? ''
}
/** The first test's widget, for the tests of details. */
async function widgetIsThere(page: Page) {
  if (embedUrl !== '') return
  await open(page, '/widgets')
  await page.getByRole('button', { name: 'Add Widget' }).click()
  await fillBuilder(page)
  await save(page)
  await server.cover()
}

test('a widget pasted into a school’s page shows the current state there', async ({ page, browser }) => {
  await open(page, '/widgets')
  await expect(page.getByText("Build your first widget – it's quick and simple!")).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add Widget' }).click()
  await expect(page.getByText('Save the widget to get its code.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a name for your widget.')).toBeVisible()
  await expect(
    page.getByText('Lightning radius is required. Please select a group with a lightning radius policy.'),
  ).toBeVisible()
  await fillBuilder(page)
  await page.getByRole('textbox', { name: 'Allowed sites' }).fill(`${school.origin}/some/page`)
  const preview = page.getByRole('region', { name: 'Preview of the widget' })
  await expect(stateIn(preview)).toHaveAttribute('data-state', 'Unknown')
  await server.cover()
  await expect(stateIn(preview)).toHaveAttribute('data-state', 'AllClear')
  expect(await faults(page)).toEqual([])
  await save(page)

  school.paste(code)
  stranger.paste(code)
  const visitor = await browser.newPage({ viewport: { width: 360, height: 800 } })
  const asked: string[] = []
  visitor.on('request', request => asked.push(new URL(request.url()).pathname))
  await visitor.goto(school.origin)
  const frame = visitor.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Norman Stadium' })).toBeVisible()
  await expect(frame.getByRole('status')).toContainText('All Clear')
  await expect(frame.getByRole('status')).toContainText('No lightning within 8 miles for 30 minutes.')
  // The widget loads its page and data and nothing else from us, sets no cookie, and is small.
  expect(
    [...new Set(asked)].filter(path => !/^\/(favicon\.ico)?$/.test(path)).map(path => path.split('/')[1]),
  ).toEqual(['embed', 'api'])
  expect(await visitor.context().cookies()).toEqual([])
  expect(await bytesOf(embedUrl)).toBeLessThan(60_000)

  await visitor.goto(stranger.origin)
  await expect(visitor.getByRole('heading', { name: 'Our school' })).toBeVisible()
  await expect.poll(() => visitor.frames().length).toBe(2)
  await expect(visitor.frameLocator('iframe').getByRole('status')).toHaveCount(0)
  await visitor.close()
})

test('a widget never stays green without the server or after a day of sleep', async ({ page }) => {
  await page.goto(embedUrl)
  const state = page.locator('.state')
  await expect(state).toHaveAttribute('data-state', 'AllClear')
  server.hang()
  await expect(state).toHaveAttribute('data-state', 'Unknown', { timeout: 30_000 })
  await expect(page.getByRole('status')).toContainText('Treat as unsafe.')
  server.goOn()
  await expect(state).toHaveAttribute('data-state', 'AllClear')

  await page.clock.install()
  await page.goto(embedUrl)
  await expect(state).toHaveAttribute('data-state', 'AllClear')
  server.hang()
  await page.clock.fastForward('24:00:00')
  await expect(state).toHaveAttribute('data-state', 'Unknown')
  server.goOn()
})

/** Sends 71 °F from a station of its own at the stadium. */
async function sendTemperature() {
  const reply = await fetch(server.baseURL + addInstrument.path, {
    method: addInstrument.method,
    headers: {
      authorization: `Bearer ${await server.tokenOf(people.admin)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      make: 'ecowitt',
      name: 'Press box',
      elevationFeet: 1170,
      latitude: 35.2058,
      longitude: -97.4423,
    }),
  })
  const { data } = (await reply.json()) as { data: { senderId: string; key: string } }
  const dateutc = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const fields = { PASSKEY: 'A'.repeat(32), stationtype: 'GW2000A', dateutc, tempf: '71.4', humidity: '48' }
  const body = new URLSearchParams({ ...fields, baromrelin: '29.92', windspeedmph: '5.1', interval: '30' })
  const sent = await fetch(`${server.baseURL}/data/report/${data.senderId}/${data.key}`, {
    method: 'POST',
    body,
  })
  expect(sent.status).toBe(200)
}

test('without the server, a widget’s number shows its time and then disappears, and its message ends', async ({
  page,
}) => {
  await sendTemperature()
  await open(page, '/widgets')
  await page.getByRole('link', { name: 'Open Stadium board' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Closed today')
  await page.getByRole('switch', { name: 'No Expiration?' }).uncheck()
  const inHalfAnHour = await page.evaluate(() => {
    const at = new Date(Date.now() + 30 * 60_000)
    at.setMinutes(at.getMinutes() - at.getTimezoneOffset())
    return at.toISOString().slice(0, 16)
  })
  await page.getByLabel('Expires').fill(inHalfAnHour)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Widget updated successfully.')).toBeVisible()

  await page.clock.install()
  await page.goto(embedUrl)
  const [value, message] = [page.locator('.primary .value'), page.getByText('Closed today')]
  const asOf = page.locator('.primary').getByText(/^As of /)
  await expect(value).toHaveText('71 °F', { timeout: 40_000 }) // earlier weather is kept for 20 seconds
  await expect(message).toBeVisible()
  await expect(asOf).toHaveCount(0)
  server.hang()
  await moveTime(page, 10 * minuteMs)
  await expect(asOf).toBeVisible()
  await expect(value).toHaveText('71 °F')
  await expect(message).toBeVisible()
  await moveTime(page, 25 * minuteMs)
  await expect(message).toHaveCount(0)
  await expect(value).toHaveText('71 °F')
  await moveTime(page, 30 * minuteMs)
  await expect(value).toHaveText('--')
  server.goOn()
})

test('a widget in a school’s page shows a delay and its countdown', async ({ page }) => {
  school.paste(code)
  await page.goto(school.origin)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('status')).toContainText('All Clear')
  await server.strikeNorman(29 * 60)
  await expect(frame.getByRole('status')).toContainText('Lightning Delay')
  await expect(frame.locator('.state-countdown')).toHaveText(/^0[01]:\d\d$/)
})

test('a widget is accessible and fits a narrow page', detail, async ({ page }) => {
  await widgetIsThere(page)
  await page.setViewportSize({ width: 300, height: 700 })
  await page.goto(embedUrl)
  // The delay of the test before this one may still last a minute.
  await expect(page.getByRole('status')).toContainText('All Clear', { timeout: 120_000 })
  expect(await faults(page)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
})

test('two tabs that edit the same widget lose no changes', detail, async ({ page, context }) => {
  await widgetIsThere(page)
  await open(page, '/widgets')
  await page.getByRole('link', { name: 'Open Stadium board' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Stadium board')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('textbox', { name: 'Name' }).fill('Scoreboard')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Widget updated successfully.')).toBeVisible()
  // The two people changed different fields, so both changes are kept, without a prompt.
  await page.getByRole('textbox', { name: 'Message' }).fill('Closed on Monday')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Widget updated successfully.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Scoreboard')
  // Both people changed the same field, so the second one is asked.
  await other.getByRole('textbox', { name: 'Message' }).fill('Open again')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Someone else changed this after you opened it.')).toBeVisible()
  await other.getByRole('button', { name: 'Keep mine' }).click()
  await expect(other.getByText('Someone else changed this after you opened it.')).toHaveCount(0)
  await expect(other.getByRole('textbox', { name: 'Message' })).toHaveValue('Open again')
  await other.close()
})

test('a widget can be shared by email, and is deleted only after confirmation', detail, async ({ page }) => {
  await open(page, '/Widgets')
  await page.getByRole('button', { name: 'Share Scoreboard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Scoreboard' })
  await dialog.getByLabel('Recipient email').fill('web@school')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await dialog.getByLabel('Recipient email').fill('web@school.test')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Email sent!')).toBeVisible()
  await page.getByRole('link', { name: 'Open Scoreboard' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText("Build your first widget – it's quick and simple!")).toBeVisible()
  await page.goto(embedUrl)
  await expect(page.getByText('This page is not available.')).toBeVisible()
})

test(
  'a Super Admin selects a customer first, and people without permission have no access',
  detail,
  async ({ page }) => {
    await open(page, '/widgets', people.superAdmin)
    await page.getByRole('button', { name: 'Add Widget' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Widget' })
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('Demo')
    await page.getByRole('option', { name: 'Demo Parks and Schools' }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(titled(page, 'Widget Builder')).toBeVisible()
    await expect(page).toHaveURL(/\/widgets\/\d+\/builder$/)
    await page.getByRole('link', { name: 'Back to Widgets' }).click()
    await expect(page).toHaveURL(/\/widgets$/)
    await page.context().clearCookies()
    await page.goto(server.baseURL)
    await fillSignIn(page, people.customer)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Widgets' })).toHaveCount(0)
    await page.goto(`${server.baseURL}/widgets`)
    await expect(page).toHaveURL(/\/Unauthorized$/)
  },
)
