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

test('an episode begins with an alert, goes on with updates, and is cancelled as a whole', () => {
  const words = [
    word(1, 'DELAY'),
    word(2, 'DELAY'),
    word(3, 'UNKNOWN'),
    word(4, 'ALL_CLEAR'),
    word(5, 'DELAY'),
  ]
  const told = capMessages(words).toReversed()
  expect(told.map(({ msgType, references }) => [msgType, references.map(({ id }) => id)])).toEqual([
    ['Alert', []],
    ['Update', [1]],
    ['Update', [1, 2]],
    ['Cancel', [1, 2, 3]],
    ['Alert', []],
  ])
})

test('what was clear from the beginning is no message', () => {
  expect(capMessages([word(1, 'ALL_CLEAR')])).toEqual([])
})

test('topics have episodes of their own', () => {
  const wind = { topic: 'policy WIND' }
  const told = capMessages([word(1, 'DELAY'), word(2, 'WARNING', wind), word(3, 'CLEAR', wind)])
  expect(told.map(({ msgType }) => msgType)).toEqual(['Cancel', 'Alert', 'Alert'])
})

test('Unknown is said as such, and is not taken for over', () => {
  const info = capInfo(word(3, 'UNKNOWN'), 'Stadium')
  expect(info).toMatchObject({
    event: 'Lightning status unknown',
    certainty: 'Unknown',
    responseType: 'Monitor',
  })
  expect(info.instruction).toContain('All Clear')
  expect(info.expiresMs - 3 * 60_000).toBe(86_400_000)
})
