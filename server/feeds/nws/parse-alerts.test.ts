import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Advisory } from '#domain/advisories/advisory'
import { endsAtMs } from '#domain/advisories/standing'
import { feature } from './alert.testing.ts'
import { createCounties } from './counties.ts'
import { bytesOf, hasSamples, sample } from './nws.testing.ts'
import { parseAlerts } from './parse-alerts.ts'

const nowMs = Date.UTC(2026, 6, 15, 20, 0, 45)

const vtec = (action: string, number = '0042') => ({
  VTEC: [`/O.${action}.KOUN.TO.W.${number}.000000T0000Z-260715T2045Z/`],
})
const list = (...features: object[]) => ({
  type: 'FeatureCollection',
  features,
  updated: '2026-07-15T20:00:00+00:00',
})
const parse = (document: unknown) => parseAlerts(bytesOf(document), 'nws', nowMs)
const idsOf = (...features: object[]) => parse(list(...features)).alerts.map(({ advisory }) => advisory.id)
const only = (properties: object): Advisory => {
  const [alert] = parse(list(feature('a', properties))).alerts
  if (!alert) throw new Error('the alert is not there')
  return alert.advisory
}

describe('an alert', () => {
  it('has the text and times of the service, and the number of its event with the year', () => {
    expect(only({})).toEqual({
      id: 'a',
      source: 'nws',
      continuity: 'KOUN.TO.W.0042.2026',
      status: 'Actual',
      messageType: 'Alert',
      event: 'Tornado Warning',
      severity: 'Extreme',
      urgency: 'Immediate',
      certainty: 'Observed',
      senderName: 'NWS Norman OK',
      headline: 'Tornado Warning until 3:45PM',
      description: 'A tornado.',
      instruction: 'Take cover now.',
      areaDescription: 'Cleveland, OK',
      sentMs: Date.UTC(2026, 6, 15, 19, 50),
      onsetMs: Date.UTC(2026, 6, 15, 19, 55),
      expiresMs: Date.UTC(2026, 6, 15, 20, 30),
      endsMs: Date.UTC(2026, 6, 15, 20, 45),
      replaces: [],
      outlines: [],
    })
  })

  it('keeps the year of its first message when the year changes', () => {
    const references = [{ identifier: 'first', sent: '2025-12-31T22:00:00+00:00' }]
    expect(only({ references }).continuity).toBe('KOUN.TO.W.0042.2025')
  })

  it('without a number belongs to the first message that it refers to', () => {
    const references = [
      { identifier: 'second', sent: '2026-07-15T12:00:00Z' },
      { identifier: 'first', sent: '2026-07-15T11:00:00Z' },
    ]
    expect(only({ parameters: {}, references })).toMatchObject({
      continuity: 'first',
      replaces: ['second', 'first'],
    })
  })

  it('without an end has none, and one that is left to expire ends with its event', () => {
    expect(only({ ends: null }).endsMs).toBeNull()
    expect(only({ ends: null, parameters: vtec('EXP') }).endsMs).toBe(Date.UTC(2026, 6, 15, 20, 45))
  })

  it('has its zones and counties, and its own area only if one was drawn', () => {
    const drawn = {
      type: 'Polygon',
      coordinates: [
        [
          [-98, 35],
          [-97, 35],
          [-97, 36],
        ],
      ],
    }
    const [zoned, ofItsOwn, garbled] = parse(
      list(
        feature('a'),
        feature('b', {}, drawn),
        feature('c', {}, { type: 'Polygon', coordinates: [['x']] }),
      ),
    ).alerts
    expect(zoned).toMatchObject({ drawn: null, zones: ['county/OKC027'], sameCodes: ['040027'] })
    // A ring that was left open is closed.
    expect(ofItsOwn?.drawn).toEqual([
      [
        [-98, 35],
        [-97, 35],
        [-97, 36],
        [-98, 35],
      ],
    ])
    expect(garbled?.drawn).toBeNull()
  })

  it('is a test by its status or by its code', () => {
    expect(only({ status: 'Test' }).status).toBe('Test')
    expect(only({ status: 'Exercise' }).status).toBe('Exercise')
    const code = '/T.NEW.KOUN.TO.W.0042.260715T1950Z-260715T2045Z/'
    expect(only({ parameters: { VTEC: [code] } }).status).toBe('Test')
  })
})

describe('an alert that is over', () => {
  it('is not listed: canceled, replaced by another kind, or named by a newer message', () => {
    expect(idsOf(feature('a', { messageType: 'Cancel' }))).toEqual([])
    expect(idsOf(feature('a', { parameters: vtec('CAN') }))).toEqual([])
    expect(idsOf(feature('a', { parameters: vtec('UPG') }))).toEqual([])
    expect(idsOf(feature('a'), feature('b', { references: [{ identifier: 'a' }] }))).toEqual(['b'])
    const expiredReferences = [
      'w-nws.webmaster@noaa.gov,urn:oid:2.49.0.1.840.0.abc.001.1,2026-07-15T14:00:00Z',
    ]
    expect(
      idsOf(feature('urn:oid:2.49.0.1.840.0.abc.001.1'), feature('b', { parameters: { expiredReferences } })),
    ).toEqual(['b'])
  })

  it('is over in the counties that a cancellation names, and continues in the others', () => {
    const [here, there] = [{ geocode: { UGC: ['OKC027'] } }, { geocode: { UGC: ['OKC109'] } }]
    const cancel = {
      ...here,
      messageType: 'Cancel',
      parameters: vtec('CAN'),
      sent: '2026-07-15T14:55:00-05:00',
    }
    expect(idsOf(feature('old here', here), feature('old there', there), feature('c', cancel))).toEqual([
      'old there',
    ])
    // Sent in the same minute, as in a product with two parts.
    const goesOn = { ...there, parameters: vtec('CON'), sent: '2026-07-15T14:55:00-05:00' }
    expect(idsOf(feature('c', cancel), feature('goes on', goesOn))).toEqual(['goes on'])
  })

  it('does not include a watch that becomes a warning in one message', () => {
    const parameters = { VTEC: [...vtec('UPG', '0001').VTEC, ...vtec('NEW').VTEC] }
    expect(only({ parameters }).continuity).toBe('KOUN.TO.W.0042.2026')
  })
})

