import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { everyState, givenReport, giveRecipients, giveReports } from './steps/given-reports.ts'
import { openAs, people } from './steps/people.ts'

test.slow() // each page is scanned in both themes

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export Data' })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function openReports(page: Page, person: string = people.admin) {
  await openAs(page, person, '/Reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
}

async function chooseStation(page: Page, name: string) {
  await dialog(page).getByRole('combobox', { name: 'Stations' }).fill(name)
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
}

test('a report is requested with the keyboard alone, generated, downloaded and deleted', async ({ page }) => {
  await openReports(page)
  await page.getByRole('button', { name: 'New report' }).focus()
  await page.keyboard.press('Enter')
  const name = dialog(page).getByLabel('Report name')
  await expect(name).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog(page).getByRole('button', { name: 'Crew hours' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(dialog(page).getByRole('button', { name: 'Last 7 days' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Choose at least one station.')).toBeVisible()
  for (let tabs = 0; tabs < 4; tabs++) await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('combobox', { name: 'Stations' })).toBeFocused()
  await page.keyboard.type('Norman')
  await expect(page.getByRole('option', { name: 'Norman High School' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(name).toHaveValue(/^Norman High School \d{4}-\d\d-\d\d to /)
  const title = `Crew hours ${Date.now()}`
  await name.press('ControlOrMeta+a')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Generate this report?' })
  await expect(question).toContainText('WBGT (Average, Maximum)')
  await expect(question).toContainText('About 50')
  await expect(question.getByRole('button', { name: 'Generate' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Your report is being built\. We will email it to you;/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Got it!' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New report' })).toBeFocused()

  const link = page.getByRole('link', { name: `Download CSV of ${title}` })
  await expect(link).toBeVisible()
  await expect(row(page, title)).toContainText('Ready')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('Norman High School')

  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page
    .getByRole('dialog', { name: `Remove ${title}` })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByText('Report deleted')).toBeVisible()
  await expect(row(page, title)).toHaveCount(0)
})

test(
  'invalid combinations are rejected with a reason, and nothing is discarded without a prompt',
  detail,
  async ({ page }) => {
    await giveReports(page, [])
    await giveRecipients(page)
    await openReports(page)
    await page.getByRole('button', { name: 'Create your first report' }).click()
    await chooseStation(page, 'Norman High School')
    await expect(dialog(page).getByText('Choose at least one observation.')).toBeVisible()
    const evapotranspiration = dialog(page).getByLabel('Evapotranspiration Accumulation')
    await evapotranspiration.check()
    await dialog(page).getByRole('button', { name: '60 min' }).click()
    await expect(evapotranspiration).not.toBeChecked()
    await evapotranspiration.focus()
    await expect(page.getByText('This data is only available for a 24 hour data interval.')).toBeVisible()
    await page.keyboard.press('Space')
    await expect(evapotranspiration).not.toBeChecked()

    await dialog(page).getByRole('button', { name: 'Crew hours' }).click()
    await dialog(page).getByRole('button', { name: 'Last month' }).click()
    await dialog(page).getByRole('button', { name: '15 min' }).focus()
    await expect(page.getByText('Update your date range to use this interval.')).toBeVisible()
    await dialog(page).getByLabel('Start date').fill('2026-01-01')
    await expect(
      dialog(page)
        .getByText(/^Your selected date range exceeds the 92-day limit for the 60 min interval/)
        .first(),
    ).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Generate' })).toBeDisabled()
    await dialog(page).getByLabel('From').selectOption('10:00 PM')
    await expect(
      dialog(page).getByText('Overnight: hours after midnight count toward the day the shift began.'),
    ).toBeVisible()
    await dialog(page).getByRole('combobox', { name: 'Recipients' }).click()
    await page.getByRole('option', { name: 'Everyone in Grounds (6)' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog(page).getByText('Finn Ford')).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'View more' }).click()
    await expect(dialog(page).getByText('Finn Ford')).toBeVisible()
    expect(await faults(page, '[role=dialog]')).toEqual([])

    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    const asked = page.getByRole('dialog', { name: 'Discard Changes?' })
    await asked.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await asked.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'New report' }).click()
    await expect(dialog(page).getByLabel('Start date')).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test('a failed request shows errors at the fields and can be retried', detail, async ({ page }) => {
  await giveReports(page, [])
  await giveRecipients(page)
  await openReports(page)
  await page.getByRole('button', { name: 'New report' }).click()
  await chooseStation(page, 'Norman High School')
  await dialog(page).getByRole('button', { name: 'Crew hours' }).click()
  await dialog(page).getByRole('button', { name: 'Last 7 days' }).click()
  const generate = async () => {
    await dialog(page).getByRole('button', { name: 'Generate' }).click()
    await page
      .getByRole('dialog', { name: 'Generate this report?' })
      .getByRole('button', { name: 'Generate' })
      .click()
  }
  await page.route('**/api/reports/generate', route =>
    route.fulfill({
      status: 400,
      json: {
        responseException: {
          message: 'Check the fields.',
          errors: { 'Filters.HardwareIds[0]': ['Norman High School is closed to you.'] },
        },
      },
    }),
  )
  await generate()
  await expect(page.getByText('Error requesting data.')).toBeVisible()
  await expect(dialog(page).getByText('Norman High School is closed to you.')).toBeVisible()
  await page.unroute('**/api/reports/generate')
  await page.route('**/api/reports/generate', route =>
    route.fulfill({ json: { data: givenReport({ state: 'Waiting', csvUrl: null, pdfUrl: null }) } }),
  )
  await generate()
  await page.getByRole('button', { name: 'Got it!' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('every report state is shown in words, also on a phone', detail, async ({ page }) => {
  await giveReports(page, everyState)
  await openReports(page)
  await expect(row(page, 'In line')).toContainText('Waiting')
  await expect(row(page, 'In work').getByRole('progressbar')).toHaveAttribute('value', '42')
  await expect(row(page, 'Finished')).toContainText(/Available until Sep 2, 2026, 9:02\sAM CDT/)
  await expect(row(page, 'Finished').getByRole('link')).toHaveCount(2)
  await expect(row(page, 'Given up')).toContainText('The stations have no data for these dates.')
  await expect(row(page, 'Given up')).toContainText('Ann Archer')
  await expect(row(page, 'Given up').getByRole('button')).toHaveCount(0)
  await expect(row(page, 'Long ago')).toContainText('Expired')
  expect(await faults(page)).toEqual([])

  // Unfinished reports are polled within seconds.
  await giveReports(page, [givenReport({ id: 4, name: 'In work' })])
  await expect(row(page, 'In work')).toContainText('Ready')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
})
