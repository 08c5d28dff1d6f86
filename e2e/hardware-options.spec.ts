import { expect } from '@playwright/test'
import { detail } from './steps/detail.ts'
import { giveHardware } from './steps/given-hardware.ts'
import { openAgain, test } from './steps/one-page.ts'
import { people } from './steps/people.ts'

test('a URL opens the dialog it names, and an unknown one shows Invalid Option', detail, async ({ page }) => {
  await openAgain(page, people.admin, '/Hardware?dialog=sirens')
  const unknown = page.getByRole('dialog', { name: 'Invalid Option' })
  await expect(unknown).toBeVisible()
  await unknown.getByRole('button', { name: 'OK' }).click()
  await expect(unknown).toBeHidden()
  await expect(page).toHaveURL(/\/Hardware$/)

  await openAgain(page, people.admin, '/Hardware?dialog=pa')
  const speaking = page.getByRole('dialog', { name: 'Send PA Message' })
  await expect(speaking).toBeVisible()
  await speaking.getByRole('button', { name: 'Cancel' }).click()
  await expect(speaking).toBeHidden()
  await expect(page).toHaveURL(/\/Hardware$/)

  // People in an organization without loudspeakers do not learn that others have them.
  await openAgain(page, people.other, '/Hardware?dialog=pa')
  await expect(unknown).toBeVisible()
})

test(
  'a siren that is off every day shows a warning, and its days can be turned back on',
  detail,
  async ({ page }) => {
    await giveHardware(page)
    await openAgain(page, people.admin, '/Hardware')
    await page.getByRole('button', { name: 'Edit North Field' }).click()
    const form = page.getByRole('dialog', { name: 'Edit hardware' })
    const days = form.getByRole('switch', { name: /day$/ })
    await expect(days).toHaveCount(7)
    for (const day of await days.all()) await day.uncheck()
    const warning = form.getByText('The siren would never sound')
    await expect(warning).toBeVisible()
    await days.first().check()
    await expect(warning).toBeHidden()
  },
)

test(
  'a unit is shown on a static map, and an audible test asks for confirmation',
  detail,
  async ({ page }) => {
    const given = await giveHardware(page)
    await openAgain(page, people.admin, '/Hardware')
    const north = page.getByRole('article', { name: 'North Field' })
    await expect(north.locator('svg[data-drawn]')).toContainText('Norman')
    for (const [kind, words] of [
      ['Start Delay', 'North Field will sound its warning signal now'],
      ['Start All Clear', 'North Field will sound its all clear signal now'],
    ] as const) {
      await page.getByRole('button', { name: 'Select Test of North Field' }).click()
      await page.getByRole('menuitem', { name: kind }).click()
      const question = page.getByRole('dialog', { name: 'Test North Field?' })
      await expect(question).toContainText(words)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toBeHidden()
    }
    expect(given.asked).toEqual([])
  },
)
