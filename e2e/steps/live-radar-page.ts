import { expect, type Page } from '@playwright/test'
import { give, giveLightning, map, norman, slow } from './given-weather.ts'
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

/** Serves a strike at the center, a storm cell half a degree to its west, and an alert around both. */
export async function giveWeather(page: Page) {
  await giveLightning(page, () => [strikeAt(0), strikeAt(0.6, { Count: 1250 })])
  const track = [15, 30].map(Minutes => ({ Minutes, coordinates: [norman.longitude + Minutes / 60, 35.7] }))
  await give(page, /\/api\/map\/StormVectors/, {
    type: 'FeatureCollection',
    asOf: new Date().toISOString(),
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [norman.longitude - 0.5, norman.latitude] },
        properties: {
          Id: 'A7',
          IssueTime: new Date().toISOString(),
          Type: 'Tornado',
          Flags: { Tvs: true, Meso: true, SevereHail: false, Hail: true },
          Movement: { SpeedMs: 20, Heading: 90 },
          Height: 21_000,
          MaxReflectivity: 61,
          HailChance: 80,
          SevereHailChance: null,
          Top: 42_000,
          Vil: 51,
          Track: track,
        },
      },
    ],
  })
  const box = [
    [-99, 34],
    [-96, 34],
    [-96, 36.5],
    [-99, 36.5],
    [-99, 34],
  ]
  const alert = {
    Identifier: 'one',
    Event: 'Tornado Warning',
    Color: '#FF0000',
    Service: 'NWS',
    Exercise: false,
  }
  await give(page, /\/api\/map\/Alerts$/, {
    asOf: new Date().toISOString(),
    alerts: [{ ...alert, Outlines: [box] }],
  })
  const soon = new Date(Date.now() + 30 * 60_000).toISOString()
  await give(page, /\/api\/map\/Alerts\/ByPoint/, [
    {
      ...alert,
      Headline: 'Tornado Warning until 5 PM',
      Description: 'Take cover now.',
      Instruction: null,
      Severity: 'Extreme',
      Area: 'Cleveland',
      Sender: 'NWS',
      Sent: soon,
      Onset: soon,
      Ends: soon,
    },
  ])
}
