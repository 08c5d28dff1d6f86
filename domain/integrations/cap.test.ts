import { expect, test } from 'vitest'
import { capInfo, capMessages, type CapEvent } from './cap.ts'
import type { EventType } from './place-event.ts'

const word = (sequence: number, type: EventType, more: Partial<CapEvent> = {}): CapEvent => ({
  id: sequence,
  topic: 'lightning',
  sequence,
  type,
  atMs: sequence * 60_000,
  holdsUntilMs: null,
  because: 'A test says so',
  simulated: false,
  details: {},
  ...more,
})

test('starts an episode with an alert, continues it with updates, and cancels it as a whole', () => {
  const words = [
    word(1, 'DELAY'),
    word(2, 'DELAY'),
    word(3, 'UNKNOWN'),
    word(4, 'ALL_CLEAR'),
    word(5, 'DELAY'),
  ]
  const reported = capMessages(words).toReversed()
  expect(reported.map(({ msgType, references }) => [msgType, references.map(({ id }) => id)])).toEqual([
    ['Alert', []],
    ['Update', [1]],
    ['Update', [1, 2]],
    ['Cancel', [1, 2, 3]],
    ['Alert', []],
  ])
})

test('sends no message if the place was clear from the start', () => {
  expect(capMessages([word(1, 'ALL_CLEAR')])).toEqual([])
})

test('keeps separate episodes per topic', () => {
  const wind = { topic: 'policy WIND' }
  const reported = capMessages([word(1, 'DELAY'), word(2, 'WARNING', wind), word(3, 'CLEAR', wind)])
  expect(reported.map(({ msgType }) => msgType)).toEqual(['Cancel', 'Alert', 'Alert'])
})

test('reports Unknown as such and does not treat it as the end', () => {
  const info = capInfo(word(3, 'UNKNOWN'), 'Stadium')
  expect(info).toMatchObject({
    event: 'Lightning status unknown',
    certainty: 'Unknown',
    responseType: 'Monitor',
  })
  expect(info.instruction).toContain('All Clear')
  expect(info.expiresMs - 3 * 60_000).toBeGreaterThan(300 * 86_400_000)
})

test('a danger outlasts its countdown at a sign that lost the feed, and says what to do without news', () => {
  const info = capInfo({ ...word(1, 'DELAY'), holdsUntilMs: 30 * 60_000 }, 'Stadium')
  expect(info.expiresMs).toBeGreaterThan(300 * 86_400_000)
  expect(info.instruction).toContain('Without news')
  expect(capInfo(word(2, 'ALL_CLEAR'), 'Stadium').expiresMs - 2 * 60_000).toBeLessThanOrEqual(5 * 60_000)
})
