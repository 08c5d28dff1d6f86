import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeInstrumentKey, removeInstrument, updateInstrument } from '#contract/devices/instruments'
import { getWeatherStation } from '#contract/devices/stations'
import { addLocation } from '#contract/places/locations'
import { getDelay, type LocationDelay } from '#contract/weather/lightning'
import { getStrikes } from '#contract/weather/map-lightning'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { addOne, roof, sendRaw, stationTime, until } from './instruments.testing.ts'

let house: TestHouse
let admin: TestPerson
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: line => void logged.push(line) })
  house = await testHouse({ listen: true, log })
  admin = await house.person({ role: 'Admin', customerId: await house.customer() })
})
afterAll(() => house.close())

const get = (path: string, init?: RequestInit) => fetch(house.baseUrl + path, init)
const form = (fields: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()
const post = (path: string, fields: Readonly<Record<string, string | number>>) =>
  get(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form(fields),
  })
const now = () => stationTime(performance.timeOrigin + performance.now())
const weather = () => ({ dateutc: now(), tempf: 71.2, humidity: 48, windspeedmph: 4.3, windgustmph: 7.8 })

describe('a Weather Underground upload', () => {
  it('is answered with success, and becomes a reading of the place', async () => {
    const roofStation = await addOne(house, admin, { make: 'wunderground' })
    const query = form({ ID: roofStation.senderId, PASSWORD: roofStation.key, ...weather(), baromin: 29.94 })
    const answer = await get(`/weatherstation/updateweatherstation.php?${query}`)
    expect([answer.status, await answer.text()]).toEqual([200, 'success\n'])
    expect(answer.headers.get('content-length')).toBe('8')
    const shown = await until(house, admin, roofStation.id, ({ heardAt }) => heardAt !== null)
    expect(shown.received?.values.find(({ measure }) => measure === 'temperatureF')).toMatchObject({
      sent: 71.2,
      value: 71.2,
      isCorrected: false,
      doubt: null,
    })
    expect(shown).toMatchObject({ isSilent: false, refused: null, health: { messagesToday: 1 } })
    const params = { id: String(shown.weatherStationId) }
    await expect
      .poll(async () => {
        const { body } = await house.ask(getWeatherStation, { params }, admin)
        return JSON.stringify(body)
      })
      .toContain('71.2')
  })
  it('is accepted at the old addresses too, in capitals, and by POST', async () => {
    const { senderId, key } = await addOne(house, admin, { make: 'wunderground' })
    const shown = { ID: senderId.toUpperCase(), PASSWORD: ` ${key.toUpperCase()}` }
    const paths = [
      '/weatherstation/updateweatherstation.asp',
      '/WeatherStation/UpdateWeatherStation',
      '/pwsupdate/pwsupdate.php',
    ]
    for (const path of paths)
      expect((await get(`${path}?${form({ ...shown, ...weather() })}`)).status).toBe(200)
    expect((await post(paths[0] ?? '', { ...shown, ...weather() })).status).toBe(200)
  })
  it('with a wrong key is refused, which the instrument shows', async () => {
    const { id, senderId } = await addOne(house, admin, { make: 'wunderground' })
    const path = `/weatherstation/updateweatherstation.php?${form({ ID: senderId, PASSWORD: 'guess', ...weather() })}`
    const answer = await get(path)
    expect([answer.status, await answer.text()]).toEqual([
      401,
      expect.stringMatching(/Wrong station ID or key/),
    ])
    const shown = await until(house, admin, id, ({ refused }) => refused !== null)
    expect(shown.refused?.because).toMatch(/wrong key/)
    expect(shown.heardAt).toBeNull()
    const pws = await get(`/pwsupdate/pwsupdate.php?${form({ ID: senderId, PASSWORD: 'x', ...weather() })}`)
    expect(await pws.text()).toMatch(/^ERROR/)
    const acurite = await get(`/weatherstation/updateweatherstation?${form({ id: senderId, ...weather() })}`)
    expect([acurite.status, await acurite.text()]).toEqual([401, expect.stringMatching(/No key was sent/)])
  })
})

