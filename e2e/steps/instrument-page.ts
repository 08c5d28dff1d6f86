import { expect, type Page } from '@playwright/test'

export const region = (page: Page, name: string) => page.getByRole('region', { name })

/** Returns a value that the page offers for copying. */
export const shown = async (page: Page, label: string) =>
  (await page.getByRole('heading', { name: label, exact: true }).locator('xpath=../..//pre').textContent()) ??
  ''

export async function fitsAPhone(page: Page) {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await page.setViewportSize(before)
}
