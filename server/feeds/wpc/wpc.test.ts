import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SurfaceAnalysis } from '#domain/surface/analysis'
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
import { startWpc } from './index.ts'
import { parseBulletin } from './parse.ts'

const header = (valid = '071518', issued = 'WED JUL 15 2026') => `
178
ASUS02 KWBC 151800
CODSUS

CODED SURFACE FRONTAL POSITIONS
NWS WEATHER PREDICTION CENTER COLLEGE PARK MD
342 PM EDT ${issued}

VALID ${valid}Z
`
const high = `${header()}HIGHS 1022 3961069 1020
3851069
LOWS 1002 3441145 5041213 1016 -5671009
COLD WK 5280837 5090871
5040890
WARM 5280837 4890731
TROF 2971023 2831018
$$
STNRY 1111111 2222222
`
const low = `${header().replace('ASUS02', 'ASUS01')}HIGHS 1018 2989 1021 38107
LOWS 1009 39122
OCFNT STG 4792 40101
`

describe('a coded bulletin', () => {
  it('has highs and lows with their pressures, also across lines, in tenths of degrees', () => {
    const { centers, validMs, source } = parseBulletin(high)
    expect(centers).toEqual([
      { kind: 'high', pressureMb: 1022, latitude: 39.6, longitude: -106.9 },
      { kind: 'high', pressureMb: 1020, latitude: 38.5, longitude: -106.9 },
      { kind: 'low', pressureMb: 1002, latitude: 34.4, longitude: -114.5 },
      { kind: 'low', pressureMb: null, latitude: 50.4, longitude: -121.3 },
      { kind: 'low', pressureMb: 1016, latitude: -56.7, longitude: -100.9 },
    ])
    expect([new Date(validMs).toISOString(), source]).toEqual(['2026-07-15T18:00:00.000Z', 'wpc'])
  })

  it('has fronts with their strengths, in the order of their points, up to its end', () => {
    expect(parseBulletin(high).fronts).toEqual([
      {
        kind: 'cold',
        strength: 'weak',
        line: [
          { latitude: 52.8, longitude: -83.7 },
          { latitude: 50.9, longitude: -87.1 },
          { latitude: 50.4, longitude: -89 },
        ],
      },
      {
        kind: 'warm',
        strength: null,
        line: [
          { latitude: 52.8, longitude: -83.7 },
          { latitude: 48.9, longitude: -73.1 },
        ],
      },
      {
        kind: 'trough',
        strength: null,
        line: [
          { latitude: 29.7, longitude: -102.3 },
          { latitude: 28.3, longitude: -101.8 },
        ],
      },
    ])
  })

  it('may be of low resolution, in whole degrees', () => {
    const { centers, fronts } = parseBulletin(low)
    expect(centers).toEqual([
      { kind: 'high', pressureMb: 1018, latitude: 29, longitude: -89 },
      { kind: 'high', pressureMb: 1021, latitude: 38, longitude: -107 },
      { kind: 'low', pressureMb: 1009, latitude: 39, longitude: -122 },
    ])
    expect(fronts).toMatchObject([{ kind: 'occluded', strength: 'strong' }])
  })

  it('drawn on New Year’s Eve belongs to the year before', () => {
    const text = high.replace('VALID 071518Z', 'VALID 123121Z').replace('WED JUL 15 2026', 'FRI JAN 1 2027')
    expect(new Date(parseBulletin(text).validMs).toISOString()).toBe('2026-12-31T21:00:00.000Z')
  })

  it.each([
    ['', 'not a coded surface bulletin'],
    ['<html>CODSUS</html>', 'has no highs or lows'],
    [high.replace('VALID 071518Z', 'VALID 134199Z'), 'a time that does not exist'],
    [high.replace('5090871', '509O871'), 'where a location should be'],
    [header(), 'has no highs or lows'],
    [high.replace('WED JUL 15 2026', ''), 'does not say when'],
  ])('that cannot be read is rejected', (text, words) => {
    expect(() => parseBulletin(text)).toThrow(words)
  })

  it('is read or rejected with a reason for any bytes, and never has a pressure of zero', () => {
    const changed = fc
      .tuple(fc.nat(high.length), fc.string(), fc.nat(20))
      .map(([at, text, cut]) => high.slice(0, at) + text + high.slice(at + cut))
    fc.assert(
      fc.property(fc.oneof(changed, fc.string()), text => {
        let analysis: SurfaceAnalysis | undefined
        try {
          analysis = parseBulletin(text)
        } catch (error) {
          expect((error as Error).message).toMatch(/bulletin/)
        }
        for (const { pressureMb, latitude } of analysis?.centers ?? []) {
          expect(pressureMb).not.toBe(0)
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
        }
      }),
      { numRuns: 500 },
    )
  })

  it.skipIf(!hasSamples)('of June 28, 2021 has all its highs and fronts', () => {
    const text = sample('wpc/codsus_hr_2021062818.txt').toString('latin1')
    const { validMs, centers, fronts } = parseBulletin(text)
    expect(new Date(validMs).toISOString()).toBe('2021-06-28T18:00:00.000Z')
    expect(centers.filter(({ kind }) => kind === 'high')).toHaveLength(16)
    // Counts the lines in the text that begin with the word for a front.
    expect(fronts).toHaveLength(text.match(/^(COLD|WARM|STNRY|OCFNT|TROF) /gm)?.length ?? -1)
    expect(centers.filter(({ pressureMb }) => pressureMb === null)).toHaveLength(2)
  })
})

describe('the feed', () => {
  let server: PlayedServer
  beforeAll(async () => void (server = await playServer()))
  afterAll(() => server.close())
  const startMs = Date.UTC(2026, 6, 15, 19, 30)

  function open() {
    const played = playParts(server, startMs)
    const received: SurfaceAnalysis[] = []
    played.bus.subscribe('surface-analysis-heard', analysis => void received.push(analysis))
    startWpc(played.parts)
    return { ...played, heard: received }
  }

  it('publishes the newest analysis, and never an older one from a cache', async () => {
    const { run, advance, heard: received, health } = open()
    server.answer = () => sends('text/plain', high)
    await run()
    server.answer = () => sends('text/plain', high.replace('VALID 071518Z', 'VALID 071515Z'))
    advance(10 * minuteMs)
    await run()
    expect(received).toHaveLength(1)
    expect(health.at(-1)).toMatchObject({ delivering: true })
  })

  it.each([
    ['an error', refuses(503)],
    ['a page', errorPage],
    ['half of it', breaksOff('text/plain', Buffer.from(high))],
    ["tomorrow's", sends('text/plain', high.replace('VALID 071518Z', 'VALID 071618Z'))],
  ])('publishes nothing for %s', async (_, answer) => {
    const { run, heard: received, health } = open()
    server.answer = () => answer
    await run()
    expect(received).toEqual([])
    expect(health).toMatchObject([{ delivering: false }])
  })

  it('requests it every ten minutes', async () => {
    const { run, advance } = open()
    server.answer = () => sends('text/plain', high)
    server.asked.splice(0)
    for (let minute = 0; minute < 60; minute++) {
      await run()
      advance(minuteMs)
    }
    expect(server.asked).toHaveLength(hourMs / (10 * minuteMs))
  })
})
