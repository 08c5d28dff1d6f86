import { describe, expect, test } from 'vitest'
import { featureFlags, flagsOf, isPermission, permissions } from './permissions.ts'

describe('permissions and feature flags', () => {
  test('each is listed once', () => {
    expect(new Set(permissions).size).toBe(permissions.length)
    expect(new Set(featureFlags.map(flag => flag.number)).size).toBe(featureFlags.length)
    expect(new Set(featureFlags.map(flag => flag.grants)).size).toBe(featureFlags.length)
  })

  test('matches the name of a permission exactly', () => {
    expect(isPermission('pa.full_access')).toBe(true)
    expect(isPermission('PA.full_access')).toBe(false)
    expect(isPermission('constructor')).toBe(false)
  })

  test('derives flags from what was granted; permissions without a flag have none', () => {
    expect(flagsOf(['widget.access', 'met.support', 'mesonet.access'])).toEqual([2, 7])
    expect(flagsOf([])).toEqual([])
  })
})
