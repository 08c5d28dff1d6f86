import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePath } from '#domain/cases.testing'
import { silentLog } from '#server/platform/log'
import { createAddressFinder } from './find-address.ts'
import { createGazetteer } from './gazetteer.ts'
import { createPhoton } from './photon.ts'

/** A Photon server's response: GeoJSON, with more fields per place than are used here. */
const photonAnswer = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })
const ballpark = photonAnswer({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-97.5153, 35.4655] },
  properties: {
    osm_type: 'W',
    osm_id: 1,
    osm_key: 'leisure',
    osm_value: 'stadium',
    type: 'house',
    name: 'Bricktown Ballpark',
    housenumber: '2',
    street: 'South Mickey Mantle Drive',
    district: 'Bricktown',
    city: 'Oklahoma City',
    state: 'Oklahoma',
    postcode: '73104',
    country: 'United States',
    countrycode: 'US',
    extent: [-97.5167, 35.4664, -97.514, 35.4646],
  },
})

let server: Server
let asked: string[] = []
let answer: { status: number; body: string } | 'never' = 'never'
const gazetteer = createGazetteer()

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (answer !== 'never') response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

function photon() {
  const { port } = server.address() as AddressInfo
  return createPhoton(`http://127.0.0.1:${port}/`)
}

function finder() {
  asked = []
  return createAddressFinder(gazetteer, photon(), silentLog)
}

const sample = (name: string) => readFileSync(samplePath(name) ?? '')

describe.skipIf(samplePath('SOURCES.md') === null)('recorded Photon responses', () => {
  it('are parsed for a house and for no result', async () => {
    answer = { status: 200, body: sample('geocoding/photon_madison_square_garden.json').toString() }
    expect(await photon().search('Madison Square Garden')).toEqual([
      {
        name: 'Madison Square Garden',
        address: '4 Pennsylvania Plaza, New York, New York 10001',
        latitude: 40.7505247,
        longitude: -73.99355027800776,
      },
    ])
    answer = { status: 200, body: sample('geocoding/photon_no_results.json').toString() }
    expect(await photon().search('Nowhere')).toEqual([])
  })
})

describe('with an external geocoder', () => {
  it('finds houses', async () => {
    answer = { status: 200, body: ballpark }
    const [first] = await finder().search('Bricktown Ballpark')
    expect(first).toEqual({
      name: 'Bricktown Ballpark',
      address: '2 South Mickey Mantle Drive, Oklahoma City, Oklahoma 73104',
      latitude: 35.4655,
      longitude: -97.5153,
    })
    expect(asked).toEqual(['/api?q=Bricktown+Ballpark&limit=10&lang=en'])
  })

  it('returns the address at coordinates if one is near, otherwise the town', async () => {
    answer = { status: 200, body: ballpark }
    const near = await finder().nearest({ latitude: 35.466, longitude: -97.515 })
    expect(near?.description).toBe('2 South Mickey Mantle Drive, Oklahoma City, Oklahoma 73104')
    const far = await finder().nearest({ latitude: 35.25, longitude: -97.48 })
    expect(far?.description).toBe('3.0 mi NW of Norman, OK')
  })

  it.each([
    ['it finds nothing', { status: 200, body: photonAnswer() }],
    ['it fails', { status: 503, body: '' }],
    ['it responds with a web page', { status: 200, body: '<html>too many requests</html>' }],
    ['it responds with something else', { status: 200, body: '{"features":[{"geometry":null}]}' }],
    ['its response is too long', { status: 200, body: `{"features":[${' '.repeat(600_000)}]}` }],
    ['it does not respond', 'never'],
  ] as const)('searches towns when %s', async (_when, given) => {
    answer = given
    expect((await finder().search('Norman, OK'))[0]?.address).toBe('Norman, OK')
  })
})
