import { ownArrivals, stormFacts } from './storm-text.ts'
import { strikePopupFacts } from './strike-text.ts'
import { tropicalFacts } from './tropical-text.ts'
import type { Location } from '#contract/places/locations'
import type { StormFeature } from '#contract/weather/storms'
import { describe, expect, it, test } from 'vitest'

const zone = 'America/Chicago'
const nowMs = Date.UTC(2026, 10, 15, 21, 10)

/** Due west of the stadium, moving east at 30 m/s. */
function cell(change: Partial<StormFeature['properties']> = {}): StormFeature {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-98, 35.2] },
    properties: {
      Id: 'A1',
      IssueTime: new Date(nowMs).toISOString(),
      Type: 'General',
      Flags: { Tvs: false, Meso: false, SevereHail: false, Hail: false },
      Movement: { SpeedMs: 30, Heading: 90 },
      Height: 21_400,
      MaxReflectivity: 58,
      HailChance: 70,
      SevereHailChance: null,
      Top: 41_000,
      Vil: 44.6,
      Track: [],
      ...change,
    },
  }
}

const stadium: Location = {
  id: 1,
  label: 'Stadium',
  locationName: '',
  latitude: 35.2,
  longitude: -97.4423,
  radius1: 5,
  radius2: 10,
  radius3: 0,
  radius4: 0,
  allClearMinutes: 30,
  flags: 0,
  forecastLocation: false,
  organizationLocationId: null,
  type: 0,
  timeZone: 'America/Chicago',
  version: 1,
}

test('shows a strike’s type, strength and time', () => {
  const strike = { latitude: 0, longitude: 0, count: 1, timeMs: nowMs, amp: -23.44, type: 3 }
  expect(strikePopupFacts(strike, zone).map(({ value }) => value)).toEqual([
    'Cloud to Ground',
    '-23.4 kA',
    'Nov 15, 2026, 3:10:00 PM CST',
  ])
  expect(strikePopupFacts({ ...strike, amp: null, type: null }, zone).map(({ value }) => value)).toEqual([
    'Not known',
    'Not known',
    'Nov 15, 2026, 3:10:00 PM CST',
  ])
})

describe('a storm cell', () => {
  it('shows every property with its unit, and missing ones as unknown', () => {
    expect(Object.fromEntries(stormFacts(cell(), zone).map(({ label, value }) => [label, value]))).toEqual({
      Issued: '3:10 PM CST',
      Type: 'General',
      Flags: 'None',
      Movement: 'E at 67 mph',
      Height: '21,400 ft',
      Top: '41,000 ft',
      'Max reflectivity': '58 dBZ',
      Hail: '70%',
      'Severe hail': 'Not known',
      VIL: '45 kg/m²',
    })
  })

  it('describes its flags', () => {
    const flags = { Tvs: true, Meso: true, SevereHail: true, Hail: true }
    expect(stormFacts(cell({ Flags: flags }), zone)[2]?.value).toBe(
      'Tornado signature, rotation, severe hail',
    )
  })

  it('shows when it reaches the widest ring of one of the viewer’s locations', () => {
    expect(ownArrivals(cell(), [stadium], nowMs, zone)).toEqual([
      { label: 'Stadium', text: 'about 3:29 PM CST (19 min)' },
    ])
  })

  it('has moved on since it was issued', () => {
    expect(ownArrivals(cell(), [stadium], nowMs + 10 * 60_000, zone)).toEqual([
      { label: 'Stadium', text: 'about 3:29 PM CST (9 min)' },
    ])
  })

  it.each([
    ['moves away', { Movement: { SpeedMs: 30, Heading: 270 } }],
    ['passes by', { Movement: { SpeedMs: 30, Heading: 20 } }],
    ['was seen but once', { Movement: null }],
  ])('that %s arrives nowhere', (_, change) => {
    expect(ownArrivals(cell(change), [stadium], nowMs, zone)).toEqual([])
  })
})

test('shows a tropical track point in miles per hour, and missing values as unknown', () => {
  const point = {
    coordinates: [-83, 27] as [number, number],
    time: new Date(nowMs).toISOString(),
    category: 2,
    wind: { maxSustained: { value: 45, units: 'm/s' }, gust: { value: null, units: 'm/s' } },
  }
  const storm = {
    id: 'AL01',
    name: 'Ada',
    type: 'HU',
    category: 1,
    pressure: { value: 968, units: 'mb' },
    movement: { speed: { value: 5, units: 'm/s' }, headingDegrees: 315 },
    conePolygon: [],
    points: [{ ...point, category: 0 }, point],
  }
  const facts = tropicalFacts(storm, new Date(nowMs).toISOString(), 1, zone)
  expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Name: Ada',
    'Issue time: Nov 15, 2026, 3:10:00 PM CST',
    'Expected: Nov 15, 2026, 3:10:00 PM CST',
    'Category: Category 2',
    'Pressure: 968 mb',
    'Wind Speed: 101 mph',
    'Gust: Not known',
    'Movement: NW at 11 mph',
  ])
  expect(tropicalFacts({ ...storm, type: 'TS' }, point.time, 0, zone)[3]?.value).toBe('Tropical storm')
  // A hurricane that will be over land by then.
  const ashore = { ...point, category: 0, wind: { ...point.wind, maxSustained: { value: 15, units: 'm/s' } } }
  expect(tropicalFacts({ ...storm, points: [ashore] }, point.time, 0, zone)[3]?.value).toBe(
    'Tropical depression',
  )
})
