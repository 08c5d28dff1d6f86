import { stormMiles, stormView, whereWords, type StormView } from './storm.ts'
import { coming, seenStorm } from './storm.testing.ts'
import type { StormArrival } from '#contract/weather/storms'
import { describe, expect, test } from 'vitest'

const nowMs = Date.parse('2026-11-15T22:11:00.000Z')
const minute = 60_000
const plain = (text: string) => text.replace(/[\u{202f}\u{a0}]/gu, ' ')
const here = { viewer: 'CST', place: 'America/Chicago' }
const view = (answer: StormArrival | undefined, hasFailed = false, atMs = nowMs, isDelayed = false) =>
  JSON.parse(plain(JSON.stringify(stormView(answer, hasFailed, atMs, here, { isDelayed })))) as StormView

function notified(answer: StormArrival, hasFailed = false, atMs = nowMs) {
  const shown = view(answer, hasFailed, atMs)
  if (shown.show !== 'told') throw new Error(`nothing is told: ${shown.show}`)
  return shown.storm
}

const none: StormArrival = {
  outlook: 'none',
  asOf: '2026-11-15T22:10:00.000Z',
  because: '',
  watched: 4,
  watchedMiles: 100,
}

describe('an approaching storm', () => {
  test('is described by the next ring it enters, and by each ring', () => {
    const { big, where, rows } = notified(coming())
    expect(big).toBe('Storm at Ring 2 in 18 min')
    expect(where).toBe('23 mi WSW · moving NE at 35 mph')
    expect(rows.map(({ text }) => text)).toEqual([
      'about 4:42 PM CST (31 min)',
      'about 4:29 PM CST (18 min)',
      'Inside now',
    ])
  })

  test('uses the viewer’s clock, and also the place’s if its time differs', () => {
    const shown = stormView(
      coming(),
      false,
      nowMs,
      { viewer: 'CST', place: 'America/New_York' },
      { isDelayed: false },
    )
    expect(plain(shown.show === 'told' ? (shown.storm.rows[0]?.text ?? '') : '')).toBe(
      'about 4:42 PM CST (5:42 PM EST there, 31 min)',
    )
  })

  test('gets nearer between two responses and is never shown as later than it is', () => {
    expect(notified(coming(), false, nowMs + 5 * minute).big).toBe('Storm at Ring 2 in 13 min')
    expect(notified(coming(), true, nowMs + 14 * minute).big).toBe('Storm at Ring 2 in 4 min')
    const soon = notified(coming({ asOf: '2026-11-15T22:29:00.000Z' }), false, nowMs + 18.5 * minute)
    expect(soon.big).toBe('Storm at Ring 2 any minute')
    expect(soon.rows[1]?.text).toBe('any minute')
  })

  test('may already be inside, pass by, or be too far ahead', () => {
    const ring = { ring: 1, radiusMiles: 8 } as const
    expect(notified(coming({ rings: [{ ...ring, arrival: 'inside' }] })).big).toBe('Storm inside Ring 1')
    const passing = notified(coming({ rings: [{ ...ring, arrival: 'passes' }] }))
    expect([passing.big, passing.rows[0]?.text]).toEqual(['Storm passing by', 'Passes by'])
    expect(notified(coming({ rings: [{ ...ring, arrival: 'later' }] })).rows[0]?.text).toBe(
      'Not within 60 min',
    )
  })

  test('is assumed to stay on course', () => {
    expect(notified(coming()).course).toBe(
      'If it stays on course, it will be closest, 3.2 mi away, about 4:51 PM CST (40 min).',
    )
    const far = seenStorm({ nearest: { miles: 3.2, at: '2026-11-15T23:31:00.000Z' } })
    expect(notified(coming({ storms: [far] })).course).toBe(
      'If it stays on course, it will be closest, 3.2 mi away, in more than 60 min.',
    )
  })

  test('lists its hazards and mentions the other storms', () => {
    const storm = seenStorm({ tvs: true, meso: true, severeHail: true, hail: true })
    const { flags, more } = notified(
      coming({ storms: [storm, seenStorm(), seenStorm({ isHeadingHere: false })] }),
    )
    expect(flags.map(({ text }) => text)).toEqual(['Tornado signature', 'Rotation', 'Large hail'])
    expect(more).toBe('1 more storm is heading here.')
    expect(notified(coming()).flags).toEqual([])
  })
})

