import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from '@playwright/test'
import { detail } from './steps/detail.ts'
import { map, slow } from './steps/given-weather.ts'
import { launchOptions } from './servers/launch-options.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs, people } from './steps/people.ts'
import { pixelCounts, veiled } from './steps/pixels.ts'
import { createCanvas, encodePng } from '#server/rooms/radar/png'

test.use({ launchOptions: launchOptions({ webgl: true }) })

/** Colors that nothing else on the map has, for tiles after muting. */
const streets = '#7a3b9c'
const imagery = '#329362'
const own = { light: '#f4f5f2', dark: '#1b2536' }
const firstRing = { light: '#d92d20', dark: '#f97066' }

const rasterTile = encodePng(createCanvas(256, 256), [[30, 150, 90, 255]])
/** A handmade vector tile (MVT 2.1): a layer 'land' with one polygon covering all of it. */
const vectorTile = Buffer.from('1a1f0a046c616e6412121803220e0900001a804000008040ff3f000f2880207802', 'hex')

/** Returns a style document with vector tiles. Without them, only its background is visible. */
const document = (origin: string) => ({
  version: 8,
  sources: {
    ground: { type: 'vector', tiles: [`${origin}/{z}/{x}/{y}.pbf`], attribution: 'Streets of the test' },
  },
  layers: [
    { id: 'nothing', type: 'background', paint: { 'background-color': '#5a5a00' } },
    {
      id: 'land',
      type: 'fill',
      source: 'ground',
      'source-layer': 'land',
      paint: { 'fill-color': streets },
    },
  ],
})
const undrawable = { version: 8, sources: {}, layers: [{ id: 'land', type: 'no such type' }] }

/** A map service on another origin. Its dark document cannot be drawn, or has no tiles. */
class MapService {
  readonly #server: Server
  readonly port: number
  isDarkDrawable = false

  private constructor(server: Server) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    server.on('request', ({ url = '' }, reply) => {
      reply.setHeader('access-control-allow-origin', '*')
      if (url.startsWith('/lost/')) reply.writeHead(503)
      reply.end(this.#answerTo(url))
    })
  }

  static async start(port = 0): Promise<MapService> {
    const server = createServer().listen(port)
    await once(server, 'listening')
    return new MapService(server)
  }

  get origin() {
    return `http://localhost:${this.port}`
  }

  #answerTo(path: string): string | Uint8Array {
    if (path === '/light.json') return JSON.stringify(document(this.origin))
    if (path === '/dark.json')
      return JSON.stringify(this.isDarkDrawable ? document(`${this.origin}/lost`) : undrawable)
    return path.endsWith('.pbf') ? vectorTile : rasterTile
  }

  async stop() {
    if (!this.#server.listening) return
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** Returns every content security policy violation and page error. */
function refusalsOn(page: Page): string[] {
  const refusals: string[] = []
  page.on('console', message => {
    if (/content security policy|trusted ?(html|script|type)/i.test(message.text()))
      refusals.push(message.text())
  })
  page.on('pageerror', error => refusals.push(error.message))
  return refusals
}

async function choose(page: Page, style: string) {
  await page.getByRole('button', { name: 'Base map', exact: true }).click()
  await page.getByLabel(style, { exact: true }).check()
  await page.getByRole('button', { name: 'Base map', exact: true }).click()
}

/** Whether the map has this color nearly everywhere, under the veil for areas without radar, with a ring on it. */
async function isGround(page: Page, color: string, base: 'light' | 'dark'): Promise<boolean> {
  const [ground = 0, rings = 0] = await pixelCounts(map(page), [veiled(color, base), firstRing[base]])
  return ground > 50_000 && rings > 60
}

const missed = (page: Page) => page.getByText('Part of the map background could not be loaded.')

test(
  'the base map comes from the configured service, with the built-in one as fallback',
  detail,
  async ({ page }) => {
    test.slow()
    let service = await MapService.start()
    const server = await OwnServer.start('none', {
      SATELLITE_TILES: `${service.origin}/{z}/{x}/{y}.png`,
      SATELLITE_CREDIT: 'Imagery of the test',
      MAP_STYLE_LIGHT: `${service.origin}/light.json`,
      MAP_STYLE_DARK: `${service.origin}/dark.json`,
    })
    try {
      const refusals = refusalsOn(page)
      await page.setViewportSize({ width: 640, height: 440 })
      await openAs(page, people.admin, `${server.baseURL}/LiveRadar`)
      await page.getByLabel('Location', { exact: true }).selectOption('Norman Stadium')

      // A style document is drawn with its tiles and its credit, and our rings are above them.
      await expect.poll(() => isGround(page, streets, 'light'), slow).toBe(true)
      await expect(page.getByText('Streets of the test')).toBeVisible()
      await expect(missed(page)).toBeHidden()

      // A style document that cannot be drawn.
      await choose(page, 'Dark')
      await expect(missed(page)).toBeVisible()
      await expect.poll(() => isGround(page, own.dark, 'dark'), slow).toBe(true)

      // Satellite tiles are drawn over the built-in map.
      await choose(page, 'Satellite')
      await expect.poll(() => isGround(page, imagery, 'dark'), slow).toBe(true)
      await expect(page.getByText(/NASA Blue Marble.*Imagery of the test/)).toBeVisible()
      await expect(missed(page)).toBeHidden()

      // If a document's tiles turn out to be missing after it was drawn, the document is replaced.
      service.isDarkDrawable = true
      await choose(page, 'Dark')
      await expect(missed(page)).toBeVisible(slow)
      await expect.poll(() => isGround(page, own.dark, 'dark'), slow).toBe(true)
      await expect(missed(page)).toBeVisible()

      // The service is down.
      await service.stop()
      await choose(page, 'Satellite')
      await expect(missed(page)).toBeVisible(slow)
      await expect.poll(() => isGround(page, imagery, 'dark'), slow).toBe(false)
      await choose(page, 'Light')
      await expect.poll(() => isGround(page, own.light, 'light'), slow).toBe(true)
      await expect(missed(page)).toBeVisible()

      // The map recovers on its own.
      service = await MapService.start(service.port)
      await expect.poll(() => isGround(page, streets, 'light'), slow).toBe(true)
      await expect(missed(page)).toBeHidden()
      expect(refusals).toEqual([])
    } finally {
      await service.stop()
      await server.stop()
    }
  },
)
