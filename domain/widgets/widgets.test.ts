import { describe, expect, test } from 'vitest'
import { firstLease, type Moment } from '#domain/lightning/lease'
import { frameAncestors, siteFrom } from './allowed-sites.ts'
import { conditionOf, conditionCodes, thresholdNote, valueInWords } from './conditions.ts'
import { embedCode } from './embed-code.ts'
import { sirenPagePath, squeezedName } from './public-names.ts'
import { shownWidgetState, type WidgetRing } from './shown-state.ts'
import { messageShown, widgetFaults, type WidgetSettings } from './widget.ts'

const good: WidgetSettings = {
  name: 'Stadium',
  orgLocId: 1,
  type: 0,
  weatherStationId: null,
  width: 800,
  policyGroupId: 1,
}

describe('a widget', () => {
  test('has the specification’s condition codes', () => {
    expect(conditionCodes.map(code => conditionOf(code).name)).toEqual([
      'Temperature',
      'WBGT',
      'Wind Speed',
      'Precipitation',
      'Wind Gust',
      'Feels Like',
      'PM2.5',
      'PM10',
      'Ozone',
      'Air Quality Index',
    ])
    for (const code of conditionCodes) expect(conditionOf(code).code).toBe(code)
  })

  test('needs a name, a location and a group with a lightning radius', () => {
    expect(widgetFaults(good, true)).toEqual({})
    expect(widgetFaults({ ...good, name: '  ', orgLocId: null, policyGroupId: null }, false)).toEqual({
      Name: 'Please enter a name for your widget.',
      OrgLocId: 'Please select a location.',
      PolicyGroupId: 'Lightning radius is required. Please select a group with a lightning radius policy.',
    })
    expect(widgetFaults(good, false)).toHaveProperty('PolicyGroupId')
  })

  test('is at least 300 pixels wide, or as wide as the available space', () => {
    expect(widgetFaults({ ...good, width: 299 }, true)).toHaveProperty('Width')
    expect(widgetFaults({ ...good, width: 300 }, true)).toEqual({})
    expect(widgetFaults({ ...good, width: null }, true)).toEqual({})
  })

  test('with an image needs a station with a camera', () => {
    expect(widgetFaults({ ...good, type: 1 }, true)).toHaveProperty('WeatherStationId')
    expect(widgetFaults({ ...good, type: 1, weatherStationId: 7 }, true)).toEqual({})
  })

  test('shows its message until it expires', () => {
    expect(messageShown('Closed', null, 5)).toBe('Closed')
    expect(messageShown('Closed', 6, 5)).toBe('Closed')
    expect(messageShown('Closed', 5, 5)).toBeNull()
  })

  test('describes how the displayed value compares to its threshold', () => {
    expect(thresholdNote(0, 95, 94.4)).toEqual({ isReached: false, words: 'Below 95 °F' })
    expect(thresholdNote(0, 95, 94.6)).toEqual({ isReached: true, words: 'At or above 95 °F' })
    expect(thresholdNote(0, null, 94.6)).toBeNull()
    expect(thresholdNote(0, 95, null)).toBeNull()
    expect(valueInWords(3, 0.25)).toBe('0.25 in')
    expect(valueInWords(3, null)).toBe('--')
  })
})

describe('allowed sites', () => {
  test.each([
    ['https://www.school.edu', 'https://www.school.edu'],
    ['www.School.edu/athletics/fields.html?x=1', 'https://www.school.edu'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['https://*.school.edu', 'https://*.school.edu'],
    ["https://school.edu; script-src 'unsafe-inline'", null],
    ['https://a b.edu', null],
    ['*', null],
    ['javascript:alert(1)', null],
    ["'self'", null],
    ['https://school.edu\r\nx: y', null],
    ['', null],
  ])('%j is the site %j', (text, site) => {
    expect(siteFrom(text)).toBe(site)
  })

  test('allows every site if none is listed', () => {
    expect(frameAncestors([])).toBe('*')
    expect(frameAncestors(['https://a.edu', 'https://b.edu'])).toBe('https://a.edu https://b.edu')
  })
})

test('prevents a name from breaking out of the embed code', () => {
  const code = embedCode({
    url: 'https://s.test/embed/k',
    locationName: '"><script>',
    width: 800,
    height: 400,
  })
  expect(code).not.toContain('<script>')
  expect(code).toContain('sandbox="allow-scripts ')
  expect(code).not.toContain('allow-same-origin')
})

test('treats names that differ in spaces or case as the same in a public URL', () => {
  expect(squeezedName(' North\tField ')).toBe(squeezedName('northfield'))
  expect(sirenPagePath('Lincoln High', 'North/Field 2')).toBe('/public/LincolnHigh/North%2FField2/Widget')
})

const ring = (number: number, state: WidgetRing['state'], endsAt: string | null = null): WidgetRing => ({
  ring: number,
  state,
  because: 'told',
  endsAt,
  stale: false,
})
const at = (ms: number): Moment => ({ monotonicMs: ms, wallMs: 1_000_000 + ms })
const lease = firstLease(at(0), 5_000, 15_000)

describe('what a public page shows', () => {
  test('is All Clear only inside the lease', () => {
    const rings = [ring(1, 'AllClear')]
    expect(shownWidgetState(rings, lease, at(14_999)).worst.show).toBe('AllClear')
    expect(shownWidgetState(rings, lease, at(15_000)).worst.show).toBe('Unknown')
    expect(shownWidgetState(rings, null, at(0)).worst.show).toBe('Unknown')
  })

  test('is Unknown after a day of sleep, whichever clock stopped', () => {
    const rings = [ring(1, 'AllClear')]
    const day = 86_400_000
    expect(shownWidgetState(rings, lease, { monotonicMs: 1_000, wallMs: 1_001_000 + day }).worst.show).toBe(
      'Unknown',
    )
    expect(shownWidgetState(rings, lease, { monotonicMs: 1_000 + day, wallMs: 1_001_000 }).worst.show).toBe(
      'Unknown',
    )
  })

  test('is the innermost delay, then Checking until the server grants All Clear', () => {
    const ends = new Date(5_000 + 10_000).toISOString()
    const rings = [ring(1, 'AllClear'), ring(2, 'Delay', ends)]
    expect(shownWidgetState(rings, lease, at(9_000)).worst).toMatchObject({
      show: 'Delay',
      remainingMs: 1_000,
    })
    expect(shownWidgetState(rings, lease, at(10_000)).worst.show).toBe('Checking')
  })

  test('is Unknown without a ring', () => {
    expect(shownWidgetState([], lease, at(0)).worst.show).toBe('Unknown')
  })
})
