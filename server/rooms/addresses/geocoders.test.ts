import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { samplePath } from '#domain/cases.testing'
import { geocoderFaults, geocoderOf } from '#server/geocoder-settings'
import { systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { createUpstream } from '#server/platform/upstream/index'
import { createEsri, parseCandidates, parseReversed } from './esri.ts'
import { createAddressFinder } from './find-address.ts'
import { normanAlone } from './gazetteer.testing.ts'
import { createNominatim, parseNominatim } from './nominatim.ts'

const hasSamples = samplePath('geocoding') !== null
const sample = (name: string) => readFileSync(samplePath(`geocoding/${name}`) ?? '')
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))

const house = {
  lat: '35.2059',
  lon: '-97.4457',
  name: '',
  display_name: '660, Parrington Oval, Norman, Cleveland County, Oklahoma, 73019, United States',
  address: {
    house_number: '660',
    road: 'Parrington Oval',
    city: 'Norman',
    state: 'Oklahoma',
    postcode: '73019',
  },
}
const found = {
  name: '660 Parrington Oval, Norman, Oklahoma 73019',
  address: '660 Parrington Oval, Norman, Oklahoma 73019',
  latitude: 35.2059,
  longitude: -97.4457,
}
const candidate = (address: string, y: number, x: number) => ({ address, location: { x, y }, score: 100 })

describe('a Nominatim response', () => {
  it('has addresses as people write them, and parses degrees sent as text', () => {
    expect(parseNominatim(bytes([house]))).toEqual([found])
  })

  it('keeps the server’s text where it has no street or no town', () => {
    const { address: _, ...unknown } = { ...house, name: 'The Oval' }
    expect(parseNominatim(bytes([unknown]))).toMatchObject([
      { name: 'The Oval', address: house.display_name },
    ])
  })

  it('omits results without valid coordinates, and is empty where nothing is at a point', () => {
    expect(
      parseNominatim(
        bytes([
          { ...house, lat: '' },
          { ...house, lat: '91' },
          { ...house, lon: 'x' },
        ]),
      ),
    ).toEqual([])
    expect(parseNominatim(bytes({ error: 'Unable to geocode' }))).toEqual([])
  })

  it.skipIf(!hasSamples)('parses recorded responses', () => {
    expect(parseNominatim(sample('nominatim_madison_square_garden.json'))).toEqual([
      {
        name: 'Madison Square Garden',
        address: 'West 31st Street, New York City, New York 10001',
        latitude: 40.7504928941818,
        longitude: -73.993466492276,
      },
    ])
    expect(parseNominatim(sample('nominatim_no_results.json'))).toEqual([])
  })
})

describe('an Esri response', () => {
  it('has each address once, with its position', () => {
    const one = candidate('660 Parrington Oval, Norman, Oklahoma, 73019', 35.2059, -97.4457)
    expect(parseCandidates(bytes({ candidates: [one, one, candidate('Nowhere', 95, 0)] }))).toEqual([
      { name: one.address, address: one.address, latitude: 35.2059, longitude: -97.4457 },
    ])
    expect(parseCandidates(bytes({ candidates: [] }))).toEqual([])
  })

  it('that is an error with status 200 is rejected with a message, or means no result at a point', () => {
    const error = (code: number) => bytes({ error: { code, message: 'x', details: [] } })
    expect(() => parseCandidates(error(498))).toThrow('GEOCODER_TOKEN is not valid')
    expect(() => parseCandidates(error(500))).toThrow('it failed with error 500')
    expect(parseReversed(error(400))).toEqual([])
    expect(() => parseReversed(error(499))).toThrow('GEOCODER_TOKEN is not valid')
  })

  it.skipIf(!hasSamples)('has the position of Madison Square Garden in a recorded response', () => {
    const { locations } = JSON.parse(sample('esri_madison_square_garden.json').toString()) as {
      locations: { feature: { geometry: object; attributes: { Match_addr: string } } }[]
    }
    // An older operation of the service returned the same data in a different format.
    const candidates = locations.map(({ feature: { geometry, attributes } }) => ({
      address: attributes.Match_addr,
      location: geometry,
    }))
    const [garden] = parseCandidates(bytes({ candidates }))
    expect(garden).toMatchObject({ name: 'Madison Square Garden', latitude: 40.750049813000487 })
  })
})

