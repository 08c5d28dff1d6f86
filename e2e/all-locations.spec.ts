import { expect, test, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { openAs, people } from './steps/people.ts'

test.slow() // pages are loaded several times

// Ignores requests that are in flight when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** Lists 60 locations: the demo's, and others that the server does not know. */
async function giveSixty(page: Page) {
  await page.route('**/api/location', async route => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: { id: number; label: string }[] }
    const many = Array.from({ length: 60 }, (_each, index) => ({
      ...data[index % data.length],
      ...(index < data.length ? {} : { id: 1000 + index, label: `Field ${index}` }),
    }))
    await route.fulfill({ json: { data: many } })
  })
}

test('Back returns to the previously viewed place, and Forward to the next', detail, async ({ page }) => {
  await openAs(page, people.admin)
  const titled = (name: string) => page.getByRole('heading', { level: 1, name })
  const strip = page.getByRole('region', { name: 'Other locations' })
  await expect(page.getByRole('article', { name: /^Lightning Status at/ })).toBeVisible()
  await strip.getByRole('button', { name: 'Tampa Pier' }).click()
  await expect(titled('Tampa Pier')).toBeVisible()
  await strip.getByRole('button', { name: 'Phoenix Yard' }).click()
  await expect(titled('Phoenix Yard')).toBeVisible()
  await page.goBack()
  await expect(titled('Tampa Pier')).toBeVisible()
  await page.reload()
  await expect(titled('Tampa Pier')).toBeVisible()
  await page.goForward()
  await expect(titled('Phoenix Yard')).toBeVisible()

  await page.getByRole('link', { name: /^You have \d+ location\(s\) in a policy warning/ }).click()
  await page.getByRole('link', { name: 'Buffalo Depot' }).click()
  await expect(titled('Buffalo Depot')).toBeVisible()
  await page.goBack()
  await expect(titled('All locations')).toBeVisible()
  await page.goBack()
  await expect(titled('Phoenix Yard')).toBeVisible()
})

test(
  'sixty locations are all visible, searchable, grouped and reachable by keyboard',
  detail,
  async ({ page }) => {
    await giveSixty(page)
    await openAs(page, people.admin, '/?view=all')
    const main = page.getByRole('main')
    const tiles = main.locator('[data-place]')
    await expect(tiles).toHaveCount(60)
    // Places that the server does not know are Unknown, and never listed as clear.
    await page.getByLabel('Groups').selectOption('By state')
    const unknown = page.getByRole('region', { name: 'Unknown: treat as unsafe' })
    await expect(unknown.locator('[data-place]')).toHaveCount(54)
    await expect(unknown.locator('[data-shown]').first()).toHaveAttribute('data-shown', 'Unknown')
    expect(await faults(page)).toEqual([])

    await page.getByLabel('Search locations').fill('norman stad')
    await expect(tiles).toHaveText(['Norman Stadium'])
    await page.getByLabel('Search locations').press('ArrowDown')
    await expect(tiles.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Norman Stadium' })).toBeVisible()

    await page.getByRole('button', { name: 'Worst first' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Worst first' })).toHaveAttribute('aria-pressed', 'true')
  },
)

test(
  'with sixty locations the strip can be paged, and its idle cards do not update',
  detail,
  async ({ page }) => {
    await giveSixty(page)
    await openAs(page, people.admin)
    const strip = page.getByRole('region', { name: 'Other locations' })
    await expect(strip.getByRole('article')).toHaveCount(59)
    await expect(strip.getByRole('button', { name: 'Locations to the left' })).toBeDisabled()
    await strip.getByRole('button', { name: 'Locations to the right' }).click()
    await expect(strip.getByRole('button', { name: 'Locations to the left' })).toBeEnabled()

    const changesInThreeSeconds = () =>
      strip.evaluate(
        element =>
          new Promise<number>(resolve => {
            let count = 0
            const watch = new MutationObserver(records => {
              count += records.length
            })
            watch.observe(element, { subtree: true, childList: true, characterData: true, attributes: true })
            setTimeout(() => resolve(count), 3000)
          }),
      )
    // Once everything has loaded, only a place in delay changes, once a second.
    await expect.poll(changesInThreeSeconds).toBeLessThan(20)
  },
)
