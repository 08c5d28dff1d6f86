import { expect, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { openAgain, test } from './steps/one-page.ts'
import { OwnServer } from './servers/own-server.ts'
import { people } from './steps/people.ts'

let server: OwnServer

test.describe.configure({ mode: 'serial' }) // the history grows with each test
test.slow()
test.beforeAll(async () => {
  server = await OwnServer.start()
})
test.afterAll(() => server.stop())

async function open(page: Page, person: string, path: string, heading: string) {
  await openAgain(page, person, path, server.baseURL)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

const openMass = (page: Page, person: string) => open(page, person, '/MassNotify', 'Notify Users')
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const sent = (page: Page) => history(page).locator('ul > li')
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function choose(page: Page, label: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('people who are not administrators have no access', async ({ page }) => {
  await openAgain(page, people.customer, '/Profile', server.baseURL)
  await page.goto(`${server.baseURL}/MassNotify`)
  await page.waitForURL('**/Unauthorized')
})

test('a message is previewed, sent once, tracked, and reused', async ({ page }) => {
  await openMass(page, people.admin)
  await expect(history(page)).toContainText("You haven't sent any messages. Try sending one!")
  await sendButton(page).click()
  await expect(page.getByText('Choose at least one person or user group.')).toBeVisible()
  await expect(page.getByText('Message is required')).toBeVisible()
  expect(await faults(page)).toEqual([])

  await message(page).fill('x'.repeat(480))
  await expect(page.getByText('20 characters left')).toHaveAttribute('data-tone', 'error')
  await message(page).fill('The pool is closed.')
  await expect(page.getByText('481 characters left')).toHaveAttribute('data-tone', 'quiet')
  await page.getByRole('combobox', { name: 'Recipients' }).fill('nobody of that name')
  await expect(page.getByText('No Users')).toBeVisible()
  await page.getByRole('combobox', { name: 'Recipients' }).fill('')
  await choose(page, 'Recipients', 'Demo Assistant')
  await choose(page, 'Recipients', 'Demo Customer')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('2 people')
  await expect(preview).toContainText('within seconds')
  await expect(preview).toContainText('Kept in the outbox: no provider is set up.')
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(preview).toContainText('2 people cannot be reached this way')
  await expect(preview).toContainText('No phone number (Demo Assistant, Demo Customer)')
  await sendButton(page).click()
  await expect(toast(page, 'Error sending message')).toBeVisible()
  await expect(page.getByText('Recipients includes no one who can be reached.')).toBeVisible()
  await page.getByRole('button', { name: 'Text and email' }).click()
  await expect(preview.getByText('cannot be reached')).toHaveCount(0)

  // The response is lost in transit. Pressing the button again sends the same message, not a second one.
  await page.route('**/api/MassNotify', async (route, request) => {
    if (request.method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await sendButton(page).click()
  await expect(page.getByText(/^No response from the server/)).toBeVisible()
  await page.unroute('**/api/MassNotify')
  await sendButton(page).dblclick()
  await expect(toast(page, 'Message sent')).toBeVisible()
  await expect(message(page)).toHaveValue('')
  await expect(page.getByText('Delivered to 0 of 2.')).toBeVisible()
  await expect(sent(page)).toHaveCount(1)
  await expect(sent(page)).toContainText('Not sent to 2')
  await expect(sent(page)).toContainText('Kept in the outbox: no provider is set up.')
  await sent(page).getByText('Names').click()
  await expect(sent(page)).toContainText('Demo Assistant')
  expect(await faults(page)).toEqual([])

  await page.getByRole('button', { name: 'New Message to Recipients' }).click()
  await expect(message(page)).toHaveValue('The pool is closed.')
  await expect(preview).toContainText('2 people')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
})

test('sending to more than 100 people requires typing the count, and stops if the list changed', async ({
  page,
}) => {
  await openMass(page, people.admin)
  await page.route('**/api/MassNotify/Preview', route =>
    route.fulfill({
      json: {
        data: {
          recipients: 142,
          byText: 0,
          byEmail: 142,
          providers: { sms: true, email: true },
          unreachable: [],
          estimatedSeconds: 70,
        },
      },
    }),
  )
  await choose(page, 'Recipients', /^Grounds \(\d+\)$/)
  await message(page).fill('Everybody go inside.')
  await expect(page.getByText('in about 1 minute')).toBeVisible()
  await sendButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Send to many people' })
  const confirm = dialog.getByRole('button', { name: 'Send Message' })
  await expect(dialog).toContainText('This message goes to 142 people.')
  await dialog.getByLabel('Type 142 to send it').fill('14')
  await expect(confirm).toBeDisabled()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await dialog.getByLabel('Type 142 to send it').fill('142')
  await confirm.click()
  await expect(toast(page, 'Error sending message')).toBeVisible()
  await expect(page.getByText(/^The recipients have changed/).first()).toBeVisible()
  await expect(sent(page)).toHaveCount(1)
})

test(
  'the history has four messages per page, and an Assistant Admin writes to their own group and sees their own messages',
  detail,
  async ({ page }) => {
    await openMass(page, people.assistant)
    await expect(history(page)).toContainText("You haven't sent any messages. Try sending one!")
    await page.getByRole('combobox', { name: 'Recipients' }).click()
    const choices = page.getByRole('listbox').getByRole('option')
    // Lists only their own group and its people.
    await expect(choices.first()).toHaveText(/^Athletics \(\d+\)$/)
    await expect(choices.filter({ hasText: 'Demo Customer' })).toBeVisible()
    await expect(choices.filter({ hasText: /Grounds|Demo Admin/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    for (const number of [1, 2, 3, 4, 5]) {
      await choose(page, 'Recipients', 'Demo Customer')
      await message(page).fill(`Message ${number}`)
      await expect(sendButton(page)).toBeEnabled()
      await sendButton(page).click()
      await expect(sent(page).first()).toContainText(`Message ${number}`)
      await expect(message(page)).toHaveValue('')
    }
    await expect(sent(page)).toHaveCount(4)
    await history(page).getByRole('button', { name: 'Older' }).click()
    await expect(sent(page)).toHaveCount(1)
    await expect(sent(page)).toContainText('Message 1')
    await history(page).getByRole('button', { name: 'Newer' }).click()
    await expect(sent(page)).toHaveCount(4)
  },
)

test('a question to the meteorologists is validated, keeps its text when sending fails, and can be resent', async ({
  page,
}) => {
  await open(page, people.admin, '/Consultation', 'Ask a Meteorologist')
  const send = page.getByRole('button', { name: 'Send Question' })
  await send.click()
  await expect(page.getByText('Question is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Question' }).fill('Will it rain at noon?')
  await page.getByRole('button', { name: 'Phone call' }).click()
  await page.getByLabel('Phone number').fill('none')
  await send.click()
  await expect(page.getByText('Phone number must be a phone number')).toBeVisible()
  await page.getByRole('button', { name: 'Email', exact: true }).click()
  await choose(page, 'Include Others?', 'Demo Assistant (assistant@demo.test)')
  await expect(page.getByRole('link', { name: 'help@example.org' })).toBeVisible()
  await expect(page.getByRole('link', { name: '+1 405 555 0100' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Help center' })).toHaveAttribute('href', '/api/docs/help')
  await expect(page.getByRole('link', { name: 'Hardware information' })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)

  await page.route('**/api/Consultation', route => route.abort(), { times: 1 })
  await send.click()
  await expect(
    page.getByText(
      'There was a problem sending your question. Please contact help@example.org for assistance.',
    ),
  ).toBeVisible()
  await expect(page.getByText(/^Error submitting request: The server did not resp/)).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('Will it rain at noon?')
  await send.click()
  await expect(
    page.getByText('Our Meteorologists have received your question and will respond shortly.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send another request' }).click()
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('')
})
