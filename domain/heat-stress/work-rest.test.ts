import { describe, expect, it } from 'vitest'
import { nioshLimitF, riskTemplates, workRestTemplates } from './templates.ts'
import { adjustedValue, riskLevelOf, workMinutes, workPercentOf } from './work-rest.ts'

const [army, niosh] = workRestTemplates
const levels = riskTemplates[0]?.riskLevels ?? []

function minutesOf(name: string, intensityId: number, wbgtF: number) {
  const profile = workRestTemplates.find(one => one.name === name)
  const percent = profile ? workPercentOf(wbgtF, profile, intensityId) : null
  return percent === null ? null : workMinutes(percent)
}

describe('TB MED 507', () => {
  it.each([
    // WBGT, then minutes of easy, moderate and hard work per hour, as in the published table.
    [77.9, 60, 60, 60],
    [78, 60, 60, 40],
    [82, 60, 50, 30],
    [85, 60, 40, 30],
    [88, 60, 30, 20],
    [90, 50, 20, 10],
    [110, 50, 20, 10],
  ])('at %d °F allows %d, %d and %d minutes', (wbgtF, easy, moderate, hard) => {
    expect([1, 2, 3].map(id => minutesOf('TB MED 507', id, wbgtF))).toEqual([easy, moderate, hard])
  })
})

describe('the NIOSH limits', () => {
  it.each([
    [180, 87.4],
    [300, 82.8],
    [415, 79.9],
    [520, 77.8],
  ])('of %d watts are %d °F', (watts, limitF) => {
    expect(nioshLimitF(watts)).toBe(limitF)
  })

  it('allow the whole hour up to the limit, less and less above it, and finally nothing', () => {
    expect(minutesOf('NIOSH REL', 2, 82.8)).toBe(60)
    expect(minutesOf('NIOSH REL', 2, 82.9)).toBe(45)
    expect(minutesOf('NIOSH REL', 2, 120)).toBe(0)
    for (const { id } of niosh?.intensities ?? []) {
      const shares = Array.from({ length: 60 }, (_, step) => minutesOf('NIOSH REL', id, 70 + step) ?? NaN)
      expect(shares).toEqual(shares.toSorted((one, other) => other - one))
    }
  })
})

describe('the value', () => {
  it('is raised once by each item worn', () => {
    expect(army && adjustedValue(80, army, [1, 1, 2])).toBe(95)
    expect(army && adjustedValue(null, army, [1])).toBeNull()
  })

  it('has the first risk level that includes it, else the highest, and none if missing', () => {
    expect(riskLevelOf(77.9, levels)?.name).toBe('Low')
    expect(riskLevelOf(78, levels)?.name).toBe('Moderate')
    expect(riskLevelOf(500, levels)?.name).toBe('Extreme')
    expect(riskLevelOf(null, levels)).toBeNull()
    expect(army && workPercentOf(null, army, 1)).toBeNull()
  })
})
