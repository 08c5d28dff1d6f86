import { heroOf } from './hero.ts'
import type { RingStatement } from '#contract/weather/lightning'
import { noConnection, shownPlace, shownRing } from '#domain/lightning/shown'
import type { LiveLocation } from '#web/data/live/place.ts'
import { expect, test } from 'vitest'

const now = Date.parse('2026-07-04T20:00:00.000Z')
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()

const quiet: RingStatement = {
  ring: 1,
  radiusMiles: 8,
  allClearMinutes: 30,
  state: 'AllClear',
  because: '',
  covered: true,
  asOf: at(0),
  validUntil: at(15),
  seq: 1,
  lastStrike: null,
  lastStrikeMiles: null,
  lastStrikeBearing: null,
  lastStrikeErrorMiles: null,
  endsAt: null,
  stale: false,
  since: null,
  earliestClear: null,
  provenThrough: at(-3),
  satelliteOnly: false,
}

function placeOf(...statements: RingStatement[]): LiveLocation {
  const rings = statements.map(reported => {
    const endsAtMs = reported.endsAt === null ? null : Date.parse(reported.endsAt)
    return {
      ring: reported.ring,
      radiusMiles: reported.radiusMiles,
      said: reported,
      shown: shownRing({ ...reported, endsAtMs }, true, now),
    }
  })
  return {
    rings,
    ...shownPlace(rings),
    asOf: at(0),
    coveredThrough: at(-3),
    serverNowMs: now,
    satellite: 'none',
    lastWord: null,
  }
}

const struck = (ring: 1 | 2, endsInSeconds: number): RingStatement => ({
  ...quiet,
  ring,
  radiusMiles: ring * 8,
  state: 'Delay',
  lastStrike: at(endsInSeconds - 1800),
  lastStrikeMiles: ring * 3.21,
  lastStrikeBearing: ring * 45,
  lastStrikeErrorMiles: 0.3,
  endsAt: at(endsInSeconds),
})

test('counts a delay down to the end of its innermost ring and names the one that ends last', () => {
  const hero = heroOf(placeOf(struck(1, 1458), struck(2, 1670)))
  expect(hero).toMatchObject({
    show: 'Delay',
    big: '24:18',
    innermost: { ring: 1, radiusMiles: 8 },
    endsAt: at(1458),
    endsLast: { ring: 2, endsAt: at(1670) },
    lastStrike: { age: '2 min', where: '6.4 mi E' },
  })
  expect(hero.rings.map(({ text, left }) => [text, left])).toEqual([
    ['24:18', 0.81],
    ['27:50', 1670 / 1800],
  ])
})

test('shows Checking at zero, and never clears by its own clock', () => {
  const hero = heroOf(placeOf(struck(1, 0), { ...quiet, ring: 2 }))
  expect(hero.big).toBe('Checking…')
  expect(hero.rings.map(({ text }) => text)).toEqual(['Checking…', 'All Clear'])
})

test('is clear only when every ring is', () => {
  expect(heroOf(placeOf(quiet, { ...quiet, ring: 2 })).show).toBe('AllClear')
  const gap = {
    ...quiet,
    ring: 2,
    state: 'Unknown',
    because: 'A gap',
    since: at(-60),
    earliestClear: at(900),
  } as const
  const hero = heroOf(placeOf(quiet, gap))
  expect(hero).toMatchObject({ show: 'Unknown', because: 'A gap', since: at(-60), earliestClear: at(900) })
})

test('shows the last report’s age without a valid report', () => {
  const unknown = { show: 'Unknown', because: noConnection } as const
  const hero = heroOf({
    rings: [{ ring: 1, radiusMiles: 8, shown: unknown, said: undefined }],
    worst: unknown,
    worstRing: null,
    endsLast: null,
    asOf: null,
    coveredThrough: null,
    serverNowMs: null,
    satellite: 'none',
    lastWord: { asOf: at(-42), ageMs: 42_400 },
  })
  expect(hero).toMatchObject({
    big: 'Unknown',
    because: noConnection,
    silence: { asOf: at(-42), age: '42 s' },
  })
})
