import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Source } from '#domain/policies/source'
import type { Measured } from '#domain/policies/warning'
import { raisedBy } from './own-sensor.ts'

const seen = (kind: 'fresh' | 'stale', value: number, name: string): Measured => {
  const source: Source = { id: name, name, kind: 'station', latitude: 35, longitude: -97 }
  return { kind, value, observedMs: 0, source }
}
const missing: Measured = { kind: 'missing', because: 'Too few of the last hours are known' }
const [official, old] = [seen('fresh', 80, 'Official'), seen('stale', 80, 'Official')]

describe('an index with an own sensor', () => {
  it.each([
    ['the higher own one', official, seen('fresh', 120, 'Own'), 'Own'],
    ['the higher official one', official, seen('fresh', 40, 'Own'), 'Official'],
    ['the official one of two equal ones', official, seen('fresh', 80, 'Own'), 'Official'],
    ['the official one if the own is old', official, seen('stale', 120, 'Own'), 'Official'],
    ['the higher own one if the official is old', old, seen('fresh', 120, 'Own'), 'Own'],
    ['the old official one if it is higher', old, seen('fresh', 40, 'Own'), 'Official'],
    ['the own one without an official', undefined, seen('fresh', 40, 'Own'), 'Own'],
    ['the own one if the official is missing', missing, seen('fresh', 40, 'Own'), 'Own'],
    ['an old own one if there is no other', undefined, seen('stale', 40, 'Own'), 'Own'],
  ] as const)('is %s', (_, from, own, name) => {
    expect(raisedBy(from, own)).toMatchObject({ source: { name } })
  })
  it('is what it was without one', () => {
    expect(raisedBy(official, null)).toBe(official)
    expect(raisedBy(official, missing)).toBe(official)
    expect(raisedBy(undefined, missing)).toBeUndefined()
    expect(raisedBy(undefined, null)).toBeUndefined()
    expect(raisedBy(missing, missing)).toBe(missing)
  })
  it('is never lower than the official one', () => {
    const any = fc.record({ kind: fc.constantFrom('fresh' as const, 'stale' as const), value: fc.nat(600) })
    fc.assert(
      fc.property(any, any, (from, own) => {
        const raised = raisedBy(seen(from.kind, from.value, 'Official'), seen(own.kind, own.value, 'Own'))
        if (raised === undefined || raised.kind === 'missing') throw new Error('The official value is gone')
        expect(raised.value).toBeGreaterThanOrEqual(from.value)
        if (own.kind === 'fresh') expect(raised.value).toBe(Math.max(from.value, own.value))
      }),
    )
  })
})
