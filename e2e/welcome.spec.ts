import { expect, test, type Page } from '@playwright/test'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { launchOptions } from './servers/launch-options.ts'
import { OwnServer } from './servers/own-server.ts'
import { createAccount, fillSignIn, openUserMenu } from './steps/people.ts'

test.slow()

const email = 'first@newcomers.test'
const password = 'seven quiet herons by the lake'
const arrived: string[] = []
let smtp: SMTPServer
let server: OwnServer

test.beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        arrived.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  server = await OwnServer.start('none', { SMTP_URL: `smtp://127.0.0.1:${port}?tls=off` })
})
test.afterAll(async () => {
  await server.stop()
  smtp.close()
})

const step = (page: Page, name: string) => page.getByRole('region', { name })
const card = (page: Page) => page.getByRole('region', { name: 'Get started' })

async function beginAsNewcomer(page: Page) {
  await page.goto(await createAccount(email, server.environment))
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, email, password)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

async function fitsAPhone(page: Page) {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 844 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await page.setViewportSize(before)
}

test('four steps set up an empty organization, and can be left and resumed', async ({ page }) => {
  await beginAsNewcomer(page)
  await expect(page.getByText("You don't have any locations added")).toBeVisible()
  await expect(card(page)).toContainText('0 of 3 done')
  expect(await faults(page)).toEqual([])
  await card(page).getByRole('link', { name: 'Begin' }).click()

  const place = step(page, 'The place Next')
  await place.getByRole('button', { name: 'Save place' }).click()
  await expect(place).toContainText('Name is required')
  await expect(place).toContainText('Search for an address, or enter the coordinates.')
  await place.getByLabel('Name*').fill('Norman Stadium')
  await place.getByRole('textbox', { name: 'Address' }).fill('Norman')
  // A server's first search loads the gazetteer.
  await page.getByRole('option', { name: 'Norman, OK' }).click()
  await expect(place.getByLabel('Latitude')).toHaveValue(/^35\.2/)
  expect(await faults(page)).toEqual([])
  await fitsAPhone(page)
  await place.getByRole('button', { name: 'Save place' }).click()
  const watched = step(page, 'The place Done')
  await expect(watched).toContainText('Norman Stadium')
  await expect(watched).toContainText('Unknown')
  const summary = page.getByRole('region', { name: /^Norman Stadium is/ })
  await expect(summary).toContainText('Norman Stadium is not protected yet')
  await expect(summary).toContainText('Ask your Skywarden operator')
  await expect(summary).toContainText('Only you are notified.')
  await server.cover()
  await expect(watched).toContainText('All Clear')

  // The setup was abandoned halfway: the dashboard shows the place and points to what is missing.
  await page.goto(`${server.baseURL}/`)
  await expect(page.getByRole('heading', { name: 'Norman Stadium' }).first()).toBeVisible()
  await expect(card(page)).toContainText('1 of 3 done')
  await card(page).getByRole('link', { name: 'Continue' }).click()
  const standard = step(page, 'The standard to follow Next')
  const nws = standard.getByRole('region', { name: 'NWS lightning' })
  await expect(nws).toContainText('Source: National Weather Service')
  await nws.getByLabel('Lightning Zone 1 at 8 mi or closer').check()
  expect(await faults(page)).toEqual([])
  await fitsAPhone(page)
  await standard.getByRole('button', { name: 'Follow it for everyone' }).click()
  await expect(step(page, 'The standard to follow Done')).toContainText(
    'Lightning Zone 1 at 8 mi or closer NWS lightning',
  )

  // The card is hidden in this browser, and the page is still available.
  await page.goto(`${server.baseURL}/`)
  await card(page).getByRole('button', { name: 'Not now' }).click()
  await expect(card(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Norman Stadium' }).first()).toBeVisible()
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: 'Get started' }).click()

  const people = step(page, 'The people Next')
  const one = people.getByRole('group', { name: 'Person 1' })
  await one.getByLabel('First name').fill('Field Crew')
  await people.getByRole('button', { name: 'Add another' }).click()
  const two = people.getByRole('group', { name: 'Person 2' })
  await two.getByLabel('First name').fill('Head')
  await two.getByLabel('Last name').fill('Coach')
  await two.getByLabel('Email').fill('no address')
  await two.getByLabel('Level').selectOption('Customer')
  await expect(people.getByLabel('User group').locator('option:checked')).toHaveText('Everyone')
  await people.getByRole('button', { name: 'Add 2 people' }).click()
  await expect(one).toContainText('Email is required')
  await one.getByLabel('Email').fill('crew@newcomers.test')
  expect(await faults(page)).toEqual([])
  await fitsAPhone(page)
  await people.getByRole('button', { name: 'Add 2 people' }).click()
  // People who were added have left the table. A rejected person is still there, with the reason.
  const stillOpen = page.getByRole('region', { name: /^The people/ })
  const coach = stillOpen.getByRole('group', { name: 'Person 1' })
  await expect(coach).toContainText('Email must be an email address')
  await expect(coach.getByLabel('First name')).toHaveValue('Head')
  await expect(stillOpen).toContainText('2 people are notified about Norman Stadium')
  await coach.getByLabel('Email').fill('coach@newcomers.test')
  await stillOpen.getByRole('button', { name: 'Add person' }).click()
  await expect(stillOpen).toContainText('3 people are notified about Norman Stadium')

  // A file adds people, and one click assigns the place to them.
  await stillOpen.getByRole('button', { name: 'Add more people' }).click()
  await stillOpen.getByRole('button', { name: 'Import a CSV file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import users' })
  const table =
    'First Name,Email,Permission Level,User Group,Time Zone\r\nGate,gate@newcomers.test,Notification Only,Everyone,CST\r\n'
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await dialog.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(dialog).toBeHidden()
  await expect(stillOpen).toContainText('1 person without Norman Stadium')
  await stillOpen.getByRole('button', { name: 'Add Norman Stadium for them' }).click()
  await expect(stillOpen).toContainText('4 people are notified about Norman Stadium')

  const message = step(page, 'Send a test message Next')
  await message.getByRole('button', { name: 'Send a test message' }).click()
  await expect(step(page, 'Send a test message Done')).toContainText('Sent')
  expect(arrived).toContain(email)
  await expect(page.getByRole('region', { name: 'Norman Stadium is protected' })).toContainText(
    'Lightning within 10 miles notifies 4 people.',
  )
  expect(await faults(page)).toEqual([])
  await fitsAPhone(page)

  // The page stops claiming protection that no longer exists.
  server.silence()
  await expect(page.getByRole('region', { name: 'Norman Stadium is not protected yet' })).toContainText(
    'Lightning is unknown here',
  )
})

