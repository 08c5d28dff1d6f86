import { makeTexts, offeredMakes } from './make-text.ts'
import { makeIds } from '#domain/instruments/makes'
import { expect, test } from 'vitest'

test('offers each make once, the most common first', () => {
  const all = offeredMakes()
  expect(all.flatMap(({ makes }) => makes).toSorted()).toEqual([...makeIds].toSorted())
  expect(all[0]).toMatchObject({
    group: 'Sends by itself',
    makes: ['ecowitt', 'ambient', 'wunderground', 'weewx', 'cumulusmx', 'home-assistant'],
  })
})

test.each(makeIds)('says which products %s is, in a sentence', id => {
  expect(makeTexts[id].products).toMatch(/^\S.*\.$/)
})