test('shows a storm that moves away inside a ring as inside', () => {
  const leaving = seenStorm({ going: 'receding', isHeadingHere: false, nearest: null })
  const { big, course } = notified({ ...coming({ storms: [leaving] }), outlook: 'near' })
  expect(big).toBe('Storm inside Ring 3')
  expect(course).toBe('It is moving away, if it stays on course.')
})

describe('no storm', () => {
  test('is shown only for a fresh report, with what is watched', () => {
    expect(view(none)).toEqual({
      show: 'none',
      asOf: '4:10 PM CST',
      big: 'No storm is heading here',
      facts: ['4 storm cells are watched within 100 miles.'],
    })
    expect(view({ ...none, watched: 0 })).toMatchObject({ facts: ['No storm cells within 100 miles.'] })
  })

  test('does not hide a running lightning delay', () => {
    expect(view(none, false, nowMs, true)).toMatchObject({
      big: 'No other storm is heading here',
      facts: ['The lightning delay is still in force.', '4 storm cells are watched within 100 miles.'],
    })
  })

  test('is not shown if a movement is unknown, lightning has no cell, or storms are forecast', () => {
    const nearest = { count: 1, distanceMiles: 36.2, bearingDegrees: 225 }
    const unsure = { ...none, outlook: 'unsure' as const, watched: 1 }
    const doubts = {
      withoutMotion: null,
      strikesWithoutCell: null,
      isStormForecast: false,
      mayLackCells: false,
    }
    const shown = (change: Partial<typeof doubts> | object) => view({ ...unsure, ...doubts, ...change })
    expect(shown({ withoutMotion: nearest })).toMatchObject({
      big: 'Storms cannot be ruled out',
      facts: [
        'A storm cell 36 mi SW: its movement is not known yet.',
        '1 storm cell is watched within 100 miles.',
      ],
    })
    expect(shown({ strikesWithoutCell: { ...nearest, count: 7 } })).toMatchObject({
      facts: ['Lightning 36 mi SW, where radar shows no storm cell.', expect.any(String)],
    })
    expect(shown({ isStormForecast: true })).toMatchObject({
      facts: ['Storms are forecast here; radar does not show one heading here yet.', expect.any(String)],
    })
    expect(shown({ mayLackCells: true })).toMatchObject({
      big: 'No known storm is heading here',
      facts: ['A nearby radar may be down, so a storm can be missing here.', expect.any(String)],
    })
    expect(shown({ mayLackCells: true, isStormForecast: true })).toMatchObject({
      big: 'Storms cannot be ruled out',
    })
  })

  test.each([
    ['no answer at all', undefined, true, nowMs],
    ['a failure after it', none, true, nowMs],
    ['an answer older than 15 minutes', none, false, nowMs + 15 * minute],
  ])('is unknown after %s', (_, answer, hasFailed, atMs) => {
    expect(view(answer, hasFailed, atMs).show).toBe('unknown')
  })
})

test('keeps a storm after a failure, marked as old, until it is too old', () => {
  expect(view(coming(), true)).toMatchObject({ show: 'told', isStale: true })
  expect(view(coming(), true, nowMs + 15 * minute).show).toBe('unknown')
})

test('shows nothing before the first response', () => expect(view(undefined)).toEqual({ show: 'loading' }))

test.each([
  [{ bearingDegrees: null, distanceMiles: 0 }, 'Overhead · moving NE at 35 mph'],
  [{ speedMph: null, headingDegrees: null }, '23 mi WSW'],
  [{ speedMph: 0.4, distanceMiles: 4.26 }, '4.3 mi WSW · not moving'],
])('where it is: %j', (change, words) => expect(whereWords(seenStorm(change))).toBe(words))

test.each([
  [0.04, '0.0 mi'],
  [9.94, '9.9 mi'],
  [9.96, '10 mi'],
  [23.5, '24 mi'],
])('%d miles are %s', (miles, words) => expect(stormMiles(miles)).toBe(words))
