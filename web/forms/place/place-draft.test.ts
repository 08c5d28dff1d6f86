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

test('a click on a map says where a place is, and leaves it to a lookup to name it', () => {
  const clicked = pointAt(noPlace, click)
  expect(pointOf(clicked)).toEqual({ latitude: 35.12346, longitude: -97.98765 })
  expect(placeProblems(clicked)).toEqual({})
  expect(isNameless(clicked)).toBe(true)
  expect(isNameless(pointAt(choosePlace(noPlace, norman), click))).toBe(true)
})

test('words that were still searched for meant another place, and go', () => {
  const clicked = pointAt(typeAddress(noPlace, 'Tul'), click)
  expect(clicked.address).toBe('')
  expect(placeProblems(clicked)).toEqual({})
})
