import { lightningDanger } from './data/live/danger.ts'
import type { LiveLocation, LiveRing } from './data/live/place.ts'
import { itemOf } from './screens/broadcast/strip/strip-items.ts'
import { heroOf } from './screens/home/dashboard/lightning/hero.ts'
import { placeSummary } from './screens/home/dashboard/strip/place-look.ts'
import { tabTitle } from './screens/home/dashboard/tab-title.ts'
import { chipWords } from './screens/live-radar/state/chip-text.ts'
import type { RingStatement } from '#contract/weather/lightning'
import type { RingState } from '#domain/lightning/ring'
import { shownPlace, shownRing, shownState } from '#domain/lightning/shown'
import { shownCountdown } from './parts/time/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** When rings end at different times, every screen shows the same ring of a place and that ring's end. */

const nowMs = Date.parse('2026-07-04T20:00:00.000Z')
const at = (ms: number) => new Date(nowMs + ms).toISOString()
const radii = [8, 15, 25, 40]

const stated = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 1800 }).map(seconds => ({ state: 'Delay', seconds }) as const),
  },
  { weight: 1, arbitrary: fc.constantFrom({ state: 'AllClear' } as const, { state: 'Unknown' } as const) },
  { weight: 1, arbitrary: fc.constant({ state: 'Delay', seconds: -2 } as const) },
)
const places = fc.record({
  rings: fc.array(stated, { minLength: 1, maxLength: 4 }),
  isReversed: fc.boolean(),
})
type Stated = typeof stated extends fc.Arbitrary<infer T> ? T : never

function saidOf(given: Stated, index: number): RingStatement {
  return {
    ring: (index + 1) as RingStatement['ring'],
    radiusMiles: radii[index] ?? 0,
    allClearMinutes: 30,
    state: given.state,
    because: given.state === 'Unknown' ? 'A gap' : '',
    covered: true,
    asOf: at(0),
    validUntil: at(15_000),
    seq: 1,
    lastStrike: null,
    lastStrikeMiles: null,
    lastStrikeBearing: null,
    lastStrikeErrorMiles: null,
    endsAt: given.state === 'Delay' ? at(given.seconds * 1000) : null,
    stale: false,
    since: null,
    earliestClear: null,
    provenThrough: null,
    satelliteOnly: false,
  }
}

function placeOf(rings: readonly Stated[]): LiveLocation {
  const shown = rings.map((given, index): LiveRing => {
    const reported = saidOf(given, index)
    const endsAtMs = reported.endsAt === null ? null : Date.parse(reported.endsAt)
    return {
      ring: reported.ring,
      radiusMiles: reported.radiusMiles,
      shown: shownRing({ ...reported, endsAtMs }, true, nowMs),
      said: reported,
    }
  })
  const word = {
    asOf: at(0),
    coveredThrough: at(0),
    serverNowMs: nowMs,
    satellite: 'none',
    lastWord: null,
  } as const
  return { rings: shown, ...shownPlace(shown), ...word }
}

function stateOf(given: Stated): RingState {
  if (given.state === 'Delay')
    return {
      state: 'Delay',
      because: 'strike',
      lastStrikeMs: 0,
      endsMs: nowMs + given.seconds * 1000,
      stale: false,
    }
  if (given.state === 'AllClear')
    return { state: 'AllClear', because: 'proven quiet', provenThroughMs: nowMs }
  return { state: 'Unknown', because: 'gap in coverage', sinceMs: null, earliestClearMs: null }
}

const nothingElse = { hazards: [], unknown: [] }
const seen = (place: LiveLocation) => ({
  wall: itemOf({ ...place, id: 1, label: 'Here', others: nothingElse }),
  hero: heroOf(place),
  strip: placeSummary(place),
  chip: chipWords(place, 'live'),
  danger: lightningDanger(place),
  title: tabTitle('Here', place),
})

test('shows one ring with its own end on the wall, the dashboard, its strip, the radar and in messages', () => {
  fc.assert(
    fc.property(places, ({ rings, isReversed }) => {
      const place = placeOf(rings)
      const { wall, hero, strip, chip, danger, title } = seen(place)
      expect(new Set([wall.show, hero.show, strip.show, chip.show, danger.show]).size).toBe(1)
      const notified = rings.map((given, index) => ({
        ring: index + 1,
        shown: shownState(stateOf(given), nowMs),
      }))
      const message = shownPlace(isReversed ? notified.toReversed() : notified)
      expect(message.worst.show).toBe(wall.show)
      if (wall.show !== 'Delay') return
      // The innermost ring in delay, worked out by hand.
      const index = rings.findIndex(given => given.state === 'Delay' && given.seconds > 0)
      const given = rings[index] as { seconds: number }
      const [name, countdown] = [
        `Ring ${index + 1} (${radii[index]} mi)`,
        shownCountdown(given.seconds * 1000),
      ]
      expect(wall.big).toBe(countdown)
      expect(wall.why.startsWith(`Lightning Delay, ${name}`)).toBe(true)
      expect([hero.big, `Ring ${hero.innermost?.ring} (${hero.innermost?.radiusMiles} mi)`]).toEqual([
        countdown,
        name,
      ])
      expect(hero.endsAt).toBe(at(given.seconds * 1000))
      expect([strip.text, strip.why]).toEqual([countdown, name])
      expect(chip.text).toBe(`Lightning Delay ${countdown}`)
      expect(chip.why?.startsWith(name)).toBe(true)
      expect(title).toContain(countdown)
      expect(danger).toEqual({ show: 'Delay', ring: index + 1, endsAtMs: nowMs + given.seconds * 1000 })
      expect(message.worstRing?.ring).toBe(index + 1)
      expect(message.worst).toMatchObject({ remainingMs: given.seconds * 1000 })
    }),
    { numRuns: 500 },
  )
})

test('names a ring that ends later next to the one shown', () => {
  const place = placeOf([
    { state: 'Delay', seconds: 1079 },
    { state: 'AllClear' },
    { state: 'Delay', seconds: 1500 },
    { state: 'Delay', seconds: 1779 },
  ])
  const { wall, hero, chip } = seen(place)
  expect([wall.big, wall.why]).toEqual(['17:59', 'Lightning Delay, Ring 1 (8 mi), then Ring 4 (40 mi) 29:39'])
  expect(chip.why).toBe('Ring 1 (8 mi), then Ring 4 (40 mi) 29:39')
  expect(hero.endsLast).toEqual({ ring: 4, radiusMiles: 40, endsAt: at(1_779_000) })
})
