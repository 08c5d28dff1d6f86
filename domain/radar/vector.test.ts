import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound, misses, ofGroups, readCases } from '#domain/cases.testing'
import { vectorCases } from './vector-cases.testing.ts'
import { directionTo, speedOf, vectorFrom, vectorTo } from './vector.ts'

const cases = readCases('storm_motion', vectorCases)

describe('the reference cases', () => {
  test.each(ofGroups(cases, 'vector'))('$id', one => {
    const vector = { east: one.input.u, north: one.input.v }
    const found = {
      speed: speedOf(vector),
      directionFromDeg: directionTo({ east: -vector.east, north: -vector.north }),
      directionToDeg: directionTo(vector),
    }
    expect(misses(one, found)).toEqual([])
  })

  test.each(ofGroups(cases, 'components'))('$id', one => {
    const vector = vectorFrom(one.input.speed, one.input.directionFromDeg)
    expect(misses(one, { u: vector?.east, v: vector?.north })).toEqual([])
  })
})

test('uses 360 for north and 0 for no motion', () => {
  expect(directionTo({ east: 0, north: 5 })).toBe(360)
  expect(directionTo({ east: -0, north: 0 })).toBe(0)
})

test('the direction of travel is opposite to the direction of origin', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 360 }), (speed, degrees) => {
      const vector = vectorTo(speed, degrees)
      expect(vector).not.toBeNull()
      if (vector === null) return
      expect(speedOf(vector)).toBeCloseTo(speed, 9)
      expect(directionTo(vector)).toBeCloseTo(degrees, 9)
      expect(vectorFrom(speed, degrees > 180 ? degrees - 180 : degrees + 180)?.east).toBeCloseTo(
        vector.east,
        9,
      )
    }),
  )
})

test('is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.double())
  fc.assert(
    fc.property(any, any, (one, other) => {
      const vector = { east: one as number, north: other as number }
      return isSound([vectorFrom(one, other), vectorTo(one, other), directionTo(vector)])
    }),
  )
  expect(vectorFrom(-1, 0)).toBeNull()
  expect(speedOf({ east: NaN, north: 0 })).toBeNull()
})
