import { afterAll, beforeAll, expect, it } from 'vitest'
import { todayHoursAt, type HourlyForecast } from '#contract/weather/forecasts'
import { searchAddress, type FoundPlace } from '#contract/places/locations'
import { getWeatherSources } from '#contract/status'
import { playServer, sends, type PlayedServer } from '#server/feeds/feed.testing'
import { meteoAnswer } from '#server/feeds/open-meteo/open-meteo.testing'
import { dayMs, hourMs } from '#server/platform/clock'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

const paris = { latitude: 48.85, longitude: 2.35 }
const forecast = () =>
  JSON.stringify(meteoAnswer({ ...paris, firstMs: (Math.floor(Date.now() / dayMs) - 1) * dayMs, hours: 240 }))
const street = JSON.stringify({
  result: {
    addressMatches: [
      {
        matchedAddress: '660 PARRINGTON OVAL, NORMAN, OK, 73019',
        coordinates: { x: -97.4457, y: 35.2087 },
      },
    ],
  },
})
let server: PlayedServer
let world: TestHouse
let person: TestPerson

beforeAll(async () => {
  server = await playServer()
  server.answer = path => {
    if (path.startsWith('/meteo.example.org/v1/forecast')) return sends('application/json', forecast())
    if (path.startsWith('/geocoding.geo.census.gov/')) return sends('application/json', street)
    return undefined
  }
  const environment = {
    SKYWARDEN_FEEDS: 'nws',
    FEEDS_CONTACT: 'weather@example.org',
    FEEDS_FROM: server.baseUrl,
    OPEN_METEO_URL: 'https://meteo.example.org',
  }
  world = await testHouse({ environment })
  person = await world.person({ role: 'Admin', customerId: await world.customer() })
})
afterAll(async () => {
  await world.close()
  await server.close()
})

it('Open-Meteo answers, once, for a waiting person where the National Weather Service has no coverage', async () => {
  const query = { latitude: String(paris.latitude), longitude: String(paris.longitude) }
  const { body } = await world.ask(todayHoursAt, { query }, person)
  const [first] = body.data as HourlyForecast[]
  expect(first?.ambientTemperature.value).toBe(68)
  expect(Date.now() - Date.parse(first?.forecastStartTime ?? '')).toBeLessThan(hourMs)
  expect(server.asked.filter(path => path.includes('/v1/forecast'))).toHaveLength(1)
  expect(server.asked.filter(path => path.includes('/points/'))).toHaveLength(1)
})

it('its name and attribution are listed among the forecast sources', async () => {
  const { body } = await world.ask(getWeatherSources, {}, person)
  const all = body.data as { kind: string; sources: { name: string; license: string | null }[] }[]
  const forecasts = all.find(({ kind }) => kind === 'forecasts')?.sources ?? []
  expect(forecasts.map(({ name }) => name)).toEqual([
    'National Weather Service forecasts',
    'Open-Meteo forecasts',
  ])
  expect(forecasts[1]?.license).toBe('Weather data by Open-Meteo.com, CC BY 4.0')
})

it('looks up streets at the Census Bureau', async () => {
  const query = { text: '660 Parrington Oval, Norman, OK' }
  const { body } = await world.ask(searchAddress, { query }, person)
  const [first] = body.data as FoundPlace[]
  expect(first?.address).toBe('660 Parrington Oval, Norman, OK 73019')
})
