import { expect, test, type Page } from '@playwright/test'
import { faults } from './axe.ts'
import { openAs, people } from './people.ts'

test.slow() // each page is read in both themes

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dataRows = (page: Page) => page.getByRole('table').locator('tbody tr')
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function openAir(page: Page, person: string) {
  await openAs(page, person, '/AirQuality')
  await expect(page.getByRole('heading', { level: 1, name: 'Air Quality' })).toBeVisible()
}

test('administrators see sensors with their index in words, sort and search them', async ({ page }) => {
  // A server that has just started takes in the past first.
  await expect(async () => {
    await openAir(page, people.admin)
    await expect(row(page, 'Fresno - Garland')).toContainText('Enabled', { timeout: 2000 })
  }).toPass()
  await expect(row(page, 'Fresno - Garland')).toContainText(
    /\d+(Good|Moderate|Unhealthy for Sensitive Groups|Unhealthy|Very Unhealthy|Hazardous)/,
  )
  const all = await dataRows(page).count()
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(dataRows(page).first()).toContainText('Amarillo')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('fr')
  await expect(dataRows(page)).toHaveCount(all)
  await search.fill('fresno')
  await expect(dataRows(page)).toHaveCount(1)
  await dataRows(page)
    .getByRole('img', { name: /^\w{3} \d+, \d{4}, .* C[SD]T$/ })
    .focus()
  await expect(page.locator('[popover]:popover-open')).toContainText(/C[SD]T/)
  await search.fill('nothing of that name')
  await expect(page.getByText('No matching sensors')).toBeVisible()
  await search.fill('')
  await expect(dataRows(page)).toHaveCount(all)
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
})

test('others see the air at their own locations, and what is not known is never good', async ({ page }) => {
  // The first location that is asked about stays without an answer, however often it is tried.
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

test('without sensors a wide sidebar has no entry for them, and the page says what to expect', async ({
  page,
}) => {
  await page.route('**/api/AirQuality', route => route.fulfill({ json: { data: [] } }))
  await openAir(page, people.admin)
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(page.getByText('No air quality sensors near your locations')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Reports' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Air Quality Index' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(main.getByRole('link', { name: 'Air Quality Index' })).toBeVisible()
})
