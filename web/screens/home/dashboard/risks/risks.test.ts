import { risksOf, threatTimes } from './risks.ts'
import type { ShownThreat } from '#web/data/policies/warnings.ts'
import { expect, test } from 'vitest'

const threat = (
  policyTypeShortName: ShownThreat['policyTypeShortName'],
  threatLevel: ShownThreat['threatLevel'],
  ...spans: [string, string][]
): ShownThreat => ({
  policyName: policyTypeShortName,
  policyTypeShortName,
  threatType: 1,
  threatLevel,
  threshold: 1,
  unit: '',
  isDesc: false,
  threatTimes: spans.map(([startTime, endTime]) => ({ startTime, endTime })),
})

test.each([
  ['no-policies', [], []],
  ['no-policies', [], ['LR1', 'AQI']],
  ['no-data', [], ['WIND']],
  ['fine', [threat('WIND', 0)], ['WIND']],
  ['threatened', [threat('WIND', 0), threat('HEAT', 1)], ['WIND', 'HEAT']],
])('%s', (kind, threats, types) => expect(risksOf(threats, types).kind).toBe(kind))

test('sorts the worst first, then by category order', () => {
  const risks = risksOf(
    [threat('GUST', 0), threat('WIND', 2), threat('CHILL', 0), threat('HEAT', 2)],
    ['WIND'],
  )
  expect('threats' in risks && risks.threats.map(each => each.policyName)).toEqual([
    'HEAT',
    'WIND',
    'CHILL',
    'GUST',
  ])
})

const now = new Date('2026-11-15T18:30:00.000Z') // 12:30 PM in Chicago
const times = (each: ShownThreat) =>
  threatTimes(each, 'America/Chicago', now)?.replace(/[\u{202f}\u{a0}]/gu, ' ') ?? null

test('shows times with their zone, names tomorrow, and leaves out past times', () => {
  expect(
    times(
      threat(
        'WIND',
        2,
        ['2026-11-15T15:00:00Z', '2026-11-15T16:00:00Z'],
        ['2026-11-15T18:00:00Z', '2026-11-15T20:00:00Z'],
        ['2026-11-15T22:00:00Z', '2026-11-16T07:00:00Z'],
      ),
    ),
  ).toBe('Now – 2 PM, 4 PM – Mon 1 AM CST')
})

test('spreads rain without times over the next 24 hours, but not other threats', () => {
  expect(times(threat('PRECIP', 1))).toBe('Next 24hr')
  expect(times(threat('WIND', 1))).toBeNull()
  expect(times(threat('PRECIP', 0))).toBeNull()
})
