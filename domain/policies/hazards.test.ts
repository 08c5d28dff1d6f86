import fc from 'fast-check'
import { expect, it } from 'vitest'
import { activeThreats, hazardsOf, type PlaceHazards } from './hazards.ts'
import { policyTypes } from './policy-types.ts'

const breach = { isCounting: false } as const

it('lists each threat at a location once, lightning first, and alerts by name', () => {
  const threats = activeThreats({
    inDelay: true,
    warnings: [
      { type: 'LR2', policyName: 'Zone 2', ...breach },
      { type: 'HEAT', policyName: 'Heat', ...breach },
      { type: 'HEAT', policyName: 'Heat again', ...breach },
    ],
    advisories: [
      { event: 'Heat Advisory', severity: 'Moderate' },
      { event: 'Heat Advisory', severity: 'Moderate' },
      { event: 'Flood Watch', severity: 'Moderate' },
    ],
  })
  expect(threats).toEqual([
    { shortName: 'LR1', threat: 'Lightning', names: ['Lightning'] },
    { shortName: 'HEAT', threat: 'HEAT', names: ['Heat'] },
    { shortName: 'NWS', threat: 'NWS', names: ['Heat Advisory', 'Flood Watch'] },
  ])
  expect(activeThreats({ inDelay: false, warnings: [], advisories: [] })).toEqual([])
})

it('sorts worst first: extreme alert, breach, severe alert, countdown, the rest', () => {
  const hazards = hazardsOf({
    inDelay: false,
    warnings: [
      { type: 'WIND', policyName: 'Wind counts down', isCounting: true },
      { type: 'PRECIP', policyName: 'Rain', ...breach },
      { type: 'WBGT', policyName: 'Heat stress', ...breach },
    ],
    advisories: [
      { event: 'Special Weather Statement', severity: 'Minor' },
      { event: 'Severe Thunderstorm Warning', severity: 'Severe' },
      { event: 'Tornado Warning', severity: 'Extreme' },
      { event: 'Something new', severity: 'Unknown' },
    ],
  })
  expect(hazards.map(({ name }) => name)).toEqual([
    'Tornado Warning',
    'Heat stress',
    'Rain',
    'Severe Thunderstorm Warning',
    'Wind counts down',
    'Something new',
    'Special Weather Statement',
  ])
})

const anyPlace: fc.Arbitrary<PlaceHazards> = fc.record({
  inDelay: fc.boolean(),
  warnings: fc.array(
    fc.record({
      type: fc.constantFrom(...policyTypes.map(({ shortName }) => shortName)),
      policyName: fc.string(),
      isCounting: fc.boolean(),
    }),
  ),
  advisories: fc.array(
    fc.record({
      event: fc.string(),
      severity: fc.constantFrom('Extreme', 'Severe', 'Moderate', 'Minor', ''),
    }),
  ),
})

it('loses no hazard, puts none before a worse one, and puts lightning first', () => {
  fc.assert(
    fc.property(anyPlace, place => {
      const hazards = hazardsOf(place)
      expect(hazards.length).toBe(Number(place.inDelay) + place.warnings.length + place.advisories.length)
      const dangers = hazards.map(({ danger }) => danger)
      expect(dangers).toEqual(dangers.toSorted((one, other) => other - one))
      if (place.inDelay) expect(hazards[0]?.threat).toBe('Lightning')
      const shown = new Set(activeThreats(place).map(({ shortName }) => shortName))
      for (const { shortName } of hazards) expect(shown).toContain(shortName)
    }),
  )
})
