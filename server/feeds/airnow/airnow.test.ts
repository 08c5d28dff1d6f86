import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AirReading, AirSensor } from '#domain/air-quality/sensor'
import {
  breaksOff,
  errorPage,
  hasSamples,
  playParts,
  playServer,
  refuses,
  sample,
  sends,
  type PlayedServer,
} from '#server/feeds/feed.testing'
import { hourMs, minuteMs } from '#server/platform/clock'
import { startAirNow } from './index.ts'
import { parseHour } from './parse.ts'

const columns =
  '"AQSID","SiteName","Status","EPARegion","Latitude","Longitude","Elevation","GMTOffset","CountryCode","StateName","ValidDate","ValidTime","DataSource","ReportingArea_PipeDelimited","OZONE_AQI","PM10_AQI","PM25_AQI","NO2_AQI","OZONE_Measured","PM10_Measured","PM25_Measured","NO2_Measured","PM25","PM25_Unit","OZONE","OZONE_Unit","NO2","NO2_Unit","CO","CO_Unit","SO2","SO2_Unit","PM10","PM10_Unit"'

interface Site {
  readonly id?: string
  readonly status?: string
  readonly place?: string
  readonly valid?: string
  readonly pm25?: string
  readonly ozone?: string
  readonly pm10?: string
}
const fresno: Required<Site> = {
  id: '060190011',
  status: 'Active',
  place: '"36.7853","-119.7732"',
  valid: '"07/15/2026","21:00"',
  pm25: '',
  ozone: '',
  pm10: '',
}
function line(given: Site): string {
  const { id, status, place, valid, pm25, ozone, pm10 } = { ...fresno, ...given }
  const unit = (value: string, name: string) => `"${value}","${value === '' ? '' : name}"`
  const about = `"${id}","Fresno - Garland","${status}","R9",${place},"96","-8","US","CA",${valid},"CARB","Fresno"`
  const gases = '"","","","","",""'
  return `${about},"","","","","1","1","1","0",${unit(pm25, 'UG/M3')},${unit(ozone, 'PPB')},${gases},${unit(pm10, 'UG/M3')}`
}
const file = (...sites: Site[]) => Buffer.from([columns, ...sites.map(line)].join('\r\n'))
const hour = Date.UTC(2026, 6, 15, 21)

