import { namesOf, threatIcons } from './threats.ts'
import type { WireAdvisory } from '#contract/advisories'
import type { PolicyWarning } from '#contract/warnings'
import { expect, test } from 'vitest'

const warning = (policyTypeShortName: PolicyWarning['policyTypeShortName']) =>
  ({ policyTypeShortName, policyName: `${policyTypeShortName} policy`, allClearTime: null }) as PolicyWarning
const advisory = (Event: string) => ({ Event }) as WireAdvisory

test('the three worst are shown, the others are behind them', () => {
  const { shown, hidden } = threatIcons({
    inDelay: true,
    warnings: [warning('WIND'), warning('GUST'), warning('HEAT')],
    advisories: [advisory('Flood Watch'), advisory('Heat Advisory')],
  })
  expect(shown.map(({ shortName }) => shortName)).toEqual(['LR1', 'HEAT', 'GUST'])
  expect(namesOf(hidden)).toBe('WIND policy, Flood Watch, Heat Advisory')
})

test('a delay and a lightning policy are one threat', () => {
  const { shown } = threatIcons({ inDelay: true, warnings: [warning('LR2')], advisories: [] })
  expect(shown.map(({ shortName }) => shortName)).toEqual(['LR1'])
})

test('what is not known is said, and is not nothing', () => {
  expect(threatIcons({ inDelay: false, warnings: [], advisories: undefined })).toEqual({
    shown: [],
    hidden: [],
    unknown: ['weather-service alerts'],
  })
})
