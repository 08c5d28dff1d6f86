import {
  choosePlace,
  isNameless,
  noPlace,
  placeProblems,
  pointAt,
  pointOf,
  typeAddress,
} from './place-draft.ts'
import { expect, test } from 'vitest'

const click = { latitude: 35.123456789, longitude: -97.987654321 }
const norman = { name: 'Norman', address: 'Norman, OK', latitude: 35.22257, longitude: -97.43948 }

test('sets the position from a click on a map, and leaves the name to a lookup', () => {
  const clicked = pointAt(noPlace, click)
  expect(pointOf(clicked)).toEqual({ latitude: 35.12346, longitude: -97.98765 })
  expect(placeProblems(clicked)).toEqual({})
  expect(isNameless(clicked)).toBe(true)
  expect(isNameless(pointAt(choosePlace(noPlace, norman), click))).toBe(true)
})

test('drops text that was still being searched for, because it meant another place', () => {
  const clicked = pointAt(typeAddress(noPlace, 'Tul'), click)
  expect(clicked.address).toBe('')
  expect(placeProblems(clicked)).toEqual({})
})