describe("an hour's file", () => {
  it("has each site's measurements, in the server's units", async () => {
    const of = { sensorId: '060190011', source: 'airnow', hourStartMs: hour }
    expect(await parseHour(file({ pm25: '10.6', ozone: '43.0', pm10: '80' }))).toEqual({
      sensors: [
        {
          id: '060190011',
          source: 'airnow',
          name: 'Fresno - Garland',
          latitude: 36.7853,
          longitude: -119.7732,
          measures: ['PM2.5', 'PM10', 'O3'],
        },
      ],
      readings: [
        { ...of, pollutant: 'PM2.5', concentration: 10.6 },
        { ...of, pollutant: 'PM10', concentration: 80 },
        { ...of, pollutant: 'O3', concentration: 0.043 },
      ],
    })
  })

  it('has no value, not even zero, where nothing was measured', async () => {
    expect((await parseHour(file({ pm25: '', ozone: '-999', pm10: 'N/A' }))).readings).toEqual([])
  })

  it('treats the noise of clean air as zero', async () => {
    expect((await parseHour(file({ pm25: '-1.2' }))).readings).toMatchObject([{ concentration: 0 }])
  })

  it('leaves out sites that are not working, or have no location or no time', async () => {
    const sites = [
      { status: 'Inactive', pm25: '5' },
      { place: '"0.0","0.0"', pm25: '5' },
      { place: '"",""', pm25: '5' },
      { valid: '"13/45/2026","21:00"', pm25: '5' },
    ]
    expect(await parseHour(file(...sites))).toEqual({ sensors: [], readings: [] })
  })

  it.each(['<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', '', 'a,b\n1,2'])(
    'rejects %j',
    async text => {
      await expect(parseHour(Buffer.from(text))).rejects.toThrow(Error)
    },
  )

  it('is read or rejected for any bytes, and has no value that was not measured', async () => {
    const text = file({ pm25: '10.6', ozone: '43.0' }).toString()
    const changed = fc
      .tuple(fc.nat(text.length), fc.string(), fc.nat(30))
      .map(([at, inserted, cut]) => text.slice(0, at) + inserted + text.slice(at + cut))
    await fc.assert(
      fc.asyncProperty(changed, async bytes => {
        let readings: readonly AirReading[] = []
        try {
          ;({ readings } = await parseHour(Buffer.from(bytes)))
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
        for (const { concentration } of readings) expect(concentration).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 300 },
    )
  })

  it.skipIf(!hasSamples)(
    'of September 27, 2026 has three active sites, one of which reports nothing',
    async () => {
      const { sensors, readings } = await parseHour(sample('airnow/HourlyAQObs_2026092715_4rows.dat'))
      expect(sensors.map(({ id, measures }) => [id, measures])).toEqual([
        ['010030010', ['PM2.5', 'O3']],
        ['010270001', ['PM2.5']],
        ['000020401', ['PM2.5', 'O3']],
      ])
      expect(readings.map(({ pollutant, concentration }) => [pollutant, concentration])).toEqual([
        ['PM2.5', 10.6],
        ['O3', 0.043],
        ['PM2.5', 5.3],
      ])
    },
  )
})

describe('the feed', () => {
  let server: PlayedServer
  beforeAll(async () => void (server = await playServer()))
  afterAll(() => server.close())
  const startMs = hour + hourMs + 20 * minuteMs
  const nameOf = (hourStartMs: number) =>
    new Date(hourStartMs).toISOString().replace(/[-T:]/g, '').slice(0, 10)

  /** Serves the files of all hours up to this one. */
  function playUpTo(lastMs: number) {
    server.answer = path => {
      const [, at = ''] = /HourlyAQObs_(\d{10})\.dat$/.exec(path) ?? []
      if (at === '' || at > nameOf(lastMs)) return undefined
      const valid = `"${at.slice(4, 6)}/${at.slice(6, 8)}/${at.slice(0, 4)}","${at.slice(8)}:00"`
      return sends('binary/octet-stream', file({ pm25: String(Number(at.slice(8))), valid }))
    }
  }

  function open() {
    const played = playParts(server, startMs)
    const readings: AirReading[] = []
    let sensors: readonly AirSensor[] = []
    played.bus.subscribe('air-heard', received => void readings.push(...received.readings))
    played.bus.subscribe('air-sensors-known', known => {
      sensors = known.sensors
      played.bus.publish('air-wanted', { fromMs: startMs - 24 * hourMs })
    })
    server.asked.splice(0)
    startAirNow(played.parts)
    return { ...played, readings, sensors: () => sensors }
  }

  it('publishes the newest hour first, then what is requested of the day before, a few files a minute', async () => {
    const { run, advance, readings, sensors } = open()
    playUpTo(hour)
    for (let minute = 0; minute < 12; minute++) {
      await run()
      expect(server.asked.length).toBeLessThanOrEqual(3 * (minute + 1))
      advance(minuteMs)
    }
    expect(sensors()).toHaveLength(1)
    expect(readings[0]).toMatchObject({ hourStartMs: hour, concentration: 21 })
    expect(new Set(readings.map(({ hourStartMs }) => hourStartMs)).size).toBe(24)
  })

  it('requests the last hours again every quarter of an hour, and no others', async () => {
    const { run, advance, health } = open()
    playUpTo(hour)
    for (let minute = 0; minute < 15; minute++, advance(minuteMs)) await run()
    server.asked.splice(0)
    for (let minute = 0; minute < 60; minute++, advance(minuteMs)) await run()
    expect(server.asked.length).toBeLessThanOrEqual(5 * 5)
    expect(health.at(-1)).toMatchObject({ delivering: true })
  })

  it.each([
    ['an error', refuses(503)],
    ['a page', errorPage],
    ['half of it', breaksOff('binary/octet-stream', file({ pm25: '5' }, { pm25: '6' }))],
  ])('publishes nothing for %s', async (_, answer) => {
    const { run, readings, health } = open()
    server.answer = () => answer
    await run()
    expect(readings).toEqual([])
    expect(health.at(-1)).toMatchObject({ delivering: false })
  })

  it.each(['air-heard', 'air-sensors-known'] as const)(
    'publishes an hour again whose %s could not be stored, though its file has not changed',
    async name => {
      const { run, advance, bus, readings, health } = open()
      let isFull = true
      bus.subscribe(name, () => {
        if (isFull) throw new Error('The disk is full')
      })
      server.answer = path => (request, response) =>
        request.headers['if-none-match']
          ? response.writeHead(304).end()
          : path.includes(nameOf(hour))
            ? sends('binary/octet-stream', file({ pm25: '21' }), { etag: '"a"' })(request, response)
            : response.writeHead(404).end()
      await run()
      expect(health.at(-1)).toMatchObject({ delivering: false, detail: expect.stringContaining('stored') })
      isFull = false
      readings.splice(0)
      advance(minuteMs)
      await run()
      expect(readings).toMatchObject([{ hourStartMs: hour, concentration: 21 }])
      for (let minute = 0; minute < 30; minute++, advance(minuteMs)) await run()
      expect(readings).toHaveLength(1)
    },
  )

  it('reports that no file has arrived for hours', async () => {
    const { run, health } = open()
    playUpTo(startMs - 10 * hourMs)
    await run()
    expect(health).toMatchObject([
      { delivering: false, detail: 'No file from the last few hours has arrived' },
    ])
  })
})
