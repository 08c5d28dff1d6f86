import { expect, test } from 'vitest'
import { compass16, compass8 } from './compass.ts'

interface Case {
  readonly id: string
  readonly group: string
  readonly input: { readonly degrees: number }
  readonly expect: { readonly compass16: string; readonly compass8: string }
}

const file = '../shared/data/science/compass_units.json'
const { cases } = JSON.parse(process.getBuiltinModule('node:fs').readFileSync(file, 'utf8')) as {
  cases: Case[]
}

test.each(cases.filter(({ group }) => group === 'compass'))('$id: $input.degrees degrees', one => {
  expect(compass16(one.input.degrees)).toBe(one.expect.compass16)
  expect(compass8(one.input.degrees)).toBe(one.expect.compass8)
})

test('goes round in both directions', () => {
  expect(compass16(-22.5)).toBe('NNW')
  expect(compass8(405)).toBe('NE')
  expect(compass16(359.99)).toBe('N')
})

test('what is missing has no direction', () => {
  for (const gap of [NaN, Infinity, undefined, null]) {
    expect(compass16(gap as number)).toBeNull()
    expect(compass8(gap as number)).toBeNull()
  }
})
