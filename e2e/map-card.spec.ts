import { expect, test, type Locator, type Page } from '@playwright/test'
import { detail } from './steps/detail.ts'
import { drawnFrame, giveRadar, slow } from './steps/given-weather.ts'
import { launchOptions } from './servers/launch-options.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs, people } from './steps/people.ts'
import { pixelCounts, veiled } from './steps/pixels.ts'
import { baseURL } from './servers/server.ts'

test.use({ launchOptions: launchOptions({ webgl: true }) })

const strikesCall = /\/api\/map\/ClusterStrikes/
const phoenix = { latitude: 33.4484, longitude: -112.074 }
const lostText = "Your map data got lost. Give us a moment and we'll find our way back to you!"

/** Colors that nothing else on the map has. There is no radar image, so a veil covers the land. */
const light = { land: veiled('#f4f5f2', 'light'), firstRing: '#d92d20', recentStrike: '#eab308' }
const dark = { land: veiled('#1b2536', 'dark'), firstRing: '#f97066', recentStrike: '#fde047' }

interface Watched {
  readonly violations: string[]
  readonly foreign: string[]
}

/** Records every content security policy violation and every external request. */
function watch(page: Page): Watched {
  const watched: Watched = { violations: [], foreign: [] }
  page.on('console', message => {
    if (/content security policy|trusted ?(html|script|type)/i.test(message.text()))
      watched.violations.push(message.text())
  })
  page.on('pageerror', error => watched.violations.push(error.message))
  page.on('request', request => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') watched.foreign.push(request.url())
  })
  return watched
}

/** Reports three strikes 10 minutes ago, north of Phoenix, and complete coverage. */
async function giveStrikes(server: OwnServer) {
  await server.cover()
  const time = new Date(Date.now() - 600_000).toISOString()
  const strikes = [0.1, 0.15, 0.2].map(north => ({
    id: `north ${north}`,
    time,
    latitude: phoenix.latitude + north,
    longitude: phoenix.longitude,
  }))
  await server.ingest({ strikes })
}

async function openMap(page: Page, origin = baseURL): Promise<Locator> {
  // Software rendering is slow, so the map is as small as possible from the first image on.
  await page.setViewportSize({ width: 800, height: 600 })
  await openAs(page, people.admin, `${origin}/`)
  const title = page.getByRole('heading', { level: 1 })
  const card = page.getByRole('region', { name: 'Map', exact: true })
  await expect(card).toBeVisible()
  if ((await title.textContent()) !== 'Phoenix Yard')
    await page.getByRole('button', { name: 'Phoenix Yard', exact: true }).click()
  await card.scrollIntoViewIfNeeded()
  return card
}

const drawn = (card: Locator) => expect(card.locator('[data-state="idle"]')).toBeVisible(slow)

/** Returns how many of the map's pixels have each of the given colors. */
const counts = (card: Locator, colours: readonly string[]) => pixelCounts(card.locator('canvas'), colours)

/** Whether land, the first ring and the strikes are all visible. */
async function isDrawnWith(card: Locator, { land, firstRing, recentStrike }: typeof light): Promise<boolean> {
  const [lands = 0, rings = 0, strikes = 0] = await counts(card, [land, firstRing, recentStrike])
  return lands > 20_000 && rings > 100 && strikes > 20
}

let server: OwnServer | undefined
test.afterEach(async () => {
  await server?.stop()
  server = undefined
})

test('the place, its rings and strikes are drawn in both themes and recover after a lost graphics context', async ({
  page,
}) => {
  test.slow()
  const { violations, foreign } = watch(page)
  server = await OwnServer.start()
  await giveStrikes(server)
  const card = await openMap(page, server.baseURL)
  await drawn(card)
  await expect(card).toContainText('Radar: not available')
  const map = card.getByRole('application')
  await expect(map).toHaveAccessibleName(/^Phoenix Yard with (a ring|rings) of [\d, and]+ miles; 3 strikes /)
  await expect(card).toContainText(/3 strikes within \d+ miles in the last 30 minutes, nearest 6\.9 mi N/)
  await expect.poll(() => isDrawnWith(card, light), slow).toBe(true)
  await expect(card).toContainText('Natural Earth, US Census Bureau, GeoNames')

  // Scrolling over the map scrolls the page until the map has the focus.
  await map.hover()
  const scrolled = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, -100)
  await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(scrolled)

  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => isDrawnWith(card, dark), slow).toBe(true)

  // Buttons zoom the map, and one button resets it.
  await map.focus()
  for (let step = 0; step < 3; step++) await card.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => isDrawnWith(card, dark), slow).toBe(false)
  await card.getByRole('button', { name: 'Re-center the map' }).click()
  await expect.poll(() => isDrawnWith(card, dark), slow).toBe(true)

  const extension = await card
    .locator('canvas')
    .evaluateHandle((canvas: HTMLCanvasElement) =>
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context'),
    )
  await extension.evaluate(lose => lose?.loseContext())
  await expect(card.getByRole('alert')).toContainText(lostText)
  await extension.evaluate(lose => lose?.restoreContext())
  await expect(card.getByRole('alert')).toBeHidden()
  await expect.poll(() => isDrawnWith(card, dark), slow).toBe(true)

  expect(violations).toEqual([])
  expect(foreign).toEqual([])
})

