import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { mapUrl, radarFrames, radarPicture, radarTile, radarTms, radarWms } from '#contract/weather/radar'
import { xMetresOf, yMetresOf } from '#domain/geo/mercator'
import type { ReceivedRadar, RadarGrid } from '#domain/radar/grid'
import type { Events } from '#server/events'
import { createBus, type Bus } from '#server/platform/bus'
import { middleOfADay, shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import type { Caller } from '#server/platform/http/caller'
import type { Served } from '#server/platform/http/serve'
import { createClosing } from '#server/platform/http/closing'
import { createHttp } from '#server/platform/http/server'
import { silentLog } from '#server/platform/log'
import { createSecrets } from '#server/platform/secrets'
import { createRadar, type Radar } from './index.ts'

/** The radar room behind a real HTTP server on its own port, with a bus on which the test acts as the feed. */
export interface RadarHouse {
  readonly url: string
  readonly bus: Bus<Events>
  readonly radar: Radar
  readonly clock: ShiftedClock
  /** Requests a path from the root with a signed-in person's token. */
  get(path: string): Promise<Response>
  /** Returns the URLs in a list; throws with the error if there is none. */
  list(path: string): Promise<string[]>
  close(): Promise<void>
}

const somebody: Caller = {
  id: '00000000-0000-4000-8000-000000000001',
  fullName: 'Somebody',
  email: null,
  role: 'Customer',
  permissions: [],
  customerId: 1,
  groupId: null,
  sessionId: null,
  impersonator: null,
}

/** `others` may add rooms with routes, which may offer their images. */
export async function openRadarHouse(
  others: (parts: Pick<RadarHouse, 'bus' | 'radar'>) => readonly Served[] = () => [],
): Promise<RadarHouse> {
  const clock = shiftedClock(middleOfADay)
  const bus = createBus<Events>(silentLog)
  const secrets = createSecrets('a secret that is used by tests alone')
  const mapGrounds = { satelliteTiles: null, styles: { satellite: null, dark: null, light: null } }
  const radar = createRadar({ clock, log: silentLog, bus, secrets, mapGrounds, isRelayed: () => false })
  const http = await createHttp({
    servesPeople: true,
    baseUrl: 'http://localhost',
    trustedProxies: [],
    metricsToken: undefined,
    log: silentLog,
    clock,
    authenticate: async token => (token === 'somebody' ? somebody : undefined),
    once: { perform: () => Promise.reject(new Error('Nothing here can be changed')), tidyUp: async () => {} },
    closing: createClosing(),
    served: [...radar.routes, ...others({ bus, radar })],
    callsByRoom: {},
    pages: [],
    readyChecks: [],
    figures: [],
    webFolder: '/nowhere',
    mapOrigins: [],
    limits: { perPersonPerMinute: 1e9, perAddressPerMinute: 1e9, perMachinePerMinute: 1e9 },
  })
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  const get = (path: string) => fetch(url + path, { headers: { authorization: 'Bearer somebody' } })
  return {
    url,
    bus,
    radar,
    clock,
    get,
    async list(path) {
      const body = (await (await get(path)).json()) as {
        data?: string[]
        responseException?: { message: string }
      }
      if (!body.data) throw new Error(body.responseException?.message)
      return body.data
    },
    async close() {
      await radar.stop()
      await http.close()
    },
  }
}

export function heardGrid(
  { place, echoes }: RadarGrid,
  reported: Pick<ReceivedRadar, 'product' | 'validMs'> & Partial<ReceivedRadar>,
): ReceivedRadar {
  return {
    source: 'test',
    issuedMs: reported.validMs,
    origin: 'observed',
    place,
    deflated: new Uint8Array(deflateSync(echoes)),
    ...reported,
  }
}

/** A view of this many degrees around a place, in the format that is added to a URL. */
export function viewAround(latitude: number, longitude: number, degrees: number, side: number): string {
  const bounds = [
    xMetresOf(longitude - degrees),
    yMetresOf(latitude - degrees),
    xMetresOf(longitude + degrees),
    yMetresOf(latitude + degrees),
  ]
  return `&BBOX=${bounds.join(',')}&width=${side}&height=${side}`
}

const strangeNumber = fc.oneof(
  fc.constantFrom(
    'NaN',
    'Infinity',
    '-Infinity',
    '',
    ' ',
    '0',
    '-1',
    '3001',
    '1e9',
    '1e309',
    '256.5',
    '0x10',
    'null',
  ),
  fc.integer({ min: -5000, max: 5000 }).map(String),
  fc.double().map(String),
  fc.string({ maxLength: 12 }),
)
const strangeBounds = fc.oneof(
  fc.array(strangeNumber, { maxLength: 6 }).map(parts => parts.join(',')),
  fc.array(fc.double({ min: -3e7, max: 3e7 }), { minLength: 4, maxLength: 4 }).map(parts => parts.join(',')),
)
const strangeName = fc.oneof(
  fc.constantFrom('past', 'future', 'nothing', 'surface-analysis', 'constructor', '..', '%00', 'PAST'),
  fc.string({ maxLength: 20 }),
)

/** Mostly malformed paths in the radar room; `address` is a valid one. */
export function strangeRadarPath(address: string): fc.Arbitrary<string> {
  const [path = '', query = ''] = address.split('?')
  const name = (text: string) => encodeURIComponent(text).replace(/^\.{0,2}$/, 'x')
  const view = fc
    .tuple(strangeBounds, strangeNumber, strangeNumber)
    .map(
      ([bounds, width, height]) =>
        `&BBOX=${encodeURIComponent(bounds)}&width=${encodeURIComponent(width)}&height=${encodeURIComponent(height)}`,
    )
  const spoiled = fc
    .tuple(fc.nat(query.length), fc.string({ maxLength: 3 }))
    .map(([at, text]) => query.slice(0, at) + encodeURIComponent(text) + query.slice(at + 1))
  const fill = (pattern: string, names: readonly string[]) => {
    let next = 0
    return pattern.replace(/\{\w+\}/g, () => name(names[next++] ?? 'x'))
  }
  const names = fc.array(
    fc.oneof(strangeName, strangeNumber, fc.constant('20261115T095500Z'), fc.constant('25.png')),
    {
      minLength: 5,
      maxLength: 5,
    },
  )
  const lists = fc.constantFrom(
    radarFrames.path,
    radarWms.path,
    radarTms.path,
    mapUrl.path,
    radarPicture.path,
    radarTile.path,
  )
  return fc.oneof(
    view.map(each => `${path}?${query}${each}`),
    fc.tuple(spoiled, view).map(([each, more]) => `${path}?${each}${more}`),
    fc
      .tuple(lists, names, fc.oneof(spoiled, fc.constant('future=maybe&frame=-1')))
      .map(([pattern, parts, more]) => `${fill(pattern, parts)}?${more}`),
  )
}
