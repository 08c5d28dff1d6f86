import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Reply } from '#contract/call'
import { acceptSatellite } from '#contract/weather/satellite'
import { radarFrames } from '#contract/weather/radar'
import { listStormVectors } from '#contract/weather/storms'
import { pauseSource } from '#contract/status'
import type { tropicalForecasts } from '#contract/weather/tropics'
import { publicSourceIds } from '#domain/feeds/public-sources'
import { satelliteWords } from '#domain/lightning/proof'
import { minuteMs, secondMs } from '#server/platform/clock'
import { playedCone } from './played-national.testing.ts'
import { createSky } from './played-sky.testing.ts'
import { openPublicHouse, type PublicHouse } from './public-house.testing.ts'
import { hosts } from '#server/house/public-weather'

const soon = { timeout: 45_000 }

const at = (hour: number, minute: number) => Date.UTC(2026, 6, 15, hour, minute)
const passing = { fromMs: at(20, 0), toMs: at(20, 6) }
const sky = createSky([passing])
let open: PublicHouse

beforeAll(async () => {
  open = await openPublicHouse({ sky, startMs: at(19, 56), windowMs: minuteMs })
})
afterEach(() => open.world.fail(null))
afterAll(() => open.close())

const isState = (state: string) => async () => (await open.ring()).state === state
const byMinutes = { stepMs: minuteMs }
const minutesPast = (ms: number) => (open.nowMs() - ms) / minuteMs

async function pauseAll(paused: boolean) {
  for (const source of publicSourceIds) await open.ask(pauseSource, { body: { source, paused } })
}

