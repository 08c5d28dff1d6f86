import { expect, test, type Page } from '@playwright/test'
import { detail } from './steps/detail.ts'
import { launchOptions } from './servers/launch-options.ts'
import { goTo, openAs, people } from './steps/people.ts'

/** Screenshots of every screen for review. scripts/pictures.mjs takes only those for the documentation. */
const folder = process.env['PICTURES'] ?? 'test-results/pictures'
const forDocumentation = process.env['PICTURES'] !== undefined

test.use({ launchOptions: launchOptions({ webgl: forDocumentation }) })

/** The screens with their titles. */
const screens = {
  home: ['/', 'Home'],
  profile: ['/Profile', 'My Profile'],
  status: ['/Status', 'Status'],
  customers: ['/Customers', 'Customers'],
  'feed-keys': ['/FeedKeys', 'Feed Keys'],
  outbox: ['/Outbox', 'Outbox'],
  audit: ['/Audit', 'Audit Log'],
  nowhere: ['/Nowhere', 'Page not found'],
  unauthorized: ['/Unauthorized', 'You do not have access to view this page.'],
} as const

/** Demo places, each with a different kind of weather. */
const places = ['Norman Stadium', 'Phoenix Yard', 'Fresno Fields', 'Buffalo Depot'] as const

const widths = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/**
 * All four combinations for the documentation; otherwise each width and each theme once, to check that everything fits.
 */
const wanted = (device: string, colorScheme: string) =>
  forDocumentation || (device === 'desktop') === (colorScheme === 'light')

async function choose(page: Page, place: string) {
  const title = page.getByRole('heading', { level: 1 })
  const isThere = await title.textContent()
  if (isThere !== place) await page.getByRole('button', { name: place, exact: true }).click()
  await expect(title).toHaveText(place)
}

/** Takes a screenshot once everything has loaded, and checks that nothing overflows. */
async function takePicture(page: Page, name: string, fullPage = false) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // A map that is not near the screen does not load.
  await expect(page.getByRole('status', { name: /^Loading (?!the map)/ })).toHaveCount(0)
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, name).toBeLessThanOrEqual(0)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, viewport] of Object.entries(widths)) {
    if (!wanted(device, colorScheme)) continue
    test.describe(`${device}, ${colorScheme}`, detail, () => {
      test.use({ colorScheme, viewport })
      test.slow()

      test('every screen fits', async ({ page }) => {
        test.skip(forDocumentation, 'the documentation shows only the dashboard')
        await page.goto('/')
        await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
        await page.screenshot({ path: `${folder}/sign-in-${device}-${colorScheme}.png` })
        await page.setViewportSize(widths.desktop)
        await openAs(page, people.superAdmin)
        await page.setViewportSize(viewport)
        for (const [name, [path, title]] of Object.entries(screens)) {
          await goTo(page, path)
          await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
          await takePicture(page, `${name}-${device}-${colorScheme}`)
        }
      })

      test('the dashboard fits in every kind of weather', async ({ page }) => {
        test.skip(!forDocumentation, 'its own tests cover it')
        await page.setViewportSize(widths.desktop)
        await openAs(page, people.admin)
        await expect(async () => {
          await page.reload()
          await choose(page, places[0])
          await expect(page.getByRole('main')).toContainText(/Conditions Timeline.*in 3 hours/, {
            timeout: 10_000,
          })
          // On a server that has just started, the history loads last and must be a line, not a point.
          await expect(page.getByRole('main')).not.toContainText(
            /taking a breather|(-?\d+\.\d) to \1 °F in 3 hours/,
          )
        }).toPass({ timeout: 120_000 })
        await page.setViewportSize(viewport)
        // On a phone the cards render when they are near the visible area.
        const first =
          device === 'phone'
            ? page.getByRole('list', { name: 'Rings' })
            : page.getByRole('region', { name: 'Air Quality' })
        await expect(first).toBeVisible()
        await takePicture(page, `dashboard-${device}-${colorScheme}`)
        // All places in the default look. The other variants differ only in colors and columns.
        for (const place of device === 'desktop' && colorScheme === 'light' ? places : []) {
          await choose(page, place)
          await expect(page.getByRole('region', { name: 'Delay history' })).toBeVisible()
          // The map is drawn when it is near the visible area.
          await page.getByRole('region', { name: 'Map' }).scrollIntoViewIfNeeded()
          await expect(page.locator('[data-state=idle] canvas')).toBeVisible({ timeout: 60_000 })
          await page.evaluate(() => scrollTo(0, 0))
          const name = place.split(' ')[0]?.toLowerCase() ?? place
          await takePicture(page, `whole-dashboard-${name}`, true)
        }
      })
    })
  }
}
