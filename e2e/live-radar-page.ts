import { expect, type Page } from '@playwright/test'
import { map, norman, slow } from './given-weather.ts'
import { openAs, people } from './people.ts'

export const strikeAt = (north: number, change: object = {}) => ({
  latitude: norman.latitude + north,
  longitude: norman.longitude,
  Count: 1,
  Age: 60,
  Amp: -23.4,
  type: 3,
  TimeStamp: Math.floor(Date.now() / 1000) - 60,
  ...change,
})

/** Software rendering is slow, so the map is as small as possible. */
export const windowSize = { width: 800, height: 600 }

export async function openRadar(page: Page) {
  await page.addInitScript(() => sessionStorage.removeItem('skywarden:location'))
  await page.setViewportSize(windowSize) // from the first image on
  await openAs(page, people.admin, '/LiveRadar')
  await expect(page.getByRole('heading', { level: 1, name: 'Live Radar' })).toBeVisible()
  await page.getByLabel('Location', { exact: true }).selectOption('Norman Stadium')
  await expect(page.locator('[data-state="idle"]')).toBeVisible(slow)
}

export const state = (page: Page) => page.getByRole('region', { name: 'Lightning Status' })
export const frameTime = (page: Page) => page.getByRole('group', { name: 'Map time' })
export const slider = (page: Page) => page.getByLabel('Radar time')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function clickMap(page: Page, north = 0) {
  const box = await map(page).boundingBox()
  if (!box) throw new Error('There is no map')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 - north)
}
