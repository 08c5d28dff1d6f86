import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { openAs, people } from './steps/people.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a station’s history can be viewed, exported and shared', async ({ page, browser }, info) => {
  await openAs(page, people.admin)
  await page.getByRole('link', { name: 'View history' }).click()
  await expect(page).toHaveTitle(/Skywarden/)
  const history = card(page, 'Historical Data')
  await expect(history.getByRole('button', { name: '7 Days' })).toHaveAttribute('aria-pressed', 'true')
  await expect(history.getByRole('button', { name: 'Export Historical Report' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^View from / })).toBeVisible()
  expect(await faults(page)).toEqual([])

  await history.getByRole('button', { name: 'Hourly' }).click()
  const temperature = history.getByRole('slider', { name: 'Temperature (°F)' })
  await expect(temperature).toHaveAttribute('aria-valuemax', '24')
  await temperature.press('Home')
  await expect(temperature).toHaveAttribute('aria-valuenow', '1')
  await temperature.press('ArrowRight')
  await expect(temperature).toHaveAttribute('aria-valuetext', /[AP]M: \d/)
  await temperature.press('+')
  await expect(temperature).toHaveAttribute('aria-valuemax', '12')
  await temperature.press('Escape')
  await expect(temperature).toHaveAttribute('aria-valuemax', '24')
  const box = await temperature.boundingBox()
  if (!box) throw new Error('The chart is not drawn')
  await page.mouse.move(box.x + box.width / 2, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 60, box.y + 40, { steps: 4 })
  await page.mouse.up()
  // The zoom applies to the other charts too.
  await expect(history.getByRole('slider', { name: 'Precipitation (in)' })).not.toHaveAttribute(
    'aria-valuemin',
    '1',
  )
  await history.getByRole('button', { name: 'Reset zoom' }).click()
  await history.getByRole('button', { name: 'Table' }).click()
  await expect(history.getByRole('row')).toHaveCount(25)

  await history.getByRole('button', { name: 'Custom' }).click()
  await history.getByLabel('Start date').fill('2020-01-01')
  await expect(
    history.getByText(
      'Custom Range must be at most 90 days. Try exporting data if longer date range is needed.',
    ),
  ).toBeVisible()

  await card(page, 'Condition Snapshots')
    .getByRole('button', { name: /^Export Data/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Export Data' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  const file = info.outputPath('snapshots.csv')
  await download.saveAs(file)
  expect(await readFile(file, 'utf8')).toContain('Lightning strikes within 10 miles')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('link', { name: 'View history' })).toBeVisible()
  await page.goForward()

  const visitor = await (await browser.newContext()).newPage()
  const path = /\/Historical\/\d+/.exec(page.url())?.[0] ?? ''
  await visitor.goto(path)
  await expect(
    visitor.getByRole('heading', { name: 'You do not have access to view this page.' }),
  ).toBeVisible()
  await page.getByRole('switch', { name: 'Public page' }).click()
  await expect(page.getByText('Public link')).toBeVisible()
  const provided = '**/api/public/Provider'
  const siteUrl = 'https://provider.example.org'
  await visitor.route(provided, route => route.fulfill({ json: { data: { siteUrl } } }))
  await visitor.reload()
  await expect(card(visitor, 'Historical Data')).toBeVisible()
  await expect(visitor.getByRole('button', { name: /Export|Back/ })).toHaveCount(0)
  const provider = visitor.getByRole('banner').getByRole('link', { name: 'Skywarden' })
  await expect(provider).toHaveAttribute('href', siteUrl)
  await visitor.unroute(provided)
  await expect(visitor.getByRole('img', { name: /^View from / })).toBeVisible()

  await visitor.goto(`${path}/${encodeURIComponent('https://elsewhere.test/picture.jpg')}`)
  await expect(visitor.getByText('The image in this address is not from this station.')).toBeVisible()
  await expect(visitor.getByRole('img', { name: /^View from / })).toHaveCount(0)
  await page.getByRole('switch', { name: 'Public page' }).click()
  await expect(page.getByText('Public link')).toBeHidden()
  await visitor.getByRole('link', { name: 'Skywarden' }).click()
  await expect(visitor.getByLabel('Email or user name')).toBeVisible()
})
