import { askedId, firstLocation, hasNoSound, keptId, warnedWords } from './selection.ts'
import { expect, test } from 'vitest'

const three = [{ id: 7 }, { id: 8 }, { id: 9 }]

test.each([
  [[], 7],
  [[9, 8], 8],
  [[99], 7],
])('with trouble at %j, selects %d first', (troubled, id) =>
  expect(firstLocation(three, troubled)?.id).toBe(id),
)

test('selects nothing without locations', () => expect(firstLocation([], [1])).toBeUndefined())

test.each([
  [0, false],
  [1, false],
  [2, true],
  [4, true],
  [8, true],
  [16, true],
  [30, true],
  [17, true],
  [32, false],
])('flags %d: silenced %s', (flags, silenced) => expect(hasNoSound({ flags })).toBe(silenced))

test('words the count as the specification does', () => {
  expect(warnedWords(1, 0)).toBe('You have 1 location(s) in a policy warning')
  expect(warnedWords(0, 2)).toBe('You have 0 location(s) in a policy warning; 2 unknown')
})

test.each([
  ['location=7', 7],
  ['a=1&location=12', 12],
  ['', null],
  ['location=', null],
  ['location=-1', null],
  ['location=7.5', null],
  ['location=<b>', null],
])('reads location %2$j from the URL ?%1$s', (search, id) =>
  expect(askedId(new URLSearchParams(search))).toBe(id),
)

test.each([
  [{ locationId: 7 }, 7],
  [{ locationId: '7' }, null],
  [{}, null],
  [null, null],
  ['7', null],
])('reads location %2$j from the history entry %1$j', (state, id) => expect(keptId(state)).toBe(id))
