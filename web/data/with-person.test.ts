import { person } from './person.testing.ts'
import { withGroupName, withPerson, withPlaces } from './with-person.ts'
import { expect, test } from 'vitest'

const ada = person({ id: 'a', fullName: 'Ada' })
const bea = person({ id: 'b', fullName: 'Bea' })

test('whoever was changed stands in their old place, and a new person at the end', () => {
  const renamed = { ...ada, fullName: 'Ada Byron' }
  expect(withPerson([ada, bea], renamed)).toEqual([renamed, bea])
  expect(withPerson([ada], bea)).toEqual([ada, bea])
})

test('places that were given are those that a person is alerted for', () => {
  const placeless = { ...ada, hasLocations: false }
  expect(withPlaces([placeless, bea], 'a', [7])).toEqual([
    { ...placeless, orgLocations: [7], hasLocations: true },
    bea,
  ])
  // They may have a location of their own.
  expect(withPlaces([ada], 'a', [])[0]?.hasLocations).toBe(true)
})

test('a group that was renamed is renamed for each of its people', () => {
  const elsewhere = person({ id: 'c', siteId: 9, siteName: 'Pool' })
  expect(withGroupName([ada, elsewhere], 2, 'Sports').map(({ siteName }) => siteName)).toEqual([
    'Sports',
    'Pool',
  ])
})
