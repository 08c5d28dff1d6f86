import { expect, test } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { goTo, openAs, people } from './steps/people.ts'

/** The screens to scan, with their titles. The dashboard has its own tests. */
const screens = {
  '/Profile': 'My Profile',
  '/Policies': 'Policies',
  '/Status': 'Status',
  '/Customers': 'Customers',
  '/FeedKeys': 'Feed Keys',
  '/Outbox': 'Outbox',
  '/Audit': 'Audit Log',
  '/Nowhere': 'Page not found',
  '/Unauthorized': 'You do not have access to view this page.',
}

test.slow() // scanning every page takes time

test('the sign-in pages are accessible', detail, async ({ page }) => {
  for (const path of ['/', '/identity/forgot', '/identity/set-password?token=none']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await faults(page), path).toEqual([])
  }
})

test('the API documentation is accessible', detail, async ({ page }) => {
  await page.goto('/api/docs')
  // All API calls are documented the same way, and scanning a hundred of them takes a minute. A few sections
  // represent them all.
  await page.evaluate(() => {
    for (const room of [...document.querySelectorAll('main section[id]')].slice(3)) room.remove()
  })
  await expect(page.locator('main section[id]')).toHaveCount(3)
  expect(await faults(page)).toEqual([])
})

test('every screen in the app shell is accessible', detail, async ({ page }) => {
  await openAs(page, people.superAdmin, '/Profile')
  for (const [path, title] of Object.entries(screens)) {
    await goTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await faults(page), path).toEqual([])
  }
})

test('a location’s past delays are accessible', detail, async ({ page }) => {
  await openAs(page, people.admin)
  await page.getByRole('button', { name: 'past delays of' }).click() // whichever place the dashboard opens with
  await expect(page.getByRole('dialog')).toContainText(/No delay yet|To have a file verified/)
  expect(await faults(page, '[role=dialog]')).toEqual([])
})

test('dialogs and menus are accessible', detail, async ({ page }) => {
  await openAs(page, people.superAdmin, '/Profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await goTo(page, '/FeedKeys')
  await page.getByRole('button', { name: 'Add a key' }).click()
  await page.getByLabel('Its coverage may prove All Clear').click()
  await expect(page.getByText('Does it detect every strike in this area?')).toBeVisible()
  await page.getByRole('combobox', { name: 'Area' }).click()
  await page.getByRole('option', { name: 'Box' }).click()
  await expect(page.getByLabel('South edge')).toBeVisible()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('button', { name: /account of/i }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await faults(page)).toEqual([])
})