/** Runs in its own browser with WebGL. The other tests have no map, because it would be drawn again on every page. */
test('a click on the map sets a place’s position', detail, async ({ playwright }) => {
  const browser = await playwright.chromium.launch(launchOptions({ webgl: true }))
  const page = await browser.newPage()
  await page.goto(`${server.baseURL}/Welcome`)
  await fillSignIn(page, 'admin@other.test')
  await page.getByRole('button', { name: 'Add another place' }).click()
  const map = page.getByRole('application')
  await expect(map).toBeVisible()
  await map.click({ position: { x: 200, y: 120 } })
  const place = step(page, 'The place Done')
  await expect(place.getByRole('textbox', { name: 'Address' })).toHaveValue(/\d mi [NESW]+ of |, [A-Z]{2}$/)
  await expect(place.getByLabel('Latitude')).not.toHaveValue('39.8283')

  // A click on the location form's map does the same.
  await page.goto(server.baseURL)
  await page.getByRole('button', { name: 'Add Location' }).click()
  const form = page.getByRole('dialog', { name: 'Add Location' })
  await form.getByRole('application').click({ position: { x: 200, y: 120 } })
  await expect(form.getByLabel('Latitude')).not.toHaveValue('39.8283')
  await browser.close()
})

test('people who cannot add places have no access', detail, async ({ page }) => {
  await page.goto(`${server.baseURL}/Welcome`)
  await fillSignIn(page, 'assistant@demo.test')
  await page.waitForURL('**/Unauthorized')
})
