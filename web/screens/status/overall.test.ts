import { lightningFirst, overallOf } from './overall.ts'
import type { FeedStatus } from '#contract/status'
import { expect, test } from 'vitest'

const asOf = '2026-07-04T21:05:00.000Z'
const database = { name: 'database', ready: true, detail: 'Answers in 2 ms' }
const canary = {
  name: 'lightning canary',
  ready: false,
  detail: 'For 130 s no canary strike has come through',
}
const feed: FeedStatus = {
  feed: 'Simulated lightning',
  delivering: true,
  detail: 'Delivers every second',
  lastDelivery: asOf,
  area: 'Continental United States',
  license: null,
  usualLatencySeconds: 2,
  fault: 'none',
  publicSource: null,
}

test('names the first three of many failures', () => {
  const feeds = ['A', 'B', 'C', 'D', 'E'].map(name => ({
    ...feed,
    feed: name,
    delivering: false,
    detail: name,
  }))
  const { sentence, because } = overallOf({
    asOf,
    simulatedWeather: false,
    rehearsal: null,
    checks: [database],
    failingTasks: [],
    feeds,
  })
  expect([sentence, because]).toEqual(['A, B, C, and 2 more are not working', 'A. B. C'])
})

test.each([
  [[database], [feed], 'works', 'Everything is working', '1 check passes, 1 feed delivers'],
  [
    [database, database],
    [],
    'fails',
    'No weather source is connected',
    'Every location stays Unknown. Make a feed key and connect a source of lightning strikes.',
  ],
  [[database, canary], [feed], 'fails', 'Lightning canary is not working', canary.detail],
  [
    [canary],
    [{ ...feed, delivering: false, detail: 'Unplugged' }],
    'fails',
    'Lightning canary and Simulated lightning are not working',
    `${canary.detail}. Unplugged`,
  ],
])('checks %j and feeds %j: %s', (checks, feeds, state, sentence, because) =>
  expect(
    overallOf({ asOf, simulatedWeather: false, rehearsal: null, failingTasks: [], checks, feeds }),
  ).toEqual({
    state,
    sentence,
    because,
  }),
)

test('does not treat a source that never sent anything as a failure, or as a source', () => {
  const waiting = { ...feed, delivering: null, lastDelivery: null, fault: null }
  const status = { asOf, simulatedWeather: false, rehearsal: null, failingTasks: [], checks: [database] }
  expect(overallOf({ ...status, feeds: [feed, waiting] }).because).toBe('1 check passes, 1 feed delivers')
  expect(overallOf({ ...status, feeds: [waiting] }).sentence).toBe('No weather source is connected')
})

test('fails a feed that was told to fail before it has noticed', () => {
  expect(
    overallOf({
      asOf,
      simulatedWeather: false,
      rehearsal: null,
      failingTasks: [],
      checks: [database],
      feeds: [{ ...feed, fault: 'gap' }],
    }).state,
  ).toBe('fails')
})

test('treats an unchecked item as not working', () => {
  expect(
    overallOf({ asOf, simulatedWeather: false, rehearsal: null, failingTasks: [], checks: [], feeds: [feed] })
      .state,
  ).toBe('unknown')
})

test('puts lightning first and keeps the others in order', () => {
  const names = ['database', 'lightning canary', 'Simulated radar', 'Simulated lightning']
  expect(lightningFirst(names, name => name)).toEqual([
    'lightning canary',
    'Simulated lightning',
    'database',
    'Simulated radar',
  ])
})

test('never reports a rehearsal as fully working', () => {
  const rehearsal = { since: asOf, because: 'It was restored from a backup.' }
  const status = {
    asOf,
    simulatedWeather: false,
    rehearsal,
    failingTasks: [],
    checks: [database],
    feeds: [feed],
  }
  expect(overallOf(status)).toMatchObject({ state: 'unknown', sentence: 'This is a rehearsal' })
})

test('names a failing background task with its reason', () => {
  const failingTasks = [{ name: 'station summaries', reason: 'time zone not recognized', since: asOf }]
  const status = {
    asOf,
    simulatedWeather: false,
    rehearsal: null,
    failingTasks,
    checks: [database],
    feeds: [feed],
  }
  expect(overallOf(status)).toEqual({
    state: 'fails',
    sentence: "Background task 'station summaries' is not working",
    because: 'Time zone not recognized',
  })
})
