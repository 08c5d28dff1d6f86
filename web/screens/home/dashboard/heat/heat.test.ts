import {
  choiceFrom,
  forecastMetric,
  guidanceOf,
  keptChoice,
  observedMetric,
  profileFrom,
  shownDegrees,
  workWords,
} from './heat.ts'
import { measured, observation } from '#web/screens/home/dashboard/conditions/observation.testing.ts'
import { hourOf } from './hours.testing.ts'
import { riskTemplates, workRestTemplates } from '#domain/heat-stress/templates'
import { expect, test } from 'vitest'

const niosh = workRestTemplates.find(({ name }) => name === 'NIOSH REL')
const levels = riskTemplates[0]?.riskLevels ?? []
if (!niosh) throw new Error('The template is gone')

test('converts the wire profile to the domain profile', () => {
  const profile = profileFrom({
    id: 1,
    name: 'Own',
    primaryMetric: 'WBGT',
    useRiskProfile: false,
    durationUnit: 'Shift',
    customStopText: 'Stop',
    customContinuousText: 'Go',
    intensities: [],
    modifiers: [{ id: 1, name: 'Vest', adjustment: 2 }],
    matrices: [{ workRestIntensityId: 3, max: null, workPercent: 50 }],
  })
  expect(profile).toMatchObject({
    durationUnit: 'Percent',
    modifiers: [{ id: 1, name: 'Vest', adjustmentF: 2 }],
    matrices: [{ intensityId: 3, max: null, workPercent: 50 }],
  })
})

test('finds each metric in an observation and a forecast', () => {
  const seen = observation({ wgbt: measured(80, '°F'), heatIndex: measured(95, '°F') })
  expect(observedMetric(seen, 'WBGT').value).toBe(80)
  expect(observedMetric(seen, 'Heat Index').value).toBe(95)
  expect(observedMetric(seen, 'Temperature').value).toBe(72)
  const hour = hourOf('2026-11-15T18:00:00Z', { temperature: 95, wbgt: 84, humidity: 50 })
  expect(forecastMetric(hour, 'WBGT')).toBe(84)
  expect(forecastMetric(hour, 'Temperature')).toBe(95)
  expect(forecastMetric(hour, 'Heat Index')).toBeCloseTo(105, 0)
  expect(forecastMetric(hourOf('2026-11-15T18:00:00Z', { temperature: 95 }), 'Heat Index')).toBeNull()
})

test('restores a stored choice as far as the profile still has it', () => {
  const kept = { intensityId: 4, modifierIds: [2, 4] }
  expect(choiceFrom(keptChoice(kept), niosh)).toEqual(kept)
  for (const nonsense of [null, '', '{}', '99;77,x', ';']) {
    expect(choiceFrom(nonsense, niosh)).toEqual({ intensityId: 3, modifierIds: [] })
  }
})

test('bases guidance on the adjusted value', () => {
  const bare = guidanceOf(77, niosh, levels, { intensityId: 3, modifierIds: [] })
  expect(bare).toMatchObject({ actual: 77, adjusted: 77, workPercent: 100, level: { name: 'Low' } })
  const dressed = guidanceOf(77, niosh, levels, { intensityId: 3, modifierIds: [2, 4] })
  expect(dressed).toMatchObject({ actual: 77, adjusted: 83.3, workPercent: 50, level: { name: 'Moderate' } })
})

test('gives no guidance and no low risk without a value', () => {
  expect(guidanceOf(null, niosh, levels, { intensityId: 3, modifierIds: [2] })).toEqual({
    actual: null,
    adjusted: null,
    level: null,
    workPercent: null,
  })
})

test('reports no risk for a profile without a risk profile', () => {
  const plain = { ...niosh, useRiskProfile: false }
  expect(guidanceOf(100, plain, levels, { intensityId: 3, modifierIds: [] }).level).toBeNull()
})

test.each([
  [50, 'minutes', '30 min work / 30 min rest'],
  [16.67, 'minutes', '10 min work / 50 min rest'],
  [16.67, 'percent', '17% work / 83% rest'],
  [100, 'minutes', 'Continuous Work'],
  [0, 'percent', 'Stop Work'],
  [null, 'minutes', '--'],
] as const)('%s percent in %s: %s', (percent, duration, words) => {
  expect(workWords(percent, niosh, duration)).toBe(words)
})

test('formats degrees', () => {
  expect(shownDegrees(86.44, 'WBGT')).toBe('86.4 °F')
  expect(shownDegrees(86.44, 'Temperature')).toBe('86 °F')
  expect(shownDegrees(null, 'Heat Index')).toBe('--')
})
