import type { Page, Route } from '@playwright/test'
import { pixelCounts } from './pixels.ts'
import { picture } from './radar-pictures.ts'

/** The time a machine without a GPU needs to draw a map. */
export const slow = { timeout: 180_000 }
export const norman = { latitude: 35.2058, longitude: -97.4423 }
const minuteMs = 60_000

export const map = (page: Page) => page.getByRole('application')

/** One color per frame. Nothing else on the map has these colors. */
const frameColours = ['#00ffff', '#0000ff', '#00ff00', '#ffff00', '#ff00ff'] as const
const channelsOf = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

export interface Asked {
  readonly frames: string[]
  readonly pictures: URL[]
}

/** Frames five minutes apart, the newest from this minute, each an image in its own color. */
export async function giveRadar(page: Page): Promise<Asked> {
  const asked: Asked = { frames: [], pictures: [] }
  const newestMs = Math.floor(Date.now() / minuteMs) * minuteMs
  await page.route(/\/api\/map\/(past|future|extended|future-road-conditions)$/, route => {
    asked.frames.push(new URL(route.request().url()).pathname)
    const isPast = route.request().url().endsWith('past')
    const addresses = frameColours.map((_, index) => {
      const steps = isPast ? index - (frameColours.length - 1) : index + 1
      const time = new Date(newestMs + steps * 5 * minuteMs).toISOString()
      return `/played?key=k&TIME=${time}&origin=${isPast ? 'observed' : 'model'}&index=${index}`
    })
    return route.fulfill({ json: { data: addresses } })
  })
  await page.route(/\/played\?/, route => {
    const address = new URL(route.request().url())
    asked.pictures.push(address)
    const number = (name: string) => Number(address.searchParams.get(name))
    const [red = 0, green = 0, blue = 0] = channelsOf(frameColours[number('index')] ?? '#000000')
    return route.fulfill({
      contentType: 'image/png',
      body: picture(number('width'), number('height'), [red, green, blue, 255]),
    })
  })
  return asked
}

export async function give(page: Page, call: RegExp, data: unknown) {
  await page.route(call, route => route.fulfill({ json: { data } }))
}
export const refuse = (route: Route) => route.fulfill({ status: 503, body: '' })
export const strikesCall = /\/api\/map\/Lightning/

/** Serves lightning that is known up to now, or as a test specifies. `at` is the requested past instant. */
export async function giveLightning(
  page: Page,
  strikesAt: (at: string | null) => readonly object[] = () => [],
  change: object = {},
): Promise<(string | null)[]> {
  const asked: (string | null)[] = []
  await page.route(strikesCall, route => {
    const at = new URL(route.request().url()).searchParams.get('at')
    asked.push(at)
    const through = at ?? new Date().toISOString()
    const known = { at: through, coveredThrough: through, isReporting: true, isComplete: true, ...change }
    return route.fulfill({ json: { data: { ...known, strikes: strikesAt(at) } } })
  })
  return asked
}

/** Returns which frame is drawn, judged by the color next to the map's center; -1 for none. */
export async function drawnFrame(page: Page): Promise<number> {
  const counts = await pixelCounts(map(page), frameColours, ({ x, y, width, height }) => ({
    x: x + width / 2 + 90,
    y: y + height / 2 + 60,
    width: 60,
    height: 40,
  }))
  return counts.findIndex(count => count > 800)
}
