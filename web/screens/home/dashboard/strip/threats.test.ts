import { namesOf, iconsOfThreats } from './threats.ts'
import type { WireAdvisory } from '#contract/weather/advisories'
import type { PolicyWarning } from '#contract/places/warnings'
import { expect, test } from 'vitest'

const warning = (policyTypeShortName: PolicyWarning['policyTypeShortName']) =>
  ({ policyTypeShortName, policyName: `${policyTypeShortName} policy`, allClearTime: null }) as PolicyWarning
const advisory = (Event: string) => ({ Event }) as WireAdvisory

test('shows the three worst and collects the others', () => {
  const { shown, hidden } = iconsOfThreats({
    inDelay: true,
    warnings: [warning('WIND'), warning('GUST'), warning('HEAT')],
    advisories: [advisory('Flood Watch'), advisory('Heat Advisory')],
  })
  expect(shown.map(({ shortName }) => shortName)).toEqual(['LR1', 'HEAT', 'GUST'])
  expect(namesOf(hidden)).toBe('WIND policy, Flood Watch, Heat Advisory')
})

test('merges a delay and a lightning policy into one threat', () => {
  const { shown } = iconsOfThreats({ inDelay: true, warnings: [warning('LR2')], advisories: [] })
  expect(shown.map(({ shortName }) => shortName)).toEqual(['LR1'])
})

test('shows unknown, which is not none', () => {
  expect(iconsOfThreats({ inDelay: false, warnings: [], advisories: undefined })).toEqual({
    shown: [],
    hidden: [],
    unknown: ['weather-service alerts'],
  })
})
