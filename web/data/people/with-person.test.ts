import { person } from './person.testing.ts'
import { withGroupName, withPerson, withPlaces } from './with-person.ts'
import { expect, test } from 'vitest'

const ada = person({ id: 'a', fullName: 'Ada' })
const bea = person({ id: 'b', fullName: 'Bea' })

test('keeps an edited person in their place and appends a new one', () => {
  const renamed = { ...ada, fullName: 'Ada Byron' }
  expect(withPerson([ada, bea], renamed)).toEqual([renamed, bea])
  expect(withPerson([ada], bea)).toEqual([ada, bea])
})

test('alerts a person for the places they were given', () => {
  const placeless = { ...ada, hasLocations: false }
  expect(withPlaces([placeless, bea], 'a', [7])).toEqual([
    { ...placeless, orgLocations: [7], hasLocations: true },
    bea,
  ])
  // The person may have a location of their own.
  expect(withPlaces([ada], 'a', [])[0]?.hasLocations).toBe(true)
})

test('renames a group for each of its people', () => {
  const elsewhere = person({ id: 'c', siteId: 9, siteName: 'Pool' })
  expect(withGroupName([ada, elsewhere], 2, 'Sports').map(({ siteName }) => siteName)).toEqual([
    'Sports',
    'Pool',
  ])
})