describe('an Ecowitt or Ambient upload', () => {
  it('has its id and key in the address, or its key as passkey', async () => {
    const { id, senderId, key } = await addOne(house, admin)
    const passkey = '0123456789ABCDEF0123456789ABCDEF'
    const typed = await post(`/data/report/${senderId}/${key}`, { PASSKEY: passkey, ...weather() })
    expect([typed.status, await typed.text()]).toEqual([200, 'OK'])
    expect((await post(`/data/report/${senderId}`, { PASSKEY: key, ...weather() })).status).toBe(200)
    expect((await post('/data/report/', { PASSKEY: key, ...weather() })).status).toBe(200)
    expect((await post('/data/report/', { PASSKEY: passkey, ...weather() })).status).toBe(401)
    expect((await post(`/data/report/${senderId}/${key}`, { PASSKEY: passkey, hello: 1 })).status).toBe(400)
    const shown = await until(house, admin, id, ({ refused }) => refused !== null)
    expect(shown.refused?.because).toMatch(/could not be read/)
  })
  it('of Ambient is appended to what was typed, with or without a question mark', async () => {
    const { senderId, key } = await addOne(house, admin, { make: 'ambient' })
    const fields = () => form({ PASSKEY: 'AA:BB:CC:DD:EE:FF', stationtype: 'AMBWeatherV4.3.7', ...weather() })
    for (const between of ['?', '&', '', '/', '?&', '/?']) {
      const answer = await get(`/data/report/${senderId}/${key}${between}${fields()}`)
      expect([between, answer.status, await answer.text()]).toEqual([between, 200, 'OK'])
    }
  })
  it('is rescued if Node refuses its address', async () => {
    const { id, senderId, key } = await addOne(house, admin, { make: 'ambient' })
    const fields = `MAC=AA:BB:CC:DD:EE:FF\n&dateutc=2026-04-05 05:05:00&tempf=72.1&humidity=99`
    const login = `ID=${senderId}&PASSWORD=${key}`
    const targets = [
      `data/report/${senderId}/${key}?${fields}`,
      `/data/report/${senderId}/${key}?${fields}`,
      `?${login}&tempf=72.1&humidity=99&dateutc=now`,
      `${login}&tempf=72.1&humidity=98&dateutc=now`,
    ]
    for (const target of targets) {
      const answer = await sendRaw(house.baseUrl, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)
      expect([target, answer]).toEqual([
        target,
        expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n[^]*Content-Length: \d/),
      ])
    }
    const body = 'tempf=72.1&humidity=50&dateutc=now'
    const head = `POST data/report/${senderId}/${key} HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n`
    expect(await sendRaw(house.baseUrl, head + body)).toMatch(/ 200 OK/)
    const wrong = await sendRaw(house.baseUrl, `GET ?ID=${senderId}&PASSWORD=no such key HTTP/1.0\r\n\r\n`)
    expect(wrong).toMatch(/^HTTP\/1\.1 401 /)
    const shown = await until(house, admin, id, ({ heardAt }) => heardAt !== null)
    expect(shown.received?.understood).toContain('tempf')
  })
  it('needs no host header, and nothing else malformed is rescued', async () => {
    const { senderId, key } = await addOne(house, admin, { make: 'wunderground' })
    const query = form({ ID: senderId, PASSWORD: key, tempf: 50, dateutc: 'now' })
    const path = `/weatherstation/updateweatherstation.php?${query}`
    expect(await sendRaw(house.baseUrl, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 200 /,
    )
    for (const target of ['/api/user/current x', 'api/Instrument', '?x', '/data/reports x'])
      expect(await sendRaw(house.baseUrl, `GET ${target} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('a strike that a station reports', () => {
  const rings = { radius1: 8, radius2: 16, radius3: 26, radius4: 0, allClearMinutes: 30 }
  const { latitude, longitude } = roof
  const place = { label: 'Field', locationName: 'Norman, OK', flags: 0, forecastLocation: false, type: 0 }
  const statesOf = async (id: number, person: TestPerson) => {
    const { body } = await house.ask(getDelay, { params: { id: String(id) } }, person)
    return (body.data as LocationDelay).statements.map(({ state }) => state)
  }
  async function locationOf(person: TestPerson): Promise<number> {
    const { body } = await house.ask(
      addLocation,
      { body: { ...place, ...rings, latitude, longitude } },
      person,
    )
    return (body.data as { location: { id: number } }).location.id
  }

  it('delays its own customer’s rings that may contain it, and nobody else’s at the same place', async () => {
    const stranger = await house.person({ role: 'Admin', customerId: await house.customer() })
    const [own, others] = [await locationOf(admin), await locationOf(stranger)]
    const { senderId, key, id } = await addOne(house, admin, { make: 'ecowitt', ...roof })
    const struck = Math.floor((performance.timeOrigin + performance.now()) / 1000) - 60
    const strike = { lightning: 31, lightning_time: struck, lightning_num: 1 }
    expect((await post(`/data/report/${senderId}/${key}`, { ...weather(), ...strike })).status).toBe(200)
    // 31 km are 19.3 miles, and may be 9: outside the inner ring, inside the others.
    await expect.poll(() => statesOf(own, admin)).toEqual(['Unknown', 'Delay', 'Delay'])
    expect(await statesOf(others, stranger)).toEqual(['Unknown', 'Unknown', 'Unknown'])
    const { body } = await house.ask(getStrikes, {}, stranger)
    expect(body.data).toEqual([])
    const shown = await until(house, admin, id, ({ lightning }) => lightning !== null)
    expect(shown.lightning).toMatchObject({ count: 1, miles: expect.closeTo(19.3, 1) as unknown })
  })
})

describe('JSON of any shape', () => {
  it('is accepted with the key in the address or as a bearer token, and its fields are shown', async () => {
    const { id, senderId, key } = await addOne(house, admin, { make: 'json' })
    const send = (path: string, body: string, headers: Record<string, string> = {}) =>
      get(path, { method: 'POST', headers, body })
    expect((await send(`/instruments/${senderId}/${key}`, '{"outside":{"t":21.5}}')).status).toBe(200)
    const bearer = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    expect((await send(`/instruments/${senderId}`, '{"outside":{"t":21.6}}', bearer)).status).toBe(200)
    expect((await send(`/instruments/${senderId}`, '{}')).status).toBe(401)
    expect((await send(`/instruments/${senderId}/${key}`, '{"t":')).status).toBe(400)
    expect((await send(`/instruments/${senderId}/${key}`, '['.repeat(5000))).status).toBe(400)
    expect((await send(`/instruments/${senderId}/${key}`, `"${'x'.repeat(70_000)}"`)).status).toBe(413)
    const shown = await until(house, admin, id, ({ received }) => (received?.fields.length ?? 0) > 0)
    expect(shown.received?.fields).toEqual([
      { path: 'outside.t', value: expect.stringMatching(/^21\.[56]$/) as string },
    ])
    const mapping = [{ path: 'outside.t', measure: 'temperatureF', unit: '°C' } as const]
    const changed = { name: 'Roof', ...roof, mapping, version: shown.version }
    await house.reply(updateInstrument, { params: { id: String(id) }, body: changed }, admin)
    await expect
      .poll(
        async () => {
          await send(`/instruments/${senderId}/${key}`, '{"outside":{"t":20}}')
          return (await until(house, admin, id, () => true)).received?.values[0]?.value
        },
        { timeout: 45_000 },
      )
      .toBe(68)
  })
})

it('Home Assistant sends our own names as JSON, and needs no mapping; a sensor that is away is unknown', async () => {
  const { senderId, key, id } = await addOne(house, admin, { make: 'home-assistant' })
  const answer = await get(`/instruments/${senderId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ temperatureF: '71.4', humidityPercent: 'unavailable' }),
  })
  expect([answer.status, await answer.text()]).toEqual([200, 'OK'])
  const shown = await until(house, admin, id, ({ heardAt }) => heardAt !== null)
  expect(shown.received?.values.map(({ measure, value }) => [measure, value])).toEqual([
    ['temperatureF', 71.4],
  ])
})

describe('a key', () => {
  it('stops working when it is changed or the instrument is removed', async () => {
    const { id, senderId, key } = await addOne(house, admin)
    const params = { id: String(id) }
    const isTaken = async (used: string) =>
      (await post(`/data/report/${senderId}/${used}`, weather())).status === 200
    expect(await isTaken(key)).toBe(true)
    const changed = await house.reply(changeInstrumentKey, { params }, admin)
    await expect.poll(() => isTaken(key)).toBe(false)
    await expect.poll(() => isTaken(changed.key)).toBe(true)
    await house.reply(removeInstrument, { params }, admin)
    await expect.poll(() => isTaken(changed.key)).toBe(false)
  })
  it('appears in no log line and no metric, whatever goes wrong', async () => {
    const { senderId, key } = await addOne(house, admin)
    await get(`/weatherstation/updateweatherstation.php?${form({ ID: senderId, PASSWORD: key, bad: '%' })}`)
    await get(`/data/report/${senderId}/${key}/%zz`)
    await get(`/instruments/${senderId}/${key}`)
    await sendRaw(house.baseUrl, `GET ?PASSWORD=${key} x y HTTP/1.1\r\n\r\n`)
    await sendRaw(house.baseUrl, `GET nothing/${key} x y HTTP/1.1\r\n\r\n`)
    const metrics = await (await get('/metrics')).text()
    expect(metrics).toContain('skywarden_instruments{state="sending"}')
    expect([...logged, metrics].filter(line => line.includes(key))).toEqual([])
  })
})

describe('a flood', () => {
  it('is refused after 60 messages a minute, which the instrument shows', async () => {
    const { id, senderId, key } = await addOne(house, admin)
    const statuses: number[] = []
    for (let count = 0; count < 65; count++)
      statuses.push(
        (await post(`/data/report/${senderId}/${key}`, { ...weather(), tempf: 60 + count / 10 })).status,
      )
    expect(statuses.filter(status => status === 200)).toHaveLength(60)
    expect(statuses.filter(status => status === 429)).toHaveLength(5)
    const shown = await until(house, admin, id, ({ refused }) => refused !== null)
    expect(shown.refused?.because).toMatch(/more than 60 messages/)
    expect(shown.health.messagesToday).toBeLessThanOrEqual(60)
  })
})
