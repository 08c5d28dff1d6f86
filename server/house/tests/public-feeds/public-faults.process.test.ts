import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { acceptSatellite } from '#contract/weather/satellite'
import { satelliteWords } from '#domain/lightning/proof'
import { minuteMs } from '#server/platform/clock'
import { createSky } from './played-sky.testing.ts'
import { worldFaults, type WorldFault } from './played-world.testing.ts'
import { openPublicHouse, type PublicHouse } from './public-house.testing.ts'
import { hosts } from '#server/house/public-weather'

/** During the storm All Clear is never reported, whatever fails. */
const at = (hour: number, minute: number) => Date.UTC(2026, 6, 15, hour, minute)
const sky = createSky([{ fromMs: at(20, 0), toMs: at(26, 0) }])
let open: PublicHouse

beforeAll(async () => {
  open = await openPublicHouse({ sky, startMs: at(19, 56), windowMs: minuteMs })
  const body = { accept: true, words: satelliteWords }
  await open.ask(acceptSatellite, { params: { id: open.normanId }, body })
  await open.play(12 * minuteMs, byMinutes) // until everything is known
})
afterEach(() => open.world.fail(null))
afterAll(() => open.close())

const isState = (state: string) => async () => (await open.ring()).state === state
const byMinutes = { stepMs: minuteMs }

/** Checks what must be true during every fault, while a storm is above the place and it is hot elsewhere. */
async function nothingFalse() {
  expect((await open.ring()).state).not.toBe('AllClear')
  expect((await open.alertsAt(open.normanId)) ?? ['Tornado Warning']).toContain('Tornado Warning')
  expect((await open.alertsAt(open.phoenixId)) ?? ['Heat Advisory']).toEqual(['Heat Advisory'])
  const [severe] = (await open.alertsAt(open.torontoId)) ?? ['Severe Thunderstorm Warning']
  expect(severe).toBe('Severe Thunderstorm Warning')
}

/** Checks values that change slowly enough to be checked once per fault. */
async function nothingMadeUp() {
  const { ambientTemperature } = (await open.observation()).data
  if (ambientTemperature.value !== null) {
    const reportMs = Date.parse(ambientTemperature.observationTime ?? '')
    expect(reportMs).toBeLessThanOrEqual(open.nowMs())
    expect(ambientTemperature.value).toBeCloseTo(sky.celsiusAt(reportMs) * 1.8 + 32, 0)
  }
  const storms = await open.tropics()
  if (storms.status === 200) expect(JSON.stringify(storms.body.data)).toContain('Erin')
  for (const { aqiData } of await open.air()) expect(JSON.stringify(aqiData)).not.toContain('"value":0')
}

/** Faults that make a source look healthy: its data is complete, but old or from a wrong clock. */
const seemFine: readonly WorldFault[] = ['stale', 'unchanged', 'skew']
const feedsOfHosts: Readonly<Record<string, string>> = {
  'api.weather.gov': 'National Weather Service alerts',
  'api.weather.gc.ca': 'Environment Canada alerts',
  'aviationweather.gov': 'Airport observations (METAR)',
  'noaa-goes19.s3.amazonaws.com': 'GOES lightning mapper (satellite)',
  'mesonet.agron.iastate.edu': 'Storm cells (IEM)',
  'www.nhc.noaa.gov': 'National Hurricane Center',
  'www.wpc.ncep.noaa.gov': 'Surface analysis (WPC)',
}

it.each(worldFaults)(
  'when every source fails with %s, nothing shown is false, failures are named, and everything recovers',
  async fault => {
    await open.playUntil(isState('Delay'), 20 * minuteMs, byMinutes)
    open.world.fail(fault)
    const look = nothingFalse
    // For one fault, checks closely that a failing source is not requested more often.
    await open.play(3 * minuteMs, fault === 'error' ? {} : { look, stepMs: minuteMs })
    await open.play(8 * minuteMs, { look, stepMs: 2 * minuteMs })
    await nothingMadeUp()
    const feeds = await open.feeds()
    const stateOf = (name: string) => feeds.find(({ feed }) => feed === name)
    if (fault !== 'skew')
      expect(stateOf('GOES lightning mapper (satellite)')).toMatchObject({ delivering: false })
    if (fault === 'drip')
      expect(stateOf('National Weather Service alerts')).toMatchObject({ delivering: false })
    else if (!seemFine.includes(fault))
      for (const feed of Object.values(feedsOfHosts)) {
        expect(stateOf(feed)).toMatchObject({ feed, delivering: false })
        expect(stateOf(feed)?.publicSource?.lastError).toMatch(/\w+ \w+ \w+/)
        expect(stateOf(feed)?.publicSource?.lastError).not.toContain('s3')
      }
    open.world.fail(null)
    await open.playUntil(
      async () => {
        const alerts = await open.alertsAt(open.normanId)
        const { state, stale } = await open.ring()
        return alerts !== null && state === 'Delay' && !stale
      },
      15 * minuteMs,
      { look, stepMs: minuteMs },
    )
    await nothingMadeUp()
  },
)

it('requests failing sources no more often than each host allows', () => {
  for (const host of open.world.hosts) {
    const limits = Object.values(hosts).filter(each => each.host === host)
    const limit = limits.reduce((sum, { mostPerMinute }) => sum + mostPerMinute, 0)
    expect([host, open.world.mostPerMinute(host)]).toSatisfy(([, most]) => most > 0 && most <= limit)
  }
})
