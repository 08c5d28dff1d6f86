import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { samplePath } from '#domain/cases.testing'
import { dayMs } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { createUpstream } from '#server/platform/upstream/index'
import { createCensus, looksLikeStreetAddress, parseCensus } from './census.ts'
import { createAddressFinder } from './find-address.ts'
import { normanAlone } from './gazetteer.testing.ts'

const typed = '1320 S Dixie Hwy, Coral Gables, FL'
const found = {
  name: '1320 S Dixie Hwy, Coral Gables, FL 33146',
  address: '1320 S Dixie Hwy, Coral Gables, FL 33146',
  latitude: 25.713,
  longitude: -80.2787,
}
const answerOf = (...matches: readonly (readonly [string, number, number])[]) =>
  JSON.stringify({
    result: {
      input: { address: { address: typed } },
      addressMatches: matches.map(([matchedAddress, y, x]) => ({
        tigerLine: { side: 'L', tigerLineId: '1' },
        coordinates: { x, y },
        addressComponents: { zip: '33146' },
        matchedAddress,
      })),
    },
  })
const match = ['1320 S DIXIE HWY, CORAL GABLES, FL, 33146', 25.713, -80.2787] as const
const sends =
  (status: number, contentType: string, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': contentType }).end(body)
const json = (text: string) => sends(200, 'application/json;charset=UTF-8', text)
/** Sends the beginning of a response and closes the connection. */
const breaksOff: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"result":', () => response.destroy())
}
const realAnswer = samplePath('geocoding/census_onelineaddress_coral_gables.json')

describe('a Census response', () => {
  it('has addresses as people write them', () => {
    expect(parseCensus(Buffer.from(answerOf(match)))).toEqual([found])
    const other = ['455 NW 42ND ST, WINSTON-SALEM, NC, 27101', 36.1, -80.2] as const
    const [, second] = parseCensus(Buffer.from(answerOf(match, other, match)))
    expect(second?.address).toBe('455 NW 42nd St, Winston-Salem, NC 27101')
  })

  it('omits results without valid coordinates', () => {
    expect(parseCensus(Buffer.from(answerOf(['1 A ST, B, FL, 33146', 91, -80])))).toEqual([])
    expect(parseCensus(Buffer.from(answerOf(['1 A ST, B, FL, 33146', 25, -800])))).toEqual([])
  })

  it.skipIf(realAnswer === null)('parses a recorded response', () => {
    expect(parseCensus(readFileSync(realAnswer ?? ''))).toEqual([
      { ...found, latitude: 25.712975193696, longitude: -80.278718083917 },
    ])
  })

  it('with any bytes is parsed or rejected with a message', () => {
    const whole = Buffer.from(answerOf(match, match))
    const holds = (body: Uint8Array) => {
      try {
        return parseCensus(body).every(({ latitude, address }) => Math.abs(latitude) <= 90 && address !== '')
      } catch (error) {
        return error instanceof Error && error.message.startsWith('the response is not')
      }
    }
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 })
    fc.assert(
      fc.property(changes, fc.nat(whole.length), fc.json(), (wrong, length, other) => {
        const body = Buffer.from(whole)
        for (const [at, byte] of wrong) body[at] = byte
        return holds(body) && holds(body.subarray(0, length)) && holds(Buffer.from(other))
      }),
    )
  })
})

it.each([
  ['1320 S Dixie Hwy', true],
  ['1600 Pennsylvania Ave NW, Washington, DC', true],
  ['12-34 Main Street Queens', true],
  ['1320 S Dixie', false],
  ['1 A B C', false],
  ['Norman, Oklahoma', false],
  ['University of Oklahoma Norman', false],
  ['35.22, -97.44', false],
])('%j is a street address: %s', (text, expected) => {
  expect(looksLikeStreetAddress(text)).toBe(expected)
})

describe('a search', () => {
  let server: Server
  let answer: RequestListener = json(answerOf(match))
  let asked: string[] = []
  let timeMs = 0
  beforeEach(async () => {
    asked = []
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      answer(request, response)
    })
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  function finder() {
    const clock = { now: () => new Date(timeMs), monotonicMs: () => timeMs }
    const { port } = server.address() as AddressInfo
    const baseUrl = `http://127.0.0.1:${port}`
    const upstream = createUpstream({
      name: 'census',
      userAgent: 'test',
      clock,
      mostAtOnce: 1,
      mostPerMinute: 30,
    })
    return createAddressFinder(normanAlone, createCensus({ upstream, baseUrl, clock }), silentLog)
  }

  it('for a street address is sent once a day, however it is written', async () => {
    answer = json(answerOf(match))
    const addresses = finder()
    expect(await addresses.search(typed)).toEqual([found])
    expect(await addresses.search('1320  s dixie hwy coral gables fl')).toEqual([found])
    expect(asked).toEqual([
      '/geocoder/locations/onelineaddress?address=1320+S+Dixie+Hwy%2C+Coral+Gables%2C+FL&benchmark=Public_AR_Current&format=json',
    ])
    timeMs += dayMs + 1
    await addresses.search(typed)
    expect(asked).toHaveLength(2)
  })

  it('for a town, or at a point, is not sent', async () => {
    const addresses = finder()
    expect((await addresses.search('Norman, OK'))[0]?.address).toBe('Norman, OK')
    const near = await addresses.nearest({ latitude: 35.25, longitude: -97.48 })
    expect(near?.description).toBe('3.0 mi NW of Norman, OK')
    expect(asked).toEqual([])
  })

  it.each<[string, RequestListener]>([
    ['finds nothing', json(answerOf())],
    ['fails', sends(503, 'text/plain', 'Service Unavailable')],
    ['responds with a web page', sends(200, 'text/html', '<html>Scheduled maintenance</html>')],
    ['closes the connection', breaksOff],
    ['does not respond', () => {}],
  ])('falls back to towns when the geocoder %s', async (_, given) => {
    answer = given
    const places = await finder().search('660 Parrington Oval, Norman, OK')
    expect(places[0]?.address).toBe('Norman, OK')
  })

  it('is sent one at a time, and towns answer the rest instead of a long queue', async () => {
    let under = 0
    let most = 0
    answer = (request, response) => {
      most = Math.max(most, ++under)
      setTimeout(() => {
        under--
        json(answerOf(match))(request, response)
      }, 20)
    }
    const addresses = finder()
    const texts = Array.from({ length: 10 }, (_, index) => `${index + 1} Main Street, Norman, OK`)
    const places = await Promise.all(texts.map(text => addresses.search(text)))
    expect(places.filter(([first]) => first?.address === found.address)).toHaveLength(3)
    expect(places.filter(([first]) => first?.address === 'Norman, OK')).toHaveLength(7)
    expect(asked).toHaveLength(3)
    expect(most).toBe(1)
  })
})
