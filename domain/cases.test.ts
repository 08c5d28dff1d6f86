import { expect, test } from 'vitest'
import { isSound, misses, readCases, type Case } from './cases.testing.ts'

const one = (expected: Case<unknown>['expect'], tolerance: Partial<Case<unknown>> = {}): Case<unknown> => ({
  id: 'one',
  group: 'all',
  input: {},
  expect: expected,
  usual: { tol: { far: 5 }, relative: null, minutes: 2 },
  ...tolerance,
})

test.each([
  ['a number within its own tolerance', one({ x: 1 }, { tol: 0.1 }), { x: 1.09 }, 0],
  ['a number outside of it', one({ x: 1 }, { tol: 0.1 }), { x: 1.11 }, 1],
  ['the file’s tolerance by name', one({ far: 1, near: 1 }), { far: 5, near: 1.001 }, 1],
  ['a relative one', one({ x: 200 }, { tol_rel: 0.01 }), { x: 202 }, 0],
  ['nothing found', one({ x: 1 }), {}, 1],
  ['not a number found', one({ x: 1 }, { tol: 1 }), { x: NaN }, 1],
  ['a number where none may be', one({ x: null }), { x: 0 }, 1],
  ['none where none may be', one({ x: null }), { x: null }, 0],
  ['nothing where null must be', one({ x: null }), {}, 1],
  ['an angle across north', one({ azimuthDeg: 359.9 }, { tol: 0.3 }), { azimuthDeg: 0.1 }, 0],
  ['a clock across midnight', one({ sunsetUtc: '23:59' }), { sunsetUtc: 30_000 }, 0],
  ['a clock that is wrong', one({ sunsetUtc: '23:59' }), { sunsetUtc: 90_000 }, 1],
  ['another word', one({ category: 'Good' }), { category: 'good' }, 1],
])('%s', (_, expected, found, count) => {
  expect(misses(expected, found).length).toBe(count)
})

test('a file that is not there is not passed over', () => {
  expect(() => readCases('no_such_quantity')).toThrow()
})

test('unsound numbers are seen at any depth', () => {
  expect(isSound({ a: [1, null, { b: 'x', c: true }] })).toBe(true)
  expect(isSound({ a: [1, { b: NaN }] })).toBe(false)
  expect(isSound([Infinity])).toBe(false)
  expect(isSound({ a: undefined })).toBe(false)
})