describe('weather from public sources', () => {
  it('is Unknown under a quiet sky until satellites are accepted, and in delay soon after a flash', async () => {
    await open.play(3 * minuteMs)
    expect(await open.ring()).toMatchObject({ state: 'Unknown', covered: true })
    await open.playUntil(isState('Delay'), 3 * minuteMs)
    // This takes a one-minute window, a few seconds until its file is available, and at most 20 s until the file is
    // listed.
    expect(minutesPast(passing.fromMs)).toBeLessThanOrEqual(1.7)
    const body = { accept: true, words: satelliteWords }
    await open.ask(acceptSatellite, { params: { id: open.normanId }, body })
  })

  it('has the alerts at each place, by shape, by zone, or from another country', async () => {
    await open.play(2 * minuteMs)
    expect(await open.alertsAt(open.torontoId)).toEqual(['Severe Thunderstorm Warning'])
    expect(await open.alertsAt(open.normanId)).toEqual(['Tornado Warning'])
    expect(await open.alertsAt(open.phoenixId)).toEqual(['Heat Advisory'])
  })

  it("has the nearest airport's conditions, with their time", async () => {
    const { data, state, metarStation } = await open.observation()
    expect(state).toBe('Fresh')
    expect(metarStation?.name).toContain('Norman')
    const reportMs = Date.parse(data.observationTime ?? '')
    expect(minutesPast(reportMs)).toBeLessThanOrEqual(11)
    expect(data.ambientTemperature.value).toBeCloseTo(sky.celsiusAt(reportMs) * 1.8 + 32, 0)
  })

  it('has air quality, tropical storms, and no radar where none is available', async () => {
    expect(await open.air()).toMatchObject([{ pollutantName: 'PM2.5' }])
    const [issue] = (await open.tropics()).body.data as Reply<typeof tropicalForecasts>
    expect(issue?.data).toMatchObject([{ name: 'Erin', conePolygon: playedCone }])
    const radar = (await open.feeds()).filter(({ feed }) => feed.startsWith('Radar'))
    expect(radar).toMatchObject([{ delivering: false }, { delivering: false }])
  })

  it('has radar for Hawaii once somebody looks beyond the contiguous United States', async () => {
    const look = () => open.ask(radarFrames, { params: { type: 'international' }, query: {} })
    expect((await look()).status).toBe(503)
    expect(open.world.count('noaa-mrms-pds.s3.amazonaws.com', '/HAWAII/')).toBe(0)
    const isAsked = async () => open.world.count('noaa-mrms-pds.s3.amazonaws.com', '/HAWAII/') > 0
    await open.playUntil(isAsked, 2 * minuteMs)
    // The image is unpacked in a thread, as fast as the machine allows.
    await vi.waitFor(async () => expect((await look()).status).toBe(200), 20_000)
    const [newest] = (await look()).body.data as string[]
    const shownMs = Date.parse(new URL(newest ?? '', 'http://house').searchParams.get('TIME') ?? '')
    expect(minutesPast(shownMs)).toBeLessThanOrEqual(16)
    const hawaii = async () => (await open.feeds()).find(({ feed }) => feed.startsWith('Alaska'))
    await vi.waitFor(
      async () =>
        expect(await hawaii()).toMatchObject({
          delivering: true,
          detail: expect.stringContaining('for Hawaii'),
        }),
      soon,
    )
  })

  it('is All Clear by satellite only when the storm is over, and its alert disappears when it ends', async () => {
    await open.playUntil(isState('AllClear'), 20 * minuteMs, byMinutes)
    expect(await open.ring()).toMatchObject({ satelliteOnly: true })
    expect(minutesPast(passing.toMs)).toBeGreaterThanOrEqual(9.5)
    expect(minutesPast(passing.toMs)).toBeLessThanOrEqual(13)
    await open.playUntil(
      async () => (await open.alertsAt(open.normanId))?.length === 0,
      3 * minuteMs,
      byMinutes,
    )
    expect(open.nowMs()).toBeGreaterThanOrEqual(sky.warnings[0]?.toMs ?? NaN)
    expect(await open.alertsAt(open.torontoId)).toEqual([])
  })

  it('treats alerts as unknown after minutes without data in the failing country, falls back to single radars for storm cells, and recovers', async () => {
    open.world.fail('error', 'api.weather.gc.ca')
    await open.play(6 * minuteMs, byMinutes)
    expect(await open.alertsAt(open.torontoId)).toBeNull()
    expect(await open.alertsAt(open.normanId)).toEqual([])
    open.world.fail(null)
    open.world.fail('error', 'api.weather.gov')
    open.world.fail('error', 'mesonet.agron.iastate.edu')
    await open.play(6 * minuteMs, byMinutes)
    expect(await open.alertsAt(open.normanId)).toBeNull()
    expect(await open.alertsAt(open.torontoId)).toEqual([])
    const isBackUp = async () =>
      (await open.feeds()).some(({ feed, delivering }) => feed.endsWith('(NEXRAD)') && delivering === true)
    await open.playUntil(isBackUp, 6 * minuteMs, byMinutes)
    expect((await open.ask(listStormVectors, { query: {} })).status).toBe(200)
    open.world.fail(null)
    await open.playUntil(async () => (await open.alertsAt(open.phoenixId)) !== null, 6 * minuteMs, byMinutes)
    expect(await open.alertsAt(open.phoenixId)).toEqual(['Heat Advisory'])
  })

  it('shows each source as delivering while it does', async () => {
    await open.play(8 * minuteMs, byMinutes)
    const failing = (await open.feeds()).filter(({ delivering }) => delivering === false)
    expect(failing.map(({ feed, detail }) => `${feed}: ${detail}`)).toEqual([
      expect.stringMatching(/^Radar/),
      expect.stringMatching(/^Radar/),
    ])
  })

  it('requests nothing within three seconds after an administrator pauses a source, and resumes when they do', async () => {
    await pauseAll(true)
    await open.play(3 * secondMs, { stepMs: secondMs })
    const before = open.world.requests.length
    await open.play(3 * minuteMs, byMinutes)
    expect(open.world.requests.slice(before)).toEqual([])
    expect((await open.feeds()).filter(({ delivering }) => delivering)).toEqual([])
    await pauseAll(false)
    await open.play(10 * minuteMs, byMinutes)
    const asked = new Set(open.world.requests.slice(before).map(({ host }) => host))
    // Models are requested every half hour, single radars only while the list of all of them is old, and a cone once.
    const others = ['ftp.nhc.noaa.gov', 'mapservices.weather.noaa.gov', 'tgftp.nws.noaa.gov']
    expect([...asked].filter(host => !others.includes(host)).toSorted()).toEqual(
      open.world.hosts.filter(host => !others.includes(host)).toSorted(),
    )
  })

  it('requests no more often than each host allows', () => {
    for (const host of open.world.hosts) {
      const limits = Object.values(hosts).filter(each => each.host === host)
      const limit = limits.reduce((sum, { mostPerMinute }) => sum + mostPerMinute, 0)
      expect([host, open.world.mostPerMinute(host)]).toSatisfy(([, most]) => most > 0 && most <= limit)
    }
  })
})
