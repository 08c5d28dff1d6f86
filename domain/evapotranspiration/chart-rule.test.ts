import { etChartFault, type EtSpan } from './chart-rule.ts'
import { expect, test } from 'vitest'

const error = 'Error getting ET data. Unable to generate graph.'
const insufficient = 'Insufficient data. Unable to generate graph.'

test.each<[number, EtSpan, string | null]>([
  [0, { kind: '3' }, error],
  [1, { kind: '3' }, insufficient],
  [2, { kind: '3' }, null],
  [0, { kind: '7' }, error],
  [4, { kind: '7' }, insufficient],
  [5, { kind: '7' }, null],
  [9, { kind: 'custom', days: 12 }, insufficient],
  [10, { kind: 'custom', days: 12 }, null],
  [0, { kind: 'custom', days: 2 }, error],
  [1, { kind: 'custom', days: 2 }, null],
])('%i days with a value of %j: %s', (points, span, fault) => {
  expect(etChartFault(points, span)).toBe(fault)
})