it('a response with any bytes is parsed or rejected with a message', () => {
  const whole = bytes([house, house])
  const holds = (parse: (body: Uint8Array) => readonly { latitude: number }[], body: Uint8Array) => {
    try {
      return parse(body).every(({ latitude }) => Math.abs(latitude) <= 90)
    } catch (error) {
      return error instanceof Error && /^(the response is not|it failed|GEOCODER_TOKEN)/.test(error.message)
    }
  }
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 })
  fc.assert(
    fc.property(changes, fc.nat(whole.length), fc.json(), (wrong, length, other) => {
      const body = Buffer.from(whole)
      for (const [at, byte] of wrong) body[at] = byte
      const all = [body, body.subarray(0, length), Buffer.from(other)]
      return [parseNominatim, parseCandidates, parseReversed].every(parse =>
        all.every(each => holds(parse, each)),
      )
    }),
  )
})

describe('a search', () => {
  let server: Server
  let answer: RequestListener
  let asked: URL[] = []
  const sends =
    (value: unknown, status = 200): RequestListener =>
    (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  beforeEach(async () => {
    asked = []
    server = createServer((request, response) => {
      asked.push(new URL(request.url ?? '', 'http://geocoder'))
      answer(request, response)
    })
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const upstream = () =>
    createUpstream({
      name: 'The geocoder',
      userAgent: 'test',
      clock: systemClock,
      mostAtOnce: 2,
      mostPerMinute: 60,
    })
  const nominatim = () => createAddressFinder(normanAlone, createNominatim(upstream(), baseUrl()), silentLog)
  const esri = () =>
    createAddressFinder(
      normanAlone,
      createEsri({ upstream: upstream(), baseUrl: baseUrl(), token: 'our-secret' }),
      silentLog,
    )

  it('is sent to Nominatim as typed, and so is a point', async () => {
    answer = sends([house])
    expect(await nominatim().search('parrington ov')).toEqual([found])
    expect(asked[0]?.pathname).toBe('/search')
    expect(asked[0]?.searchParams.get('q')).toBe('parrington ov')
    answer = sends(house)
    const near = await nominatim().nearest({ latitude: 35.206, longitude: -97.446 })
    expect(near?.description).toBe(found.address)
    const far = await nominatim().nearest({ latitude: 35.25, longitude: -97.48 })
    expect(far?.description).toBe('3.0 mi NW of Norman, OK')
  })

  it('is sent to Esri only for complete street addresses, for storage, with the key', async () => {
    answer = sends({
      candidates: [candidate('660 Parrington Oval, Norman, Oklahoma, 73019', 35.2059, -97.4457)],
    })
    expect((await esri().search('Norman, OK'))[0]?.address).toBe('Norman, OK')
    expect((await esri().search('660 Parr'))[0]).toBeUndefined()
    expect(asked).toEqual([])
    expect((await esri().search('660 Parrington Oval, Norman, OK'))[0]?.latitude).toBe(35.2059)
    expect(asked[0]?.pathname).toBe('/findAddressCandidates')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      singleLine: '660 Parrington Oval, Norman, OK',
      forStorage: 'true',
      token: 'our-secret',
    })
  })

  it.each<[string, () => RequestListener]>([
    ['finds nothing', () => sends([])],
    ['fails', () => sends({}, 503)],
    [
      'rejects it',
      () => (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'),
    ],
  ])('falls back to towns when the geocoder %s, and the error never contains the key', async (_, given) => {
    answer = given()
    for (const finder of [nominatim(), esri()])
      expect((await finder.search('660 Parrington Oval, Norman, OK'))[0]?.address).toBe('Norman, OK')
    const failing = createEsri({ upstream: upstream(), baseUrl: baseUrl(), token: 'our-secret' })
    const words = await failing.search('660 Parrington Oval, Norman, OK').catch(String)
    expect(JSON.stringify(words)).not.toContain('our-secret')
  })
})

describe('the settings', () => {
  it('select a geocoder: Photon if only a URL is set, Esri with its own URL', () => {
    expect(geocoderOf({})).toBeUndefined()
    expect(geocoderOf({ GEOCODER_URL: 'http://photon:2322/' })).toEqual({
      kind: 'photon',
      url: 'http://photon:2322',
    })
    expect(geocoderOf({ GEOCODER: 'esri', GEOCODER_TOKEN: 'key' })).toMatchObject({
      kind: 'esri',
      token: 'key',
    })
  })

  it.each([
    [{ GEOCODER: 'nominatim' }, 'GEOCODER_URL must also be set: your own Nominatim server'],
    [{ GEOCODER: 'esri' }, 'GEOCODER_TOKEN must also be set: the API key of your ArcGIS account'],
    [
      { GEOCODER: 'nominatim', GEOCODER_URL: 'https://nominatim.openstreetmap.org/' },
      'GEOCODER_URL must be your own server: the public Nominatim does not allow search while typing',
    ],
  ])('%j are rejected with a message', (given, fault) => {
    expect(geocoderFaults(given)).toEqual([fault])
  })
})
