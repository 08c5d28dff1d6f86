import type { Page } from '@playwright/test'

export const region = (page: Page, name: string) => page.getByRole('region', { name })

/** A text that the page shows to be copied. */
export const shown = async (page: Page, label: string) =>
  (await page.getByRole('heading', { name: label, exact: true }).locator('xpath=../..//pre').textContent()) ??
  ''
