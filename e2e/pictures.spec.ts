import { expect, test } from '@playwright/test'
import { goTo, openAs, people } from './people.ts'

/** Pictures of every screen, to be looked at; with PICTURES=docs/pictures those of the documentation are made anew. */
const folder = process.env['PICTURES'] ?? 'test-results/pictures'

/** Each with its title. */
const screens = {
  home: ['/', 'Norman Stadium'],
  profile: ['/Profile', 'My Profile'],
  status: ['/Status', 'Status'],
  customers: ['/Customers', 'Customers'],
  'feed-keys': ['/FeedKeys', 'Feed Keys'],
  outbox: ['/Outbox', 'Outbox'],
  audit: ['/Audit', 'Audit Log'],
  nowhere: ['/Nowhere', 'There is no such page.'],
  unauthorized: ['/Unauthorized', 'You do not have access to view this page.'],
} as const

const widths = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** All four when they are made for the documentation; to see that everything fits, each width and each theme once. */
const wanted = (device: string, colorScheme: string) =>
  process.env['PICTURES'] !== undefined || (device === 'desktop') === (colorScheme === 'light')

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, viewport] of Object.entries(widths)) {
    if (!wanted(device, colorScheme)) continue
    test.describe(`${device}, ${colorScheme}`, () => {
      test.use({ colorScheme, viewport, reducedMotion: 'reduce' })
      test.slow()

      test('every screen fits', async ({ page }) => {
        await page.goto('/')
        await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
        await page.screenshot({ path: `${folder}/sign-in-${device}-${colorScheme}.png` })
        await page.setViewportSize(widths.desktop)
        await openAs(page, people.superAdmin)
        await page.setViewportSize(viewport)
        for (const [name, [path, title]] of Object.entries(screens)) {
          await goTo(page, path)
          await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          await page.screenshot({ path: `${folder}/${name}-${device}-${colorScheme}.png` })
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(overflow, name).toBeLessThanOrEqual(0)
        }
      })
    })
  }
}
