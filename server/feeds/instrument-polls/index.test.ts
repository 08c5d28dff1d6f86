import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WantedInstrument } from '#server/feeds/instrument-port'
import { testPort, wantedInstrument, type TestPort } from '#server/feeds/instrument-port.testing'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { createOutside } from '#server/platform/outside/index'
import { InstrumentPolls } from './index.ts'

let server: Server
let base = ''
const asked: string[] = []
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: line => void logged.push(line) })
type Answer = (response: ServerResponse, url: string) => void
let answer: Answer = response => void response.end()

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(response, request.url ?? '')
  })
  await new Promise<void>(resolve => server.listen(0, resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

let clock: ShiftedClock
let port: TestPort
let polls: InstrumentPolls

function start(list: readonly WantedInstrument[], allowedNetworks: readonly string[] = ['127.0.0.0/8']) {
  clock = shiftedClock()
  port = testPort(...list)
  const outside = createOutside({ allowedNetworks })
  const services = { tempest: base, xweather: base }
  polls = new InstrumentPolls({ clock, log, outside, instruments: port, services })
}
/** Moves time forward, and waits for the responses to the requests that have become due. */
async function pass(ms: number) {
  clock.advance(ms)
  polls.look(clock.monotonicMs())
  await polls.settled()
}
/** The first round after a start is spread over some seconds. */
const first = async () => {
  polls.look(clock.monotonicMs())
  await pass(11 * secondMs)
}
const json =
  (body: unknown, status = 200): Answer =>
  response =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)
const davis = () => ({
  data: { ts: nowSeconds(), conditions: [{ data_structure_type: 1, rx_state: 0, temp: 71.2, hum: 48 }] },
})

beforeEach(() => {
  asked.length = logged.length = 0
  answer = response => void response.end()
})

describe('a request', () => {
  it.each([
    ['weatherlink', '/v1/current_conditions', davis, { temperatureF: 71.2 }],
    [
      'purpleair',
      '/json',
      () => ({ pm2_5_cf_1: 8, pm2_5_cf_1_b: 8, pressure: 990 }),
      { stationPressureHpa: 990 },
    ],
    ['airgradient', '/measures/current', () => ({ pm02: 7, pm02Compensated: 6 }), { pm25: 6 }],
  ] as const)(
    'to %s is for its usual page, however the address is typed',
    async (make, path, body, measures) => {
      start(
        [base, `${base}/`, base.slice('http://'.length)].map(address => wantedInstrument(make, { address })),
      )
      answer = response => json(body())(response, '')
      await first()
      expect(asked).toEqual([path, path, path])
      expect(port.messages.map(({ message }) => message.measures)).toMatchObject([
        measures,
        measures,
        measures,
      ])
      expect(port.refused.size).toBe(0)
    },
  )

  it('to a logger uses the address as typed', async () => {
    const path = '/?command=dataquery&uri=dl:Weather&format=json&mode=most-recent&p1=1'
    start([wantedInstrument('campbell', { address: base + path })])
    const fields = [{ name: 'AirTC_Avg', type: 'xsd:float', units: 'Deg C', process: 'Avg' }]
    answer = json({
      head: { transaction: 0, signature: 1, environment: { table_name: 'Weather' }, fields },
      data: [{ no: 1, time: '2026-11-18T12:00:00', vals: [20] }],
    })
    await first()
    expect(asked).toEqual([path])
    expect(port.messages[0]?.message.measures.temperatureF).toBeCloseTo(68)
  })

  it('to Tempest’s service has the station and the token, and an old observation is ignored', async () => {
    start([
      wantedInstrument('tempest-cloud', {
        serial: '36910',
        key: 'token-of-a-person',
        address: 'http://evil.test',
      }),
    ])
    let seconds = nowSeconds()
    const body = () => ({ status: { status_code: 0 }, obs: [{ timestamp: seconds, air_temperature: 20 }] })
    answer = response => json(body())(response, '')
    await first()
    expect(asked).toEqual(['/swd/rest/observations/station/36910?token=token-of-a-person'])
    expect(port.messages).toHaveLength(1)
    seconds -= 7200
    await pass(2 * minuteMs)
    expect(port.messages).toHaveLength(1)
    expect([...port.refused.values()]).toEqual([
      expect.stringMatching(/received nothing from this station since/),
    ])
  })

  it('to Xweather is for the strikes around the place, nearest first', async () => {
    start([wantedInstrument('xweather', { key: 'client:hidden-secret' })])
    const at = (id: string, lat: number) => ({
      id,
      loc: { lat, long: -97.44 },
      ob: { timestamp: nowSeconds() - 30, pulse: { type: 'cg', peakamp: -20000 } },
    })
    answer = response =>
      json({ success: true, error: null, response: [at('far', 35.8), at('near', 35.25)] })(response, '')
    await first()
    expect(asked[0]).toMatch(/^\/lightning\/closest\?p=35\.2000%2C-97\.4400&radius=100km&.*client_id=client&/)
    expect(port.messages[0]?.message.lightning?.strikes.map(({ id }) => id)).toEqual(['near', 'far'])
    answer = json({ success: true, error: { code: 'warn_no_data' }, response: [] })
    await pass(2 * minuteMs)
    expect(port.messages[1]?.message.lightning?.strikes).toEqual([])
    answer = json({
      success: false,
      error: { code: 'invalid_client', description: 'hidden-secret is wrong' },
    })
    await pass(2 * minuteMs)
    expect(port.said).toEqual(['Xweather refused: … is wrong'])
  })
})

describe('a failure', () => {
  it.each<[string, Answer, RegExp]>([
    ['an error', json({}, 500), /returned an error \(status 500\)/],
    ['a password', json({}, 401), /asks for a password/],
    ['a redirect', response => response.writeHead(302, { location: '/x' }).end(), /to another address/],
    [
      'another program',
      response => response.end('<html>'),
      /not a message from a Davis WeatherLink: it is not JSON/,
    ],
    ['too much', response => response.end('x'.repeat(300_000)), /too long/],
    ['a broken connection', response => response.destroy(), /dropped/],
  ])('shows on the instrument, and clears with the next success: %s', async (_what, given, text) => {
    start([wantedInstrument('weatherlink', { address: base })])
    answer = given
    await first()
    expect([...port.refused.values()]).toEqual([expect.stringMatching(text)])
    answer = response => json(davis())(response, '')
    await pass(34 * secondMs)
    expect(port.messages).toHaveLength(1)
    expect(port.refused.size).toBe(0)
  })

  it('names the setting if the address is in a network that the operator has not allowed', async () => {
    const addresses = [base, '192.168.1.20', 'http://10.0.0.1/json', 'https://127.0.0.1', 'http://[::1]:80/']
    start(
      addresses.map(address => wantedInstrument('weatherlink', { address })),
      [],
    )
    await first()
    expect(asked).toEqual([])
    expect(port.said).toEqual(
      addresses.map(() => expect.stringMatching(/may not connect .* SKYWARDEN_ALLOWED_NETWORKS/)),
    )
  })

  it.each([
    ['ftp://station.example.org', /not valid/],
    ['http://me:secret@127.0.0.1/', /user name/],
    ['http://8.8.8.8/json', /must start with https/],
    ['http://127.0.0.1:1/', /Nothing responds/],
    ['', /not valid/],
  ])('of the address %s is explained', async (address, text) => {
    start([wantedInstrument('weatherlink', { address })])
    await first()
    expect(port.said).toEqual([expect.stringMatching(text)])
    expect(port.said.join()).not.toContain('secret')
  })

  it('due to a missing or malformed key is explained, and nothing is requested', async () => {
    start([
      wantedInstrument('tempest-cloud', { serial: '1' }),
      wantedInstrument('xweather', { key: 'only-an-id' }),
      { ...wantedInstrument('xweather'), apiKey: () => expect.fail('sealed with another secret') },
    ])
    await first()
    expect(port.said.toSorted()).toEqual([
      expect.stringMatching(/can no longer be decrypted/),
      expect.stringMatching(/API key is missing/),
      expect.stringMatching(/id:secret/),
    ])
    expect(asked).toEqual([])
  })

  it('is retried less and less often, but at least every 11 minutes', async () => {
    start([wantedInstrument('weatherlink', { address: base })])
    answer = json({}, 500)
    await first()
    for (let minutes = 0; minutes < 60; minutes++) await pass(minuteMs)
    expect(asked.length).toBeLessThan(12)
    const before = asked.length
    await pass(11 * minuteMs)
    expect(asked).toHaveLength(before + 1)
    answer = response => json(davis())(response, '')
    await pass(11 * minuteMs)
    await pass(34 * secondMs)
    expect(port.messages).toHaveLength(2)
  })

  it('to store an answer is not the instrument’s fault, so it is polled again soon', async () => {
    start([wantedInstrument('weatherlink', { address: base })])
    answer = response => json(davis())(response, '')
    port.isBroken = true
    await first()
    expect([port.messages.length, port.refused.size]).toEqual([0, 0])
    port.isBroken = false
    await pass(10 * secondMs)
    expect(port.messages).toHaveLength(1)
  })
})

describe('polling', () => {
  it('sends one request at a time to each instrument, at most 5 for a customer and 20 in all', async () => {
    const list = Array.from({ length: 40 }, (_, index) =>
      wantedInstrument('weatherlink', {
        address: base.replace('127.0.0.1', `127.0.0.${index + 1}`),
        customerId: index < 20 ? 1 : index,
      }),
    )
    start(list)
    const open: ServerResponse[] = []
    answer = response => void open.push(response)
    polls.look(clock.monotonicMs())
    clock.advance(11 * secondMs)
    for (let times = 0; times < 3; times++) polls.look(clock.monotonicMs())
    await expect.poll(() => open.length).toBe(20)
    polls.look(clock.monotonicMs())
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(open).toHaveLength(20)
    answer = response => json(davis())(response, '')
    for (const response of open) json(davis())(response, '')
    await polls.settled()
    for (let times = 0; times < 4; times++) await pass(secondMs)
    expect(new Set(port.messages.map(({ id }) => id)).size).toBe(40)
  })

  it('is no faster than a WeatherLink Live allows, however often it is checked', async () => {
    start([wantedInstrument('weatherlink', { address: base })])
    answer = response => json(davis())(response, '')
    await first()
    for (let seconds = 0; seconds < 26; seconds++) await pass(secondMs)
    expect(asked).toHaveLength(1)
    await pass(8 * secondMs)
    expect(asked).toHaveLength(2)
  })

  it('starts over after an edit, and ignores the answer from the old address', async () => {
    start([wantedInstrument('weatherlink', { address: `${base}/old` })])
    const [one] = port.list as [WantedInstrument]
    const open: ServerResponse[] = []
    answer = response => void open.push(response)
    polls.look(clock.monotonicMs())
    clock.advance(11 * secondMs)
    polls.look(clock.monotonicMs())
    await expect.poll(() => open.length).toBe(1)
    port.list[0] = { ...one, version: 2, address: `${base}/new` }
    polls.look(clock.monotonicMs())
    answer = response => json(davis())(response, '')
    open.forEach(response => json(davis())(response, ''))
    await polls.settled()
    expect(port.messages).toHaveLength(0)
    await pass(0)
    expect(asked).toEqual(['/old', '/new'])
    expect(port.messages).toHaveLength(1)
    port.list.length = 0
    await pass(minuteMs)
    expect(asked).toHaveLength(2)
  })

  it('can be stopped, and continues for the other units, while one of them is slow', async () => {
    start([
      wantedInstrument('weatherlink', { address: `${base}/slow` }),
      wantedInstrument('weatherlink', { address: base }),
    ])
    answer = (response, url) => {
      if (url === '/slow') response.write('{')
      else json(davis())(response, '')
    }
    polls.look(clock.monotonicMs())
    clock.advance(11 * secondMs)
    polls.look(clock.monotonicMs())
    await expect.poll(() => port.messages.length).toBe(1)
    await polls.stop()
    polls.look(clock.monotonicMs() + minuteMs)
    expect(asked).toHaveLength(2)
  })
})

it('the log contains no key', () => {
  expect(logged.join()).not.toMatch(/token-of-a-person|hidden-secret/)
})
