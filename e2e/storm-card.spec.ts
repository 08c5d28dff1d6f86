import { expect, test, type Page, type Route } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { moveTime } from './steps/moved-time.ts'
import { openAs, people } from './steps/people.ts'

const arrival = /\/api\/location\/\d+\/StormArrival/
const minuteMs = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()

const asked = () => ({ asOf: inMinutes(-1), because: '', watched: 4, watchedMiles: 100 })
const none = () => ({ outlook: 'none', ...asked() })
const storm = (change: object = {}) => ({
  id: 'OUNA07QZ',
  issued: inMinutes(-4),
  distanceMiles: 42.3,
  bearingDegrees: 248,
  speedMph: 35.2,
  headingDegrees: 60,
  going: 'approaching',
  isHeadingHere: true,
  nearest: { miles: 3.2, at: inMinutes(70.5) },
  tvs: false,
  meso: true,
  severeHail: false,
  hail: true,
  ...change,
})
const coming = () => ({
  outlook: 'coming',
  ...asked(),
  rings: [
    { ring: 1, radiusMiles: 8, arrival: 'later' },
    { ring: 2, radiusMiles: 16, arrival: 'enters', at: inMinutes(45.5) },
    { ring: 3, radiusMiles: 26, arrival: 'enters', at: inMinutes(18.5) },
    { ring: 4, radiusMiles: 45, arrival: 'inside' },
  ],
  storms: [storm(), storm({ id: 'OUN00001', distanceMiles: 30, bearingDegrees: 300, isHeadingHere: false })],
})

const card = (page: Page) => page.getByRole('region', { name: 'Storm arrival' })
const give = (answer: () => object) => (route: Route) => route.fulfill({ json: { data: answer() } })

/** Selects a place on the open dashboard. */
async function select(page: Page, place: string) {
  await expect(card(page)).toBeVisible()
  // A place in a simulated delay would come first.
  const title = page.getByRole('heading', { level: 1 })
  if ((await title.textContent()) !== place)
    await page.getByRole('button', { name: place, exact: true }).click()
  await expect(title).toHaveText(place)
}

const faultsOfCard = async (page: Page) =>
  faults(page, `[aria-labelledby="${await card(page).getAttribute('aria-labelledby')}"]`)

// Responses are cached for a minute, so each test uses a different place.
test.describe('on one dashboard', () => {
  test.describe.configure({ mode: 'serial' })
  const message = 'Storm cells are currently unknown.'
  const unknown = (route: Route) =>
    route.fulfill({ status: 503, json: { responseException: { message, errors: {} } } })
  let page: Page
  let reply: (route: Route) => Promise<void> = unknown
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await page.route(arrival, route => reply(route))
    await openAs(page, people.admin)
  })
  test.afterAll(() => page.close())

  test('an unknown arrival is shown as unknown and can be retried', async () => {
    reply = unknown
    await select(page, 'Fresno Fields')
    await expect(card(page).getByRole('alert')).toContainText('Storm arrival is unknown')
    await expect(card(page).getByRole('alert')).toContainText(message)
    await expect(card(page)).not.toContainText('No storm')
    reply = give(coming)
    await card(page).getByRole('button', { name: 'Try again' }).click()
    await expect(card(page)).toContainText('Storm at Ring 3 in 18 min')
  })

  test('an approaching storm shows its time, position, hazards and arrival at each ring', async () => {
    reply = give(coming)
    await select(page, 'Norman Stadium')
    await expect(card(page)).toContainText('Storm at Ring 3 in 18 min')
    await expect(card(page)).toContainText('42 mi WSW · moving NE at 35 mph')
    await expect(card(page)).toContainText('If it stays on course')
    await expect(card(page).getByRole('list', { name: 'In this storm' }).getByRole('listitem')).toHaveText([
      'Rotation',
      'Hail',
    ])
    await expect(card(page).getByRole('list', { name: 'Arrival by ring' }).getByRole('listitem')).toHaveText([
      'Ring 1 · 8 miNot within 60 min',
      /^Ring 2 · 16 miabout \d+:\d\d [AP]M C[SD]T\s\(45\smin\)$/,
      /^Ring 3 · 26 miabout \d+:\d\d [AP]M C[SD]T\s\(18\smin\)$/,
      'Ring 4 · 45 miInside now',
    ])
    await expect(card(page).getByRole('img', { name: /The storm: 42 mi WSW/ })).toBeVisible()
  })

  test('the card is accessible, and nothing scrolls sideways on a phone', detail, async () => {
    reply = give(coming)
    await select(page, 'Norman Stadium')
    await expect(card(page)).toContainText('Storm at Ring')
    expect(await faultsOfCard(page)).toEqual([])
    const wide = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 360, height: 800 })
    await expect(card(page)).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(360)
    await page.setViewportSize(wide)
  })

  test('without a storm the card shows what is monitored and never implies safety', async () => {
    reply = give(none)
    await select(page, 'Phoenix Yard')
    await expect(card(page)).toContainText(/No (other )?storm is heading here/)
    await expect(card(page)).toContainText('4 storm cells are watched within 100 miles.')
    await expect(card(page)).toContainText(/As of \d+:\d\d [AP]M C[SD]T/)
    await expect(card(page)).not.toContainText(/all clear/i)
    expect(await faultsOfCard(page)).toEqual([])
  })

  test('the real server’s response is displayed', async () => {
    reply = route => route.continue()
    await select(page, 'Buffalo Depot')
    await expect(card(page)).toContainText(/As of \d+:\d\d/)
    await expect(card(page)).toContainText(
      /Storm (in|inside|passing|any)|No (other )?storm is heading here|Storms cannot be ruled out/,
    )
  })
})

test('minutes count down between responses, and a stale storm shows its age and then turns Unknown', async ({
  page,
}) => {
  await page.clock.install()
  await page.route(arrival, give(coming))
  await openAs(page, people.admin)
  await select(page, 'Norman Stadium')
  await expect(card(page)).toContainText('Storm at Ring 3 in 18 min')
  await page.route(arrival, route => route.abort())
  await moveTime(page, 2 * minuteMs)
  await expect(card(page)).toContainText('Storm at Ring 3 in 16 min')
  await expect(card(page).getByRole('alert')).toContainText(/This is from \d+:\d\d/)
  await moveTime(page, 14 * minuteMs)
  await expect(card(page)).toContainText('Storm arrival is unknown')
  await expect(card(page)).not.toContainText('Storm at Ring')
})
