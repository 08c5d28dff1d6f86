import { placeSummary } from './place-look.ts'
import type { LiveLocation, LiveRing } from '#web/data/live/place.ts'
import { shownPlace, type ShownRing } from '#domain/lightning/shown'
import { expect, test } from 'vitest'

function place(...shown: ShownRing[]): LiveLocation {
  const rings = shown.map((each, index): LiveRing => ({
    ring: index + 1,
    radiusMiles: 8 + index,
    shown: each,
    said: undefined,
  }))
  return {
    rings,
    ...shownPlace(rings),
    asOf: null,
    coveredThrough: null,
    serverNowMs: null,
    satellite: 'none',
    lastWord: null,
  }
}
const delay = (seconds: number, stale = false): ShownRing => ({
  show: 'Delay',
  remainingMs: seconds * 1000,
  stale,
})

test('only All Clear looks good', () => {
  expect(placeSummary(place({ show: 'AllClear' })).tone).toBe('good')
  expect(placeSummary(place({ show: 'Checking' })).tone).toBe('unknown')
  expect(placeSummary(place({ show: 'AllClear' }, { show: 'Unknown', because: 'No feed' }))).toMatchObject({
    tone: 'unknown',
    text: 'Unknown',
    why: 'No feed',
  })
})

test('shows a delay’s innermost ring with its countdown', () => {
  expect(placeSummary(place({ show: 'AllClear' }, delay(60), delay(90)))).toMatchObject({
    tone: 'bad',
    text: '01:00',
    why: 'Ring 2 (9 mi)',
  })
})

test('hatches the countdown of a silent feed', () => {
  expect(placeSummary(place(delay(60, true))).tone).toBe('unknown')
})
