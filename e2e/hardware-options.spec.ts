import { expect } from '@playwright/test'
import { openAgain, test } from './one-page.ts'
import { people } from './people.ts'

test('an address opens the dialog that it names, and one that is not there is an Invalid Option', async ({
  page,
}) => {
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

  // Whose organization has no loudspeakers is not told that others have them.
  await openAgain(page, people.other, '/Hardware?dialog=pa')
  await expect(unknown).toBeVisible()
})
