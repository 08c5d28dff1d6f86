import { describe, expect, test } from 'vitest'
import { isSound, misses, ofGroups, readCases, type Case } from './cases.testing.ts'
import { figures } from './figures.testing.ts'

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
  ['a list that is another', one({ inside: [true, false] }), { inside: [true, true] }, 1],
  ['a list that is the same', one({ inside: [true, false] }), { inside: [true, false] }, 0],
  ['another word', one({ category: 'Good' }), { category: 'good' }, 1],
])('%s', (_, expected, found, count) => {
  expect(misses(expected, found).length).toBe(count)
})

describe('the source of test cases', () => {
  const own = [one({ x: 1 })]

  test('uses only the built-in cases without the reference folder', () => {
    expect(readCases('heat_index', own, '../no-such-folder')).toEqual(own)
  })

  test('fails if the reference folder lacks a file', () => {
    expect(() => readCases('no_such_quantity', own, 'domain')).toThrow(/no_such_quantity/)
  })

  test('rejects a quantity without built-in cases, even if the reference has some', () => {
    expect(() => readCases('heat_index', [])).toThrow(/no cases of our own/)
  })

  test('rejects a group without cases', () => {
    expect(ofGroups(own, 'all')).toEqual(own)
    expect(() => ofGroups(own, 'all', 'none')).toThrow(/none/)
  })
})

describe('a table of figures', () => {
  const about = { source: 'Nobody 1900', group: 'all', tol: 0.1 }

  test('names its columns and uses a dash for missing values', () => {
    const table = `
      day         hours | mean  kind
      2026-01-01  [1,2] |  1.5  good
      2026-01-02  -     | null     -
    `
    const [first, second] = figures<Record<string, unknown>>({ ...about, given: { place: 'here' }, table })
    expect(first).toMatchObject({
      id: 'Nobody 1900, 1',
      group: 'all',
      tol: 0.1,
      expect: { mean: 1.5, kind: 'good' },
    })
    expect(first?.input).toEqual({ place: 'here', day: '2026-01-01', hours: [1, 2] })
    expect(second?.input).toEqual({ place: 'here', day: '2026-01-02' })
    expect(second?.expect).toEqual({ mean: null })
  })

  test.each([
    ['without rows', 'a | b'],
    ['without a bar', 'a b\n1 2'],
    ['with a cell too few', 'a | b\n1 |'],
    ['with a cell too many', 'a | b\n1 | 2 3'],
    ['with a bar elsewhere', 'a b | c\n1 | 2 3'],
  ])('%s is refused', (_, table) => {
    expect(() => figures({ ...about, table })).toThrow(/Nobody 1900/)
  })
})

test('finds invalid numbers at any depth', () => {
  expect(isSound({ a: [1, null, { b: 'x', c: true }] })).toBe(true)
  expect(isSound({ a: [1, { b: NaN }] })).toBe(false)
  expect(isSound([Infinity])).toBe(false)
  expect(isSound({ a: undefined })).toBe(false)
})
