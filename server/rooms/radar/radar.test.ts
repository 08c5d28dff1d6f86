import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listMapLayers, mapUrl, radarFrames, radarTms, radarWms } from '#contract/weather/radar'
import { radarColors, roadColors } from '#domain/radar/colors'
import { cellCount, coarser, continentalUsPlace, middleOf, type GridPlace } from '#domain/radar/grid'
import { gridWith, smallPlace } from '#domain/radar/grid.testing'
import { hourMs, minuteMs } from '#server/platform/clock'
import { readPng } from './png.testing.ts'
import { heardGrid, openRadarHouse, strangeRadarPath, viewAround, type RadarHouse } from './radar.testing.ts'

const past = radarFrames.path.replace('{type}', 'past')
const future = radarFrames.path.replace('{type}', 'future')
const shower = { column: 110, row: 95, radiusCells: 12, dbz: 57 }
/** The shower moves ten cells east in fifteen minutes. */
const showerAt = (minutes: number) => gridWith([{ ...shower, column: shower.column + (minutes * 2) / 3 }])
const place = middleOf(smallPlace, shower.column, shower.row)
const view = viewAround(place.latitude, place.longitude, 1.5, 300)
const middle = 150

let house: RadarHouse
let nowMs: number

async function publish(product: 'composite' | 'model', validMs: number, to = house) {
  const origin = product === 'model' ? 'model' : 'observed'
  const grid = showerAt((validMs - nowMs) / minuteMs)
  to.bus.publish(
    'radar-grid-heard',
    heardGrid(grid, { product, validMs, origin, issuedMs: Math.min(validMs, nowMs) }),
  )
  await to.bus.settled()
}

async function pictureOf(address: string, more = view) {
  const reply = await fetch(house.url + address + more)
  expect(reply.status, await reply.clone().text()).toBe(200)
  return readPng(new Uint8Array(await reply.arrayBuffer()))
}

const messageOf = async (reply: Response) =>
  ((await reply.json()) as { responseException: { message: string } }).responseException.message

beforeAll(async () => {
  house = await openRadarHouse()
  nowMs = Math.floor(house.clock.now().getTime() / (15 * minuteMs)) * 15 * minuteMs
  house.clock.advance(nowMs + minuteMs - house.clock.now().getTime())
  for (const minutes of [0, -5, -10, -15, -180]) await publish('composite', nowMs + minutes * minuteMs)
})
afterAll(() => house.close())

describe('before any data arrives', () => {
  let empty: RadarHouse
  beforeAll(async () => void (empty = await openRadarHouse()))
  afterAll(() => empty.close())

  it.each(['past', 'future', 'extended', 'international', 'surface-analysis', 'tropical-models'])(
    '%s is rejected with a message, because an empty list would look like a clear sky',
    async type => {
      const reply = await empty.get(radarFrames.path.replace('{type}', type))
      expect(reply.status).toBe(503)
      expect(reply.headers.get('retry-after')).toBe('30')
      expect(await messageOf(reply)).toBe('These images are currently unavailable.')
    },
  )
})

