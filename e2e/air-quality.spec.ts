import { expect, test, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { openAs, people } from './steps/people.ts'

test.slow() // each page is scanned in both themes

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dataRows = (page: Page) => page.getByRole('table').locator('tbody tr')
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function openAir(page: Page, person: string) {
  await openAs(page, person, '/AirQuality')
  await expect(page.getByRole('heading', { level: 1, name: 'Air Quality' })).toBeVisible()
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Serves more sensors than fit on one page. A newly started server has only a few. */
async function giveSensors(page: Page) {
  const sensors = Array.from({ length: 12 }, (_sensor, index) => ({
    id: index + 1,
    name: `Sensor ${index + 1}`,
    customerName: null,
    status: index !== 1,
    lastActivity: index === 2 ? null : minutesAgo(5),
    pM2_5: { nowcast: 10 + index * 20 },
    pM10: { nowcast: index === 1 ? null : 12 },
  }))
  await page.route('**/api/AirQuality', route => route.fulfill({ json: { data: sensors } }))
}

test('administrators see each sensor’s AQI category and can sort and search sensors', async ({ page }) => {
  await giveSensors(page)
  await openAir(page, people.admin)
  await expect(dataRows(page)).toHaveCount(10)
  await expect(dataRows(page).nth(0)).toContainText(/10Good.*12Good.*Enabled.*5 minutes ago/)
  await expect(dataRows(page).nth(1)).toContainText(/30Good.*Unknown.*Disabled/)
  await expect(dataRows(page).nth(2)).toContainText('No activity yet')
  await dataRows(page)
    .nth(0)
    .getByRole('img', { name: /^\w{3} \d+, \d{4}, .* C[SD]T$/ })
    .focus()
  await expect(page.locator('[popover]:popover-open')).toContainText(/C[SD]T/)
  await page.getByRole('button', { name: 'PM2.5' }).click()
  await expect(dataRows(page).first()).toContainText('230Very Unhealthy')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(dataRows(page)).toHaveCount(2)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('12')
  await expect(page.getByText('12 sensors')).toBeVisible()
  await search.fill('sensor 12')
  await expect(dataRows(page)).toHaveCount(1)
  await search.fill('nothing of that name')
  await expect(page.getByText('No matching sensors')).toBeVisible()
  await search.fill('')
  await expect(page.getByText('12 sensors')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
})

test('other people see air quality at their own locations, and unknown is never shown as good', async ({
  page,
}) => {
  // The first requested location never gets a response, however often it is retried.
  let lost: string | undefined
  await page.route('**/api/AirQuality/Location/*', route => {
    const address = route.request().url()
    lost ??= address
    return address === lost ? route.abort() : route.fallback()
  })
  await openAir(page, people.customer)
  await expect(row(page, 'Buffalo Depot')).toContainText('No sensor within 10 miles')
  await expect(row(page, 'Fresno Fields')).toContainText('PM2.5, the main pollutant')
  await expect(row(page, 'Fresno Fields')).toContainText(/Fresno - Garland, \d\.\d\d miles/)
  const unknown = dataRows(page).filter({ hasText: 'The server did not respond' })
  await expect(unknown).toHaveCount(1)
  await expect(unknown).toContainText('Unknown')
  await expect(unknown).not.toContainText('Good')
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
})

test(
  'without sensors the wide sidebar has no Air Quality link, and the page explains why it is empty',
  detail,
  async ({ page }) => {
    await page.route('**/api/AirQuality', route => route.fulfill({ json: { data: [] } }))
    await openAir(page, people.admin)
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect(page.getByText('No air quality sensors near your locations')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Reports' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Air Quality Index' })).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(main.getByRole('link', { name: 'Air Quality Index' })).toBeVisible()
  },
)
