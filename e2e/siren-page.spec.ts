import { expect, test, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs, people } from './steps/people.ts'
import { detail } from './steps/detail.ts'

let server: OwnServer

test.describe.configure({ mode: 'serial' })
test.slow() // the tests wait for leases to expire
test.beforeAll(async () => {
  server = await OwnServer.start()
})
test.afterAll(() => server.stop())

const path = '/public/DemoParksandSchools/NormanStadiumSiren/Widget'
const stateOf = (page: Page) => page.getByRole('article')

test('the public page shows All Clear, the remaining delay or Unknown across the whole screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(server.baseURL + path)
  await expect(page.getByRole('heading', { name: 'Norman Stadium' })).toBeVisible()
  await expect(stateOf(page)).toHaveAttribute('data-state', 'Unknown')
  await server.cover()
  await expect(page.getByRole('status')).toContainText('All Clear')
  expect(await faults(page)).toEqual([])
  expect(await stateOf(page).evaluate(each => each.getBoundingClientRect().height)).toBeGreaterThanOrEqual(
    844,
  )
  await server.strikeNorman()
  await expect(stateOf(page)).toHaveAttribute('data-state', 'Delay')
  await expect(page.locator('.state-countdown')).toHaveText(/^(29:[0-5]\d|30:00)$/)
  expect(await faults(page)).toEqual([])
  expect(await page.context().cookies()).toEqual([])

  await server.kill()
  await expect(page.getByText('Failed to get data')).toBeVisible({ timeout: 40_000 })
  await expect(stateOf(page)).toHaveAttribute('data-state', 'Failed')
  await expect(page.getByRole('status')).toContainText('Treat as unsafe.')
  await server.launch()
  await expect(stateOf(page)).toHaveAttribute('data-state', 'Delay', { timeout: 90_000 })
})

test(
  'a siren has a QR code and a printable sign, and a public page only while it is turned on',
  detail,
  async ({ page }) => {
    await openAs(page, people.admin, `${server.baseURL}/Hardware`)
    const more = page.getByRole('button', { name: 'More for Norman Stadium Siren' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Public page' }).click()
    const dialog = page.getByRole('dialog', { name: 'Public page of Norman Stadium Siren' })
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expect(dialog).toContainText(server.baseURL + path)
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('When thunder roars, go indoors.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Edit Norman Stadium Siren' }).click()
    await page.getByRole('switch', { name: 'Anyone can see this siren’s status' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('OWS Settings Successfully Updated')).toBeVisible()
    await more.click()
    await page.getByRole('menuitem', { name: 'Public page' }).click()
    await expect(dialog).toContainText('This siren’s public page is off.')
    await expect.poll(async () => (await page.request.get(server.baseURL + path)).status()).toBe(404)

    // An unknown name reveals no more than a page that is off.
    const off = await page.request.get(server.baseURL + path)
    const nobody = await page.request.get(`${server.baseURL}/public/Nobody/Nothing/Widget`)
    expect(nobody.status()).toBe(404)
    expect(await nobody.text()).toBe(await off.text())
    await page.goto(server.baseURL + path)
    await expect(page.getByText('This page is not available.')).toBeVisible()
  },
)