describe('observed frames', () => {
  it('are listed oldest first, with their time and origin, without those that are too old', async () => {
    const addresses = await house.list(past)
    const queries = addresses.map(address => new URLSearchParams(address.split('?')[1]))
    const iso = (minutes: number) => new Date(nowMs + minutes * minuteMs).toISOString().replace('.000', '')
    expect(queries.map(query => query.get('TIME'))).toEqual([-15, -10, -5, 0].map(iso))
    expect(queries.every(query => query.get('origin') === 'observed')).toBe(true)
    expect(await house.list(past)).toEqual(addresses) // unchanged, so that browsers keep their cached images
    expect(await house.list(`${past}?frame=3`)).toEqual(addresses.slice(3))
    expect((await house.get(`${past}?frame=4`)).status).toBe(404)
  })

  it('are images of the requested size, with the storm in its color where it was', async () => {
    const read = await pictureOf((await house.list(past)).at(-1) ?? '')
    expect([read.width, read.height]).toEqual([300, 300])
    const index = read.at(middle, middle)
    expect(radarColors[index - 1]?.fromDbz).toBe(55)
    expect(read.palette[index]).toEqual(radarColors[index - 1]?.rgba)
    expect(read.at(10, middle)).toBe(0)
  })

  it('never change, can be cached forever, and have an ETag', async () => {
    const [address = ''] = await house.list(past)
    const reply = await fetch(house.url + address + view)
    expect(reply.headers.get('content-type')).toBe('image/png')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=10800, immutable')
    const tag = reply.headers.get('etag') ?? ''
    const again = await fetch(house.url + address + view, { headers: { 'if-none-match': tag } })
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
    const other = await fetch(house.url + address + viewAround(0, 0, 1, 300), {
      headers: { 'if-none-match': tag },
    })
    expect(other.status).toBe(200)
  })

  it('are also available as tiles, by bounds and by pyramid position', async () => {
    const [byBounds = ''] = await house.list(radarWms.path.replace('{type}', 'past'))
    const [, bounds = ''] = view.match(/BBOX=([^&]+)/) ?? []
    expect((await pictureOf(byBounds.replace('{bbox-epsg-3857}', bounds), '')).width).toBe(256)
    const [byTile = ''] = await house.list(radarTms.path.replace('{type}', 'past'))
    const zoom = 6
    const column = Math.floor(((place.longitude + 180) / 360) * 2 ** zoom)
    const radians = (place.latitude * Math.PI) / 180
    const row = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** zoom)
    const tile = await pictureOf(
      byTile.replace('{z}', String(zoom)).replace('{x}', String(column)).replace('{y}', String(row)),
      '',
    )
    const seen = new Set(Array.from({ length: 65_536 }, (_, pixel) => tile.at(pixel % 256, pixel >> 8)))
    expect([tile.width, tile.height, seen.has(11)]).toEqual([256, 256, true])
  })

  it('require their key and reject a wrong one, another frame’s and an expired one', async () => {
    const [first = '', second = ''] = await house.list(past)
    const keyOf = (address: string) => /key=([^&]+)/.exec(address)?.[1] ?? ''
    for (const key of ['', 'x', keyOf(second), keyOf(first).toLowerCase()]) {
      const reply = await fetch(house.url + first.replace(keyOf(first), key) + view)
      expect(reply.status).toBe(403)
      expect(await messageOf(reply)).toContain('not valid')
    }
    const longer = first.replace(/expires=\d+/, 'expires=99999999999')
    expect((await fetch(house.url + longer + view)).status).toBe(403)
    house.clock.advance(5 * hourMs)
    const late = await fetch(house.url + first + view)
    house.clock.advance(-5 * hourMs)
    expect(late.status).toBe(403)
    expect(await messageOf(late)).toContain('expired')
  })

  it('have an address for strangers, which is valid for one view only', async () => {
    const bounds = { west: -10_900_000, south: -4_100_000, east: -10_800_000, north: -4_000_000 }
    const size = { width: 48, height: 48 }
    const { url = '' } = house.radar.newestPicture({ bounds, ...size }, house.clock.now()) ?? {}
    expect((await pictureOf(url, '')).width).toBe(48)
    const [listed = ''] = await house.list(past)
    for (const other of [
      url.replace('width=48', 'width=3000'),
      url.replace('-10900000', '-10900001'),
      url.replace('&view=fixed', ''),
      url.replace('/past/', '/future/'),
      `${listed}${view}&view=fixed`,
    ])
      expect((await fetch(house.url + other)).status, other).toBe(403)
  })

  it('are listed while the newest is old, and no longer when all are', async () => {
    house.clock.advance(30 * minuteMs)
    const old = await house.list(past)
    house.clock.advance(2 * hourMs)
    const none = await house.get(past)
    house.clock.advance(-2.5 * hourMs)
    expect(old).toHaveLength(4)
    expect(none.status).toBe(503)
  })
})

