import { addressChoices, exactlyNamed, searchWords } from './address-choices.ts'
import { expect, test } from 'vitest'

const town = (address: string, latitude = 1) => ({ name: address, address, latitude, longitude: 2 })
const norman = town('Norman, OK')

test('until the search has answered there is nothing to choose', () => {
  expect(addressChoices({ found: undefined, nearest: 'near', placeIsChosen: true })).toEqual([])
})

test('places that were found come first; chosen coordinates may be kept under the typed words', () => {
  const found = [norman]
  expect(addressChoices({ found, nearest: undefined, placeIsChosen: false })).toEqual([
    { kind: 'found', place: norman },
  ])
  expect(addressChoices({ found, nearest: 'near', placeIsChosen: true }).map(({ kind }) => kind)).toEqual([
    'found',
    'as-typed',
  ])
})

test.each([[[]], [null]])('if the search answers %j, what is near the coordinates is offered', found => {
  expect(addressChoices({ found, nearest: '2 mi N of Norman, OK', placeIsChosen: false })).toEqual([
    { kind: 'nearest', description: '2 mi N of Norman, OK' },
  ])
  expect(addressChoices({ found, nearest: undefined, placeIsChosen: false })).toEqual([])
})

test('an address that was typed in full names its place, unless there are two of it', () => {
  expect(exactlyNamed(' norman, ok ', [town('Normandy, TN'), norman])).toBe(norman)
  expect(exactlyNamed('Norman, OK', [norman, town('Norman, OK', 5)])).toBeUndefined()
  expect(exactlyNamed('Norman', [norman])).toBeUndefined()
})

test('what the search did is said', () => {
  expect(searchWords('Nor', undefined)).toBe('Searching…')
  expect(searchWords('Nor', null)).toBe('Address search is not responding.')
  expect(searchWords(' Nor ', [])).toBe('No place found for “Nor”.')
  expect(searchWords('Nor', [norman])).toBe('1 place found')
  expect(searchWords('Nor', [norman, norman])).toBe('2 places found')
})
