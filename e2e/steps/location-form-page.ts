import { expect, type Locator, type Page } from '@playwright/test'

export async function openNew(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Location' }).click()
  const form = page.getByRole('dialog', { name: 'Add Location' })
  await expect(form.getByLabel('Address')).toBeVisible()
  return form
}

export async function openEdit(page: Page, label: string): Promise<Locator> {
  const place = page.getByRole('article', { name: label })
  await expect(place).toBeVisible()
  const choose = place.getByRole('button', { name: label, exact: true })
  if ((await choose.count()) > 0) await choose.click()
  await page
    .getByRole('button', { name: `Edit ${label}` })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: label })
  await expect(form.getByLabel('Address')).toBeVisible()
  return form
}

export const slider = (form: Locator, name: string | number) =>
  form.getByRole('slider', { name: typeof name === 'number' ? `Zone ${name} radius` : name })

export const save = (form: Locator) => form.getByRole('button', { name: 'Save' }).click()
