import { describe, expect, it } from 'vitest'
import { chooseFacet, chooseSpeaker, isClose, speakersFor, type Near } from './choose.ts'
import { nothingMeasured } from './reading.ts'
import { noonMs, observed } from './reading.testing.ts'

const minuteMs = 60_000
const near = (network: Near['network'], isOwn: boolean, miles: number): Near => ({ network, isOwn, miles })

describe('candidate sources for a place', () => {
  it('prefers the customer’s nearby station, then others by distance, and excludes distant ones and other customers’', () => {
    const all = [
      near('metar', false, 2),
      near('station', true, 4.9),
      near('station', false, 0.1),
      near('station', true, 8),
      near('metar', false, 30.1),
      near('metar', false, 29.9),
      near('station', true, 1),
    ]
    expect(speakersFor(all).map(({ miles }) => miles)).toEqual([1, 4.9, 2, 8, 29.9])
  })

  it('prefers a tested station to an instrument of any make within the same mile, and a nearer one otherwise', () => {
    const instrument = (miles: number): Near => ({ ...near('station', true, miles), isInstrument: true })
    const order = (...all: Near[]) => speakersFor(all).map(({ miles }) => miles)
    expect(order(instrument(0.1), near('station', true, 0.6))).toEqual([0.6, 0.1])
    expect(order(near('station', true, 1.6), instrument(0.1))).toEqual([0.1, 1.6])
    expect(order(instrument(0.9), instrument(0.1))).toEqual([0.1, 0.9])
  })

  it.each([
    [near('station', true, 5), true],
    [near('station', true, 5.01), false],
    [near('station', false, 1), false],
    [near('metar', true, 1), false],
  ])('%o is close: %s', (one, close) => expect(isClose(one)).toBe(close))
})

describe('the chosen source', () => {
  const ago = (minutes: number) => noonMs - minutes * minuteMs
  const own = (minutes: number, measures = {}) => observed('station', measures, ago(minutes), 'own')
  const metar = (minutes: number, measures = {}) => observed('metar', measures, ago(minutes), 'metar')
  const analysis = (minutes: number) => observed('analysis', {}, ago(minutes), 'analysis')
  const none = () => null

  it.each([
    ['the customer’s own station while it is fresh', [own(15), metar(1)], none, 'own', true],
    ['the next when it is not', [own(16), metar(75)], none, 'metar', true],
    ['the analysis when none is', [own(16), metar(76)], () => analysis(30), 'analysis', true],
    ['the newest stale one when that is missing too', [own(90), metar(76)], none, 'metar', false],
    ['a stale analysis, if it is the newest', [own(900), metar(800)], () => analysis(100), 'analysis', false],
    ['one that never spoke, not', [null, metar(3)], none, 'metar', true],
  ] as const)('%s', (_, speakers, ask, source, fresh) => {
    expect(chooseSpeaker(speakers, ask, noonMs)).toMatchObject({
      observation: { source: { name: source } },
      fresh,
    })
    expect(chooseFacet('wind', speakers, ask, noonMs)).toMatchObject({
      observation: { source: { name: source } },
      fresh,
    })
  })

  it('is none if no source has reported', () => {
    expect(chooseSpeaker([null], none, noonMs)).toBeNull()
    expect(chooseSpeaker([own(1, nothingMeasured)], none, noonMs)).toBeNull()
    expect(chooseFacet('wind', [], none, noonMs)).toBeNull()
  })

  it('is the next one for what the first one lacks', () => {
    const speakers = [own(1, { windMph: null, gustMph: null }), metar(10)]
    expect(chooseFacet('wind', speakers, none, noonMs)?.observation.source.name).toBe('metar')
    expect(chooseFacet('temperature', speakers, none, noonMs)?.observation.source.name).toBe('own')
  })

  it('does not request the analysis while a station is fresh', () => {
    const ask = () => {
      throw new Error('asked')
    }
    expect(chooseFacet('wind', [own(1)], ask, noonMs)?.fresh).toBe(true)
  })
})
