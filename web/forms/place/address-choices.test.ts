import { addressChoices, exactlyNamed, searchWords } from './address-choices.ts'
import { expect, test } from 'vitest'

const town = (address: string, latitude = 1) => ({ name: address, address, latitude, longitude: 2 })
const norman = town('Norman, OK')

test('offers nothing until the search has responded', () => {
  expect(addressChoices({ found: undefined, nearest: 'near', placeIsChosen: true })).toEqual([])
})

test('lists found places first, and allows keeping chosen coordinates under the typed text', () => {
  const found = [norman]
  expect(addressChoices({ found, nearest: undefined, placeIsChosen: false })).toEqual([
    { kind: 'found', place: norman },
  ])
  expect(addressChoices({ found, nearest: 'near', placeIsChosen: true }).map(({ kind }) => kind)).toEqual([
    'found',
    'as-typed',
  ])
})

test.each([[[]], [null]])('offers what is near the coordinates if the search returns %j', found => {
  expect(addressChoices({ found, nearest: '2 mi N of Norman, OK', placeIsChosen: false })).toEqual([
    { kind: 'nearest', description: '2 mi N of Norman, OK' },
  ])
  expect(addressChoices({ found, nearest: undefined, placeIsChosen: false })).toEqual([])
})

test('matches a fully typed address to its place, unless there are two', () => {
  expect(exactlyNamed(' norman, ok ', [town('Normandy, TN'), norman])).toBe(norman)
  expect(exactlyNamed('Norman, OK', [norman, town('Norman, OK', 5)])).toBeUndefined()
  expect(exactlyNamed('Norman', [norman])).toBeUndefined()
})

test('describes the search result', () => {
  expect(searchWords('Nor', undefined)).toBe('Searching…')
  expect(searchWords('Nor', null)).toBe('Address search is not responding.')
  expect(searchWords(' Nor ', [])).toBe('No place found for “Nor”.')
  expect(searchWords('Nor', [norman])).toBe('1 place found')
  expect(searchWords('Nor', [norman, norman])).toBe('2 places found')
})
