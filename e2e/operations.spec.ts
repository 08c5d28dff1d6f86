import { expect, test, type Page } from '@playwright/test'
import { ingestStrikes } from '#contract/weather/lightning'
import { embeddedConnection } from '#server/platform/store/embedded-postgres'
import pg from 'pg'
import { detail } from './steps/detail.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs, people } from './steps/people.ts'

let server: OwnServer

test.beforeAll(async () => {
  server = await OwnServer.start('lightning')
})
test.afterAll(() => server.stop())
test.slow() // it has its own server, and half of the time is spent waiting for a feed to become overdue

async function open(page: Page, person: string, path: string) {
  await openAs(page, person, server.baseURL + path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test(
  'a stopped feed is visible to everyone, reported on the status page, and restarted there',
  detail,
  async ({ page, browser }) => {
    const elsewhere = await browser.newContext()
    const home = await elsewhere.newPage()
    await Promise.all([open(page, people.superAdmin, '/Status'), open(home, people.admin, '/')])

    const overall = page.getByRole('region', { name: 'Overall' })
    const checks = page.getByRole('region', { name: 'Checks' })
    const feed = page.getByRole('listitem', { name: 'Simulated lightning' })
    await expect(overall).toContainText('Everything is working')
    await expect(checks).toContainText('Database')
    await expect(checks).toContainText(
      /canary strike sent \d+ s ago took \d+ ms|Waiting for the first canary strike/,
    )
    await expect(feed).toContainText('Delivering')
    await expect(feed).toContainText(/Last delivery \d+ s ago, .+ [A-Z]{2,5}/)

    // Where the simulated weather has lightning, a delay stays a delay and shows that its countdown is unreliable.
    const clear = home.locator('article[data-shown="AllClear"]')
    await expect(clear.first()).toBeVisible()

    await expect(page.getByRole('region', { name: 'Feeds' }).getByRole('listitem').first()).toContainText(
      'Simulated lightning',
    )
    await expect(feed.getByRole('button', { name: 'Silent' })).toBeHidden()
    await feed.getByText('Drill: simulate a failure').click()
    await feed.getByRole('button', { name: 'Silent' }).click()
    const dialog = page.getByRole('dialog', { name: 'Simulate a failure of Simulated lightning?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(feed.getByRole('button', { name: 'Working' })).toHaveAttribute('aria-pressed', 'true')
    await feed.getByRole('button', { name: 'Silent' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()

    await expect(overall).toContainText(/Simulated lightning (is|are) not working/)
    await expect(page.getByText('Simulated lightning is set to fail: Silent')).toBeVisible()
    await expect(feed).toContainText('Not delivering')
    await expect(clear).toHaveCount(0) // lightning.spec.ts checks how quickly this happens
    await expect(home.locator('article[data-shown="Unknown"]').first()).toContainText('Unknown')

    await feed.getByRole('button', { name: 'Working' }).click()
    await expect(page.getByText('is set to fail')).toBeHidden()
    await expect(overall).toContainText('Everything is working')
    await expect(clear.first()).toBeVisible()
    await elsewhere.close()
  },
)

test('a server that does not respond is Unknown, never a stale green', async ({ page }) => {
  await open(page, people.superAdmin, '/Status')
  const overall = page.getByRole('region', { name: 'Overall' })
  await expect(overall).toHaveAttribute('data-state', 'works')
  await page.route('**/api/Status', route => route.abort())
  await expect(overall).toHaveAttribute('data-state', 'unknown')
  await expect(overall).toContainText('no recent update from the server')
  await expect(page.getByText(/^(OK|Delivering)$/)).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(overall).toHaveAttribute('data-state', 'works')
})

test('a failing background task is listed with its reason until it works again', detail, async ({ page }) => {
  const database = new pg.Client(embeddedConnection(server.environment['DATA_DIR'] ?? ''))
  await database.connect()
  await open(page, people.superAdmin, '/Status')
  const overall = page.getByRole('region', { name: 'Overall' })
  const tasks = page.getByRole('region', { name: 'Background tasks' })
  await expect(overall).toHaveAttribute('data-state', 'works')
  await expect(tasks).toBeHidden()
  await database.query('alter table reports rename to reports_away')
  await expect(tasks).toContainText(/Reports.*Failing.*does not exist.*Since/)
  await expect(overall).toContainText("Background task 'reports' is not working")
  await database.query('alter table reports_away rename to reports')
  await database.end()
  await expect(tasks).toBeHidden()
  await expect(overall).toHaveAttribute('data-state', 'works')
})

test('a response that never arrives shows Unknown once the last one is too old', async ({ page }) => {
  await page.clock.install()
  await open(page, people.superAdmin, '/Status')
  const overall = page.getByRole('region', { name: 'Overall' })
  await expect(overall).toHaveAttribute('data-state', 'works')
  await page.route('**/api/Status', () => {})
  await page.clock.fastForward(21_000)
  await expect(overall).toHaveAttribute('data-state', 'unknown')
})

test('a key is shown once, admits its source, and stops working when revoked', async ({ page }) => {
  async function statusOf(key: string): Promise<number> {
    const reply = await fetch(server.baseURL + ingestStrikes.path, {
      method: ingestStrikes.method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ strikes: [] }),
    })
    return reply.status
  }

  await open(page, people.superAdmin, '/FeedKeys')
  await page.getByRole('button', { name: 'Add a key' }).click()
  await page.getByLabel('Name').fill('Roof sensor')
  await page.getByRole('button', { name: 'Add key' }).dblclick()
  const made = page.getByRole('dialog', { name: 'Key for Roof sensor' })
  const key = await made.getByText(/^skf_\S+$/).innerText()
  await expect(made).toContainText(`curl ${server.baseURL}/ingest/strikes`)
  await expect(made.getByRole('button', { name: 'Copy' }).first()).toBeFocused()
  await page.mouse.click(5, 5)
  await expect(made).toBeVisible()
  await made.getByRole('button', { name: 'I’ve saved the key' }).click()
  await expect(made).toBeHidden()
  expect(await page.content()).not.toContain(key)

  const row = page.getByRole('row', { name: /Roof sensor/ })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('No')
  await expect(row).toContainText('Never')
  expect(await statusOf(key)).toBe(200)
  await page.reload()
  await expect(row).not.toContainText('Never')

  await row.getByRole('button', { name: 'Remove Roof sensor' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove Roof sensor' })
  await expect(remove).toContainText(
    'Are you sure you want to remove Roof sensor? This action cannot be undone.',
  )
  await remove.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toBeHidden()
  expect(await statusOf(key)).toBe(401)
})

test('a key can have its own area, which its feed shows', detail, async ({ page }) => {
  await open(page, people.superAdmin, '/FeedKeys')
  await page.getByRole('button', { name: 'Add a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a key' })
  await dialog.getByLabel('Name').fill('Alaska Network')
  await dialog.getByRole('combobox', { name: 'Area' }).click()
  await page.getByRole('option', { name: 'Box' }).click()
  const edges = { 'South edge': '72', 'North edge': '54', 'West edge': '170', 'East edge': '' }
  for (const [edge, degrees] of Object.entries(edges)) await dialog.getByLabel(edge).fill(degrees)
  const addKey = dialog.getByRole('button', { name: 'Add key' })
  await addKey.click()
  await expect(dialog).toContainText('East edge must be a number')
  await dialog.getByLabel('East edge').fill('-130')
  await addKey.click()
  await expect(dialog).toContainText('North edge must be north of the south edge')
  await dialog.getByLabel('South edge').fill('54')
  await dialog.getByLabel('North edge').fill('72')
  await dialog.getByLabel('Silent after (seconds)').fill('3')
  await addKey.click()
  await expect(dialog).toContainText('Seconds must be from 5 to 300')
  await dialog.getByLabel('Silent after (seconds)').fill('60')
  await dialog.getByLabel('License line').fill('Data: Alaska Network, CC BY 4.0')
  await dialog.getByLabel('Its coverage may prove All Clear').click()
  await expect(dialog).toContainText('Does it detect every strike in this area?')
  await addKey.click()
  await page.getByRole('button', { name: 'I’ve saved the key' }).click()

  const row = page.getByRole('row', { name: /Alaska Network/ })
  await expect(row).toContainText('54° N to 72° N, 170° E to 130° W')
  await expect(row).toContainText('Silent after 60 s')
  await expect(row).toContainText('Data: Alaska Network, CC BY 4.0')
  await page.goto(`${server.baseURL}/Status`)
  const feed = page.getByRole('listitem', { name: 'Feed key “Alaska Network”' })
  await expect(feed).toContainText('54° N to 72° N, 170° E to 130° W')
  await expect(feed).toContainText('Data: Alaska Network, CC BY 4.0')
  await expect(page.getByRole('listitem', { name: 'Simulated lightning' })).toContainText(
    'Continental United States, usually 2 s behind',
  )
})