test('radar is on by default, and the menu lists every layer', detail, async ({ page }) => {
  test.slow()
  await giveRadar(page)
  const card = await openMap(page)
  await expect(card.getByText(/^Radar as of \d{1,2}:\d\d [AP]M \w+$/)).toBeVisible(slow)
  // The newest of the five frames.
  await expect.poll(() => drawnFrame(page), slow).toBe(4)

  const opener = card.getByRole('button', { name: 'Layers', exact: true })
  await opener.click()
  const menu = card.getByRole('group', { name: 'Layers', exact: true })
  await expect(menu.getByRole('checkbox')).toHaveCount(8)
  for (const name of [
    'Tropical Models',
    'Tropical Forecast',
    'Surface Analysis',
    'Storm Cells',
    'NWS Alerts',
  ])
    await expect(menu.getByRole('checkbox', { name })).not.toBeChecked()
  await expect(menu.getByRole('checkbox', { name: 'Road Conditions' })).not.toBeChecked()
  await expect(menu.getByRole('checkbox', { name: 'Lightning' })).toBeChecked()
  await menu.getByRole('checkbox', { name: /^Radar/ }).uncheck()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
  await expect.poll(() => drawnFrame(page), slow).toBe(-1)
  await expect(card.getByText('Radar as of')).toBeHidden()

  await page.reload()
  await card.scrollIntoViewIfNeeded()
  await drawn(card)
  await expect.poll(() => drawnFrame(page)).toBe(-1)

  // The station next to the place has its own popup with its name.
  await card.getByRole('button', { name: 'Re-center the map' }).click()
  const station = card.getByRole('dialog', { name: 'Phoenix Encanto Park' })
  await expect(async () => {
    await card.scrollIntoViewIfNeeded()
    const middle = await card.locator('canvas').boundingBox()
    if (!middle) throw new Error('There is no map')
    await page.mouse.click(middle.x + middle.width / 2 - 2, middle.y + middle.height / 2 - 3)
    await expect(station).toBeVisible({ timeout: 2000 })
  }).toPass(slow)
  await expect(station).toContainText('Temperature')
})

test(
  'strikes that fail to load are unknown, and a missing base map is reported',
  detail,
  async ({ page }) => {
    test.slow()
    await page.route(strikesCall, route => route.abort())
    await page.route('**/map/base.pmtiles', route => route.fulfill({ status: 404, body: '' }))
    const card = await openMap(page)
    const missed = card.getByText('Part of the map background could not be loaded.')
    await expect(missed).toBeVisible(slow)
    await expect(card).toContainText('Strikes are unknown')
    await expect(card.getByRole('application')).toHaveAccessibleName(/; strikes are unknown$/)
    await expect.poll(async () => (await counts(card, [light.firstRing]))[0], slow).toBeGreaterThan(100)

    await page.unroute('**/map/base.pmtiles')
    await expect(missed).toBeHidden(slow)
  },
)

test('without WebGL the card shows an error, and the rest of the page works', detail, async ({ page }) => {
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...rest: []) {
        return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest)
      },
    })
  })
  const card = await openMap(page)
  await expect(card.getByRole('alert')).toContainText(lostText)
  await expect(card.getByRole('alert')).toContainText('This browser cannot draw the map')
  // The notice stays inside its card instead of covering the rest of the page.
  const [note, around] = await Promise.all([card.getByRole('alert').boundingBox(), card.boundingBox()])
  expect(note?.y).toBeGreaterThan(around?.y ?? Infinity)
  expect(note?.height).toBeLessThan(around?.height ?? 0)
  await expect(card).toContainText(/strikes/i)
  await expect(page.getByRole('article', { name: 'Phoenix Yard' })).toBeVisible()
})