describe('bad requests', () => {
  const world = '-20037508,-20037508,20037508,20037508'
  it.each([
    ['non-numeric bounds', 'BBOX=a,b,c,d&width=9&height=9', 400],
    ['NaN bounds', 'BBOX=NaN,0,1,1&width=9&height=9', 400],
    ['infinite bounds', 'BBOX=0,0,Infinity,1&width=9&height=9', 400],
    ['three bounds', 'BBOX=0,0,1&width=9&height=9', 400],
    ['reversed bounds', 'BBOX=1,0,0,1&width=9&height=9', 400],
    ['empty bounds', 'BBOX=0,0,0,0&width=9&height=9', 400],
    ['bounds outside the world', 'BBOX=0,30000000,9,40000000&width=9&height=9', 400],
    ['no bounds', 'width=9&height=9', 400],
    ['zero width', `BBOX=${world}&width=0&height=9`, 400],
    ['a negative height', `BBOX=${world}&width=9&height=-9`, 400],
    ['more than 3000 pixels', `BBOX=${world}&width=3001&height=9`, 400],
    ['half a pixel', `BBOX=${world}&width=9.5&height=9`, 400],
    ['two widths', `BBOX=${world}&width=9&width=9&height=9`, 400],
    ['an unknown parameter', `BBOX=${world}&width=9&height=9&layers=all`, 400],
    ['the whole world is valid', `BBOX=${world}&width=9&height=9`, 200],
  ])('%s', async (_what, more, status) => {
    const [address = ''] = await house.list(past)
    expect((await fetch(`${house.url}${address}&${more}`)).status).toBe(status)
  })

  it.each([
    ['an unknown kind', (path: string) => path.replace('/past/', '/present/'), 400],
    ['an invalid time', (path: string) => path.replace(/\d{8}T/, 'today'), 400],
    ['February 31', (path: string) => path.replace(/\d{8}T/, '20260231T'), 403],
    ['a frame of another kind', (path: string) => path.replace('/past/', '/future/'), 403],
  ])('%s', async (_what, spoil, status) => {
    const [address = ''] = await house.list(past)
    expect((await fetch(house.url + spoil(address) + view)).status).toBe(status)
  })

  it('tiles that the pyramid does not have', async () => {
    const [address = ''] = await house.list(radarTms.path.replace('{type}', 'past'))
    for (const [z, x, y] of [
      [0, 1, 0],
      [3, 8, 0],
      [30, 0, 0],
      [2, 0, 'x'],
    ]) {
      const path = address.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)
      expect((await fetch(house.url + path)).status).toBe(400)
    }
  })

  it('a frame that is gone is not found, even with a valid key', async () => {
    const other = await openRadarHouse()
    await publish('composite', nowMs - 90 * minuteMs, other)
    const [address = ''] = await other.list(past)
    other.clock.advance(40 * minuteMs)
    const reply = await fetch(other.url + address + view)
    await other.close()
    expect(reply.status).toBe(404)
  })

  it('300 malformed requests are rejected with a message and without a server error', async () => {
    const [address = ''] = await house.list(past)
    await fc.assert(
      fc.asyncProperty(strangeRadarPath(address), async path => {
        const reply = await house.get(path)
        const body = await reply.text()
        expect([200, 400, 403, 404, 503], `${path}: ${body}`).toContain(reply.status)
        if (reply.status !== 200) expect(body).toContain('responseException')
      }),
      { numRuns: 300 },
    )
  })
})

describe('expected frames', () => {
  it('soon show where the storm will be by its motion', async () => {
    const first = await vi.waitFor(async () => (await house.list(future))[0] ?? '', 45_000)
    expect(first).toContain('origin=nowcast')
    const reply = await fetch(house.url + first + view)
    expect(reply.headers.get('cache-control')).toBe('public, max-age=300')
    const read = readPng(new Uint8Array(await reply.arrayBuffer()))
    // In fifteen minutes it is ten cells farther east, a fifteenth of the image.
    const strongest = Array.from({ length: 300 }, (_, x) =>
      read.at(x, middle) === 15 ? 0 : read.at(x, middle),
    )
    const columns = strongest.flatMap((index, x) => (index === Math.max(...strongest) ? [x] : []))
    const mean = columns.reduce((sum, x) => sum + x, 0) / columns.length
    expect(Math.abs(mean - (middle + 20))).toBeLessThan(5)
  })

  it('later blend into the model, and then are the model’s', async () => {
    for (let step = 1; step <= 12; step++) await publish('model', nowMs + 15 * step * minuteMs)
    await vi.waitFor(async () => {
      const origins = (await house.list(`${past}?future=true`)).map(
        address => /origin=(\w+)/.exec(address)?.[1],
      )
      expect(origins).toEqual([...Array<string>(7).fill('nowcast'), ...Array<string>(5).fill('model')])
    }, 45_000)
  })
})

describe('images from other rooms', () => {
  it('are listed, drawn and served like the radar’s own', async () => {
    const roads: GridPlace = coarser(continentalUsPlace, 10)
    const { deflated } = heardGrid(
      { place: roads, echoes: new Uint8Array(cellCount(roads)).fill(4) },
      { product: 'model', validMs: nowMs },
    )
    house.radar.offer('current-road-conditions', () => [
      {
        validMs: nowMs,
        issuedMs: nowMs,
        origin: 'observed',
        drawable: { kind: 'grid', look: 'roads', place: roads, deflated },
      },
    ])
    const path = `${mapUrl.path}?product=road-condition-current-hires&mask=true`
    const { data } = (await (await house.get(path)).json()) as { data: string }
    const read = await pictureOf(data)
    expect(read.palette[read.at(middle, middle)]).toEqual(roadColors.Ice)
    expect((await house.list(radarFrames.path.replace('{type}', 'current-road-conditions')))[0]).toBe(data)
    expect((await house.get(`${mapUrl.path}?product=road-condition`)).status).toBe(503)
    expect(() => house.radar.offer('current-road-conditions', () => [])).toThrow(/already/)
  })

  it('add a map layer, which is not offered without them', async () => {
    const received = [
      'tropical-forecast',
      'surface-analysis',
      'storm-vectors',
      'nws-alerts',
      'radar',
      'lightning',
    ]
    expect(await house.list(listMapLayers.path)).toEqual(received)
    house.radar.offer('tropical-models', () => [])
    expect(await house.list(listMapLayers.path)).toEqual(['tropical-models', ...received])
  })
})
