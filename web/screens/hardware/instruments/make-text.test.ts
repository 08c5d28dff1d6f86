import { makeTexts, offeredMakes } from './make-text.ts'
import { makeIds } from '#domain/instruments/makes'
import { expect, test } from 'vitest'

test('offers the makes whose way of receiving is built, and no empty group', () => {
  expect(offeredMakes(new Set(['upload']))).toEqual([
    { group: 'Sends by itself', makes: ['ecowitt', 'ambient', 'wunderground'] },
    { group: 'Anything else', makes: ['json'] },
  ])
})

test('offers each make once if every way is built', () => {
  const all = offeredMakes(new Set(['upload', 'mqtt', 'udp', 'poll', 'tcp'])).flatMap(({ makes }) => makes)
  expect(all.toSorted()).toEqual([...makeIds].toSorted())
})

test.each(makeIds)('says which products %s is, in a sentence', id => {
  expect(makeTexts[id].products).toMatch(/^\S.*\.$/)
})
