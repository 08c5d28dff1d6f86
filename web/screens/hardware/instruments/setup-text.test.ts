import { askedText, setupOf } from './setup-text.ts'
import { makeIds, makeOf } from '#domain/instruments/makes'
import { expect, test } from 'vitest'

const sender = {
  senderId: 'abcd1234',
  key: '0123456789abcdefghjk',
  mqttAddresses: ['mqtts://{host}:8883', 'mqtt://{host}:1883'],
}
const at = (origin: string) => new URL(origin)
const typed = (make: Parameters<typeof setupOf>[0], origin: string) =>
  Object.fromEntries(setupOf(make, sender, at(origin))?.fields.map(({ label, text }) => [label, text]) ?? [])

test('an Ecowitt station has its ID and key in the path', () => {
  expect(typed('ecowitt', 'http://weather.school.test:8080')).toEqual({
    'Protocol Type Same As': 'Ecowitt',
    'Server IP / Hostname': 'weather.school.test',
    Path: '/data/report/abcd1234/0123456789abcdefghjk',
    Port: '8080',
    'Upload Interval': '30',
  })
})

test('stations that append their values to the path get its question mark', () => {
  expect(typed('ambient', 'http://10.0.0.5')['Path']).toBe('/data/report/abcd1234/0123456789abcdefghjk?')
  expect(typed('wunderground', 'http://10.0.0.5')).toMatchObject({
    Path: '/weatherstation/updateweatherstation.php?',
    'Station ID': 'abcd1234',
    'Station Key': '0123456789abcdefghjk',
    Port: '80',
  })
})

test.each(['ecowitt', 'ambient', 'wunderground'] as const)(
  'instructions for %s state that it does not support HTTPS',
  make => {
    const setup = setupOf(make, sender, at('https://weather.school.test'))
    expect(setup?.fields.find(({ label }) => label === 'Port')?.text).toBe('80')
    expect(setup?.warnings[0]?.title).toMatch(/cannot send to an https address/)
    expect(setup?.warnings[0]?.text).toContain('http://weather.school.test on port 80')
    expect(setupOf(make, sender, at('http://weather.school.test'))?.warnings).toEqual([])
  },
)

test('JSON can be sent over HTTPS', () => {
  expect(setupOf('json', sender, at('https://weather.school.test'))?.warnings).toEqual([])
})

test('a station cannot find localhost', () => {
  expect(setupOf('json', sender, at('http://localhost:8080'))?.warnings[0]?.title).toBe(
    'A station cannot find localhost',
  )
})

test.each(makeIds.filter(id => makeOf(id).door === 'upload'))(
  'the command for %s has an ID and a key',
  make => {
    const curl = setupOf(make, sender, at('https://weather.school.test'))?.curl
    expect(curl).toMatch(/^curl 'https:\/\/weather\.school\.test\/[^']*abcd1234/)
    expect(curl).toContain(sender.key)
  },
)

test('there is nothing to type into a unit that this server polls', () => {
  expect(setupOf('purpleair', sender, at('http://10.0.0.5'))).toBeNull()
  expect(askedText('purpleair')).toContain('SKYWARDEN_ALLOWED_NETWORKS')
  expect(askedText('tempest')).toContain('TEMPEST_UDP_PORT')
})

test('a make that publishes by MQTT gets the broker, its ID and key, and the only topic it may use', () => {
  expect(typed('lightning-sensor', 'https://weather.school.test')).toEqual({
    Broker: 'weather.school.test',
    Port: '1883',
    'User name': 'abcd1234',
    Password: '0123456789abcdefghjk',
    Topic: 'instruments/abcd1234/lightning',
  })
  expect(typed('weewx', 'http://10.0.0.5:8080')['In weewx.conf']).toContain(
    'mqtt://abcd1234:0123456789abcdefghjk@10.0.0.5:1883/',
  )
})

test('a server without a broker shows a warning', () => {
  const setup = setupOf('cumulusmx', { ...sender, mqttAddresses: [] }, at('https://weather.school.test'))
  expect(setup?.warnings[0]?.title).toBe('This server accepts no MQTT connections')
})

test('Cumulus MX gets a template that names its units and leaves nothing retained', () => {
  const template = typed('cumulusmx', 'http://10.0.0.5:8080')['Template'] ?? ''
  const { topics } = JSON.parse(template) as { topics: { topic: string; data: string; retain: boolean }[] }
  expect(topics).toMatchObject([{ topic: 'instruments/abcd1234/weather', retain: false, interval: 30 }])
  expect(JSON.parse(topics[0]?.data ?? '')).toMatchObject({
    temp: '<#temp rc=y>',
    tempunit: '<#tempunitnodeg>',
  })
})
