import { expect, test, type Page } from '@playwright/test'
import {
  startInformacast,
  type InformacastServer,
} from '#server/house/tests/integrations/informacast.testing'
import { startReceiver, type Receiver } from '#server/rooms/integrations/receiver.testing'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs, people } from './steps/people.ts'

let server: OwnServer
let informacast: InformacastServer
let receiver: Receiver

test.beforeAll(async () => {
  informacast = await startInformacast({ token: 'a good token' })
  receiver = await startReceiver()
  server = await OwnServer.start('none', {
    SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8',
    INFORMACAST_URL: informacast.url,
  })
  await server.cover()
})
test.afterAll(async () => {
  await server.stop()
  await informacast.close()
  await receiver.close()
})
test.slow() // starting its own server takes time

const open = (page: Page, person: string, path: string) => openAs(page, person, server.baseURL + path)

async function choose(page: Page, label: string, option: string) {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByLabel(label, { exact: true }))
    .first()
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an administrator connects InformaCast, adds a trigger and sees its result', async ({ page }) => {
  await open(page, people.admin, '/Integrations')
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
  await expect(page.getByText('Review and manage your enabled integrations')).toBeVisible()
  await expect(
    page.getByText('Send policy alerts to your organization members through InformaCast'),
  ).toBeVisible()
  await expect(
    page.getByText('Enable users to log in with your identity provider through SSO authentication'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage SSO Configuration' })).toBeVisible()

  await page.getByRole('button', { name: 'Connect to Singlewire' }).click()
  const connect = page.getByRole('dialog')
  const save = connect.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await expect(connect.getByPlaceholder('Service Account Token')).toHaveAttribute('type', 'password')
  await expect(connect.getByRole('link', { name: 'Learn more' })).toBeVisible()
  await connect.getByLabel('API Token', { exact: true }).fill('a bad token')
  await save.click()
  await expect(page.getByText('Unable to verify Singlewire credentials')).toBeVisible()
  await expect(page.getByText('Verify your API token and try again').first()).toBeVisible()
  await connect.getByLabel('API Token', { exact: true }).fill('a good token')
  await save.click()
  await expect(page.getByText('Singlewire configuration saved')).toBeVisible()

  await expect(page).toHaveURL(/\/Integrations\/Singlewire$/)
  await expect(page.getByText("You don't have any scenario triggers added")).toBeVisible()
  await expect(page.getByText('Add a scenario trigger to continue.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Scenario Trigger' }).click()
  const add = page.getByRole('dialog', { name: 'Add Scenario Trigger' })
  await expect(add.getByRole('button', { name: 'Save' })).toBeDisabled()
  await choose(page, 'Policy Group', 'Athletics')
  await choose(page, 'At Location', 'Norman Stadium')
  await choose(page, 'Scenario', 'Lightning: Seek Shelter')
  await choose(page, 'At Site', 'Stadium')
  await expect(add).toContainText(
    'When Policy Group Athletics is triggered at Norman Stadium → Trigger Scenario Lightning: Seek Shelter at site Stadium',
  )
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Singlewire notification scenario saved')).toBeVisible()
  const table = page.getByRole('region', { name: 'Table: Singlewire Scenario Triggers' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('At Singlewire Site')
  await expect(
    page.getByText(
      'When a Policy Group is triggered at a Location, the corresponding Scenario will be triggered at a Site in the Singlewire platform',
    ),
  ).toBeVisible()
  expect(await faults(page)).toEqual([])

  await server.strikeNorman()
  const log = page.getByRole('region', { name: 'Table: Delivery log' })
  await expect(log).toContainText('Triggered')
  await expect(log).toContainText('Lightning Zone 1')
  expect(informacast.triggered).toHaveLength(1)

  await page.getByRole('button', { name: /^Delete the trigger/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Scenario Trigger Deleted')).toBeVisible()
  await expect(page.getByText("You don't have any scenario triggers added")).toBeVisible()
})

test('a webhook is added, tested and notified of lightning', async ({ page }) => {
  await open(page, people.admin, '/Integrations')
  await page.getByRole('button', { name: 'Manage webhooks' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Scoreboard')
  await dialog.getByLabel('Address').fill('http://10.0.0.1/hooks')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText(/https:\/\/ address on the public internet/).first()).toBeVisible()
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await dialog.getByRole('button', { name: 'I’ve saved the secret' }).click()

  await page.getByRole('button', { name: /Scoreboard/ }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const log = page.getByRole('region', { name: 'Table: Delivery log of Scoreboard' })
  await expect(log.getByRole('row', { name: /TEST/ })).toContainText('Arrived')
  expect(receiver.received.some(({ body }) => body.includes('"type":"TEST"'))).toBe(true)
  await server.strikeNorman()
  await expect(log.getByRole('row', { name: /DELAY/ }).first()).toContainText('Arrived')
  expect(await faults(page)).toEqual([])
})

test('people without access see whom to contact', detail, async ({ page }) => {
  await open(page, people.customer, '/Integrations')
  await page.getByRole('button', { name: 'Request Access' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Request Access' })).toContainText(
    'Ask an administrator of your organization.',
  )
})

test('an Assistant Admin can view but not change integrations', detail, async ({ page }) => {
  await open(page, people.assistant, '/Integrations/Webhooks')
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a webhook' })).toHaveCount(0)
})

test('a CAP feed needs only its URL, and Home Assistant gets its own key', detail, async ({ page }) => {
  await open(page, people.admin, '/Integrations')
  await page.getByRole('button', { name: 'Manage feeds' }).click()
  await page.getByRole('button', { name: 'Add a CAP feed' }).click()
  await choose(page, 'Location', 'Norman Stadium')
  await page.getByRole('button', { name: 'Add feed' }).click()
  const address = (await page.getByText(/\/feeds\/cap\//).textContent()) ?? ''
  await page.getByRole('button', { name: 'I’ve saved the address' }).click()
  const answer = await fetch(address)
  expect(answer.headers.get('content-type')).toContain('application/atom+xml')
  expect(await answer.text()).toContain('Weather alerts for Norman Stadium')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await expect(page.getByText(/^homeassistant:\d+$/)).toBeVisible()
  await page.getByRole('button', { name: 'I’ve saved the key' }).click()
  await expect(page.getByRole('button', { name: 'Revoke the key' })).toBeVisible()
  expect(await faults(page)).toEqual([])
})
