import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { faults } from './steps/axe.ts'
import { openAgain, test } from './steps/one-page.ts'
import { demoPassword, people } from './steps/people.ts'
import { sectionNames, storedKindList } from '#domain/privacy/stored-data'

interface DataFile {
  readonly format: string
  readonly data: Readonly<Record<string, readonly Record<string, unknown>[]>>
}

/** Presses a button that saves a file, and returns the file's contents. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; file: DataFile }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), file: JSON.parse(text) as DataFile }
}

/** Returns one kind of data in the list of what is deleted or kept. */
function kept(page: Page, list: string, title: string) {
  const heading = page.getByRole('heading', { name: title, exact: true })
  return page.getByRole('list', { name: list }).getByRole('listitem').filter({ has: heading })
}

test('a person reads what is stored about them, and downloads it with their password', async ({ page }) => {
  await openAgain(page, people.customer, '/Profile')
  await page.getByRole('link', { name: 'What we store about you' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What we store about you' })).toBeVisible()
  for (const { title } of storedKindList)
    await expect(page.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible()
  await expect(kept(page, 'Kept when you leave', 'Audit log')).toContainText('It proves who did what.')
  await expect(kept(page, 'Deleted with your account', 'Sign-ins and sessions')).toContainText('90 days.')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  expect(await faults(page)).toEqual([])

  await page.getByRole('link', { name: 'download your data' }).click()
  await page.getByRole('button', { name: 'Download your data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download your data' })
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await dialog.getByLabel('Current password').fill('not my password')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Current password').fill(demoPassword)
  const { name, file } = await saved(page, () => dialog.getByRole('button', { name: 'Download' }).click())
  expect(name).toMatch(/^Skywarden data of Demo Customer \d{4}-\d\d-\d\d\.json$/)
  expect(file.format).toBe('skywarden-personal-data')
  expect(Object.keys(file.data)).toEqual([...sectionNames])
  expect(file.data['account']).toMatchObject([{ email: people.customer, firstName: 'Demo' }])
  expect(file.data['locations']?.length).toBeGreaterThan(0)
  expect(JSON.stringify(file)).not.toContain(people.admin)
  await expect(page.getByText('Your data was downloaded')).toBeVisible()
})

test('an administrator downloads a person’s data, and sees what is deleted and kept before deleting them', async ({
  page,
}) => {
  await openAgain(page, people.admin, '/Users')
  await page.getByRole('button', { name: 'Edit Demo Customer' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Demo Customer' })
  const { file } = await saved(page, () => form.getByRole('button', { name: 'Download data' }).click())
  expect(file.data['account']).toMatchObject([{ email: people.customer }])
  await form.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Delete Demo Customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Demo Customer' })
  await expect(dialog.getByRole('list', { name: 'What is deleted' })).toContainText(
    'Account and contact details',
  )
  await expect(dialog.getByRole('list', { name: 'What stays, and why' })).toContainText(
    'Delays and warnings. They prove when it was dangerous and when it was safe again.',
  )
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('an administrator sets how long the organization keeps what people leave behind', async ({ page }) => {
  await openAgain(page, people.other, '/Privacy')
  const form = page.getByRole('region', { name: 'How long Other Venues keeps data' })
  const signIns = form.getByLabel('Sign-ins')
  const shown = kept(page, 'Deleted with your account', 'Sign-ins and sessions')
  await expect(shown).toContainText('90 days.')
  await signIns.fill('7')
  await expect(form.getByText('It is at least 30 days.')).toBeVisible()
  await signIns.fill('45')
  await form.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Delete older data' })
  await expect(question).toContainText('It cannot be restored.')
  await question.getByRole('button', { name: 'Save and delete' }).click()
  await expect(shown).toContainText('45 days.')
  expect(await faults(page)).toEqual([])

  await page.reload()
  await expect(signIns).toHaveValue('45')
  await signIns.fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(shown).toContainText('90 days.')
})
