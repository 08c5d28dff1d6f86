import { makeTexts, offeredMakes } from './make-text.ts'
import { makeIds, makeOf } from '#domain/instruments/makes'
import { expect, test } from 'vitest'

test('offers each make once, the most common first', () => {
  const all = offeredMakes()
  expect(all.flatMap(({ makes }) => makes).toSorted()).toEqual([...makeIds].toSorted())
  expect(all[0]).toMatchObject({
    group: 'Sends data on its own',
    makes: ['ecowitt', 'ambient', 'wunderground', 'weewx', 'cumulusmx', 'home-assistant'],
  })
})

test.each(makeIds)('says which products %s is, in a sentence', id => {
  expect(makeTexts[id].products).toMatch(/^\S.*\.$/)
})

test.each(makeIds)('says where to find what %s needs', id => {
  const needed = makeOf(id).needs.filter(need => need !== 'mapping')
  expect(Object.keys(makeTexts[id].entered ?? {})).toEqual(needed)
})