describe('a list', () => {
  it('may be empty, and has the time of its last change', () => {
    expect(parse(list())).toEqual({ updatedMs: Date.UTC(2026, 6, 15, 20), alerts: [] })
  })

  it.each([
    ['no JSON', '<html>'],
    ['cut off', JSON.stringify(list(feature('a'))).slice(0, -20)],
    ['no list', { type: 'FeatureCollection' }],
    ['an error', { title: 'Unexpected Problem', status: 500 }],
    [
      'a page of a longer one',
      { ...list(), pagination: { next: 'https://api.weather.gov/alerts?cursor=x' } },
    ],
    ['with an alert without an id', list({ type: 'Feature', properties: {} })],
    ['with an invalid alert', list({ type: 'Feature' })],
  ])('that is %s is rejected as a whole, because no alert in it may seem to be over', (_what, document) => {
    expect(() => parse(document)).toThrow(Error)
  })

  it('with any field broken keeps its alert', () => {
    const properties = Object.keys((feature('a') as { properties: object }).properties)
    fc.assert(
      fc.property(fc.constantFrom(...properties), fc.jsonValue({ maxDepth: 3 }), (name, value) => {
        const { alerts } = parse(list(feature('a', { [name]: value }, value)))
        if (name === 'messageType' && value === 'Cancel') return
        expect(alerts).toHaveLength(1)
        expect(alerts[0]?.advisory.sentMs).toBeLessThanOrEqual(nowMs)
      }),
      { numRuns: 300 },
    )
  })

  it('is read or rejected for any bytes', () => {
    const whole = JSON.stringify(list(feature('a'), feature('b')))
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length), fc.string(), (from, to, text) => {
        const mixed = whole.slice(0, from) + text + whole.slice(to)
        try {
          parse(mixed)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe.skipIf(!hasSamples)('the list of 15 July 2026', () => {
  it('has 78 alerts, 30 of them drawn, each with an end, a number or itself, and a land area for all but marine ones', () => {
    const { updatedMs, alerts } = parseAlerts(sample('alerts_active_2026-07-15.json'), 'nws', nowMs)
    expect(updatedMs).toBe(Date.UTC(2026, 6, 15, 20, 0, 38))
    expect(alerts).toHaveLength(78)
    expect(alerts.filter(({ drawn }) => drawn)).toHaveLength(30)
    expect(alerts[0]?.advisory).toMatchObject({
      event: 'Flash Flood Warning',
      continuity: 'KPUB.FF.W.0010.2026',
      severity: 'Severe',
      endsMs: Date.UTC(2026, 6, 15, 21, 15),
    })
    expect(alerts[0]?.drawn?.[0]?.[0]).toEqual([-106.44, 38.69])
    const counties = createCounties()
    const withoutArea = alerts.filter(
      ({ drawn, sameCodes }) => !drawn && !sameCodes.some(code => counties.outlinesOf(code).length > 0),
    )
    expect(withoutArea).toHaveLength(9)
    // The codes of seas and lakes begin where those of states and territories end.
    for (const { sameCodes } of withoutArea)
      for (const code of sameCodes) expect(Number(code.slice(1, 3))).toBeGreaterThan(56)
    for (const { advisory } of alerts) expect(endsAtMs(advisory)).toBeGreaterThan(nowMs)
  })

  it('and those of other years are read', () => {
    expect(parseAlerts(sample('alerts_empty_2026-06-15.json'), 'nws', nowMs).alerts).toEqual([])
    const { alerts } = parseAlerts(sample('alerts_zone_2019_a_pynws.json'), 'nws', nowMs)
    expect(alerts[0]?.zones.length).toBeGreaterThan(0)
  })
})

describe('the counties', () => {
  const counties = createCounties()
  it('are found by SAME codes, a part as the whole, and a state with all of its counties', () => {
    const [cleveland] = counties.outlinesOf('040027')
    expect(cleveland?.length).toBeGreaterThan(10)
    expect(counties.outlinesOf('140027')).toEqual(counties.outlinesOf('040027'))
    const ofDelaware = ['010001', '010003', '010005'].flatMap(code => counties.outlinesOf(code))
    expect(new Set(counties.outlinesOf('010000'))).toEqual(new Set(ofDelaware))
  })

  it('are none for waters and for invalid codes', () => {
    for (const code of ['077330', '', 'x', '0400270', '040999']) expect(counties.outlinesOf(code)).toEqual([])
  })
})
