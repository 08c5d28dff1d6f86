import { barHeight, isHatched, topOf } from './day-bars.ts'
import { dayWords, lastedWords, type DayOfDelays } from './history-text.ts'
import { describe, expect, it, test } from 'vitest'

const quiet: DayOfDelays = { day: '2026-11-12', delays: 0, delayedSeconds: 0, unknownSeconds: 0 }
const lasting = (delayedSeconds: number): DayOfDelays => ({ ...quiet, delays: 1, delayedSeconds })

describe('describes a day', () => {
  it.each([
    ['proven quiet', quiet, ['No delay']],
    ['a breath of the feed', { ...quiet, unknownSeconds: 59 }, ['No delay']],
    ['nobody looked', { ...quiet, unknownSeconds: 86_400 }, ['No delay on record', 'No data for 1 d']],
    ['proof not kept', { ...quiet, unknownSeconds: null }, ['No delay on record']],
    ['one delay', lasting(2700), ['1 delay', '45 min in delay']],
    [
      'two, and a gap',
      { ...lasting(2700), delays: 2, unknownSeconds: 600 },
      ['2 delays', '45 min in delay', 'No data for 10 min'],
    ],
  ])('%s', (_case, day, facts) => expect(dayWords(day)).toEqual({ title: 'Thu, Nov 12', facts }))
})

describe('bars', () => {
  it.each([
    [[], 1],
    [[300], 1],
    [[3600], 1],
    [[3601, 20], 2],
    [[80_000], 25],
    [[90_000], 25],
  ])('of %j seconds have a scale of %d hours', (seconds, hours) =>
    expect(topOf(seconds.map(lasting))).toBe(hours * 3600),
  )

  test('grow with the time in delay and stay visible however short it was', () => {
    expect(barHeight(quiet, 3600, 80)).toBe(0)
    expect(barHeight(lasting(0), 3600, 80)).toBe(3)
    expect(barHeight(lasting(1800), 3600, 80)).toBe(40)
    expect(barHeight(lasting(3600), 3600, 80)).toBe(80)
  })

  test('are hatched where an hour or more is unproven', () => {
    expect([0, 3599, 3600, null].map(unknownSeconds => isHatched({ ...quiet, unknownSeconds }))).toEqual([
      false,
      false,
      true,
      false,
    ])
  })
})

test('shows how long a running delay has lasted so far', () => {
  const delay = { opened: '2026-11-12T10:00:00Z', closed: null }
  expect(lastedWords(delay, '2026-11-12T11:05:00Z')).toBe('1 h 5 min so far')
  expect(lastedWords({ ...delay, closed: '2026-11-12T10:32:00Z' }, '2026-11-12T11:05:00Z')).toBe('32 min')
})
