import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OutlineIndex } from '#domain/geo/outline-index'
import { hasSamples, sample } from '#server/feeds/feed.testing'
import { alertPage, regionAlert } from './eccc.testing.ts'
import { parseAlertPage, activeAlertsOf } from './parse.ts'

const nowMs = Date.UTC(2026, 2, 5, 22)
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const read = (...features: object[]) => parseAlertPage(bytes(alertPage(features)), 'eccc', nowMs)
const only = (properties: object) => read(regionAlert('1_fea1-1185', properties)).alerts[0]?.advisory
const standing = (...features: object[]) =>
  activeAlertsOf(read(...features).alerts).map(each => each.advisory.id)

describe('a Canadian alert', () => {
  it('has its English text, its color and its area', () => {
    expect(only({ status_en: 'continued' })).toMatchObject({
      source: 'eccc',
      status: 'Actual',
      messageType: 'Update',
      event: 'Freezing Rain Warning',
      severity: 'Moderate',
      certainty: 'Likely',
      color: '#FFD500',
      senderName: 'Environment and Climate Change Canada',
      headline: 'Yellow Warning - Freezing Rain',
      description: 'Freezing rain on tap.\n\nWhat:\nIcy roads.',
      instruction: null,
      areaDescription: 'City of Toronto, ON',
      sentMs: Date.UTC(2026, 2, 5, 21, 26, 6, 795),
      onsetMs: nowMs,
      outlines: [expect.any(Array)],
    })
  })

  it.each([
    ['red', 'warning', 'rainfall warning', 'Extreme', '#E3000F'],
    ['orange', 'warning', 'winter storm warning', 'Severe', '#FF8000'],
    ['Yellow', 'watch', 'tornado watch', 'Moderate', '#FFD500'],
    ['orange', 'warning', 'Tornado Warning', 'Extreme', '#FF8000'],
    [null, 'warning', 'heat warning', 'Severe', '#A0A0A0'],
    [null, 'statement', 'special weather statement', 'Minor', '#A0A0A0'],
    [undefined, 'bulletin', 'something new', 'Unknown', '#A0A0A0'],
  ])('that is %s, a %s and a %s is %s', (risk_colour_en, alert_type, alert_name_en, severity, color) => {
    expect(only({ risk_colour_en, alert_type, alert_name_en })).toMatchObject({ severity, color })
  })

  it('lasts until the later of its expiry and the end of its event, and reports if it has neither', () => {
    expect(only({})?.expiresMs).toBe(Date.UTC(2026, 2, 6, 8, 4, 6, 795))
    expect(only({ expiration_datetime: '2026-03-05T23:00:00Z' })?.expiresMs).toBe(Date.UTC(2026, 2, 6, 6))
    expect(only({ expiration_datetime: null, event_end_datetime: 'soon' })?.expiresMs).toBeNaN()
  })

  it('that has ended is not active, although it is still listed and has not expired', () => {
    const before = { publication_datetime: '2026-03-05T20:00:00Z' }
    expect(
      standing(
        regionAlert('1', { status_en: 'ended', feature_id: 'fea1-1' }),
        regionAlert('2', { ...before, feature_id: 'fea1-1' }),
        regionAlert('3', { ...before, feature_id: 'fea1-2' }),
        regionAlert('4', { ...before, feature_id: 'fea1-1', alert_code: 'WW' }),
      ),
    ).toEqual([expect.stringMatching(/^3\./), expect.stringMatching(/^4\./)])
  })

  it('that is listed twice appears once, and has another id when it is published again', () => {
    const anew = { publication_datetime: '2026-03-05T21:56:00Z' }
    const ids = standing(regionAlert('1'), regionAlert('1'), regionAlert('1', anew))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
  })

  it('whose area cannot be read is kept without one', () => {
    expect(read(regionAlert('1', {}, null)).alerts[0]?.advisory.outlines).toEqual([])
  })
})

describe('a page of the list', () => {
  it.each([
    ['is no list', { type: 'Feature' }],
    ['has fewer alerts than it claims', alertPage([regionAlert('1')], { numberReturned: 2 })],
    ['has an alert without an id', alertPage([{ properties: {} }])],
    ['has an alert without properties', alertPage([{ id: '1' }])],
  ])('that %s is rejected with a reason', (_, page) => {
    expect(() => parseAlertPage(bytes(page), 'eccc', nowMs)).toThrow(/list|alert/)
  })

  it.skipIf(!hasSamples)('of 2026-03-06 has six regions with freezing rain and a statement', () => {
    const page = parseAlertPage(sample('alerts_intl/eccc_alerts.json'), 'eccc', Date.UTC(2026, 2, 6, 2, 4))
    expect(page).toMatchObject({ matched: 7, hasNext: false, madeMs: Date.UTC(2026, 2, 6, 2, 3, 41, 172) })
    const alerts = activeAlertsOf(page.alerts).map(({ advisory }) => advisory)
    expect(alerts.map(({ event }) => event)).toEqual([
      ...Array.from({ length: 6 }, () => 'Freezing Rain Warning'),
      'Special Weather Statement',
    ])
    expect(alerts.at(-1)).toMatchObject({ severity: 'Minor', color: '#A0A0A0', headline: null })
    const at = (latitude: number, longitude: number) =>
      new OutlineIndex(alerts).at({ latitude, longitude }).map(({ areaDescription }) => areaDescription)
    expect(at(43.65, -79.38)).toEqual(['City of Toronto, ON'])
    expect(at(43.255, -79.87)).toEqual(['City of Hamilton, ON'])
    expect(at(42.88, -78.87)).toEqual([])
  })

  it('is read or rejected with a reason for any bytes', () => {
    const text = JSON.stringify(alertPage([regionAlert('1'), regionAlert('2', { status_en: 'ended' })]))
    const changed = fc
      .tuple(fc.nat(text.length), fc.string({ maxLength: 20 }), fc.nat(60))
      .map(([at, inserted, cut]) => text.slice(0, at) + inserted + text.slice(at + cut))
    const replaced = fc
      .jsonValue()
      .chain(value =>
        fc
          .constantFrom(
            'id',
            'publication_datetime',
            'risk_colour_en',
            'alert_name_en',
            'feature_id',
            'status_en',
          )
          .map(name => JSON.stringify(alertPage([regionAlert('1', { [name]: value }, value)]))),
      )
    fc.assert(
      fc.property(fc.oneof(changed, replaced, fc.string()), body => {
        let alerts
        try {
          ;({ alerts } = parseAlertPage(Buffer.from(body), 'eccc', nowMs))
        } catch (error) {
          expect((error as Error).name).toBe('Error')
          return
        }
        for (const { advisory } of activeAlertsOf(alerts)) {
          expect(advisory.sentMs).toBeLessThanOrEqual(nowMs)
          expect(advisory.expiresMs).not.toBe(0)
          expect(advisory.id.length).toBeLessThanOrEqual(150)
          expect(advisory.outlines.flat(2).every(Number.isFinite)).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
  })
})
