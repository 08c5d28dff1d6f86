import { firstChoices, formatChoices, parseChoices, type Choices } from './choices.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('restores stored choices', () => {
  const chosen: Choices = {
    locationId: 7,
    isAll: true,
    radar: 'future',
    speed: 'Very Fast',
    mapStyle: 'satellite',
    layers: ['storm-vectors', 'radar'],
    isFolded: true,
  }
  expect(parseChoices(formatChoices(chosen))).toEqual(chosen)
})

test('uses the defaults for anything not chosen', () => {
  expect(parseChoices(null)).toEqual(firstChoices)
  expect(parseChoices('{"speed":"Fast"}')).toEqual({ ...firstChoices, speed: 'Fast' })
})

test.each(['', '{', '[]', 'null', '{"speed":"Warp"}', '{"layers":["nws-alerts"]}', '{"locationId":"x"}'])(
  'ignores the invalid value %s',
  text => expect(parseChoices(text)).toEqual(firstChoices),
)

test('always returns choices, whatever is stored', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), text => {
      expect(Object.keys(parseChoices(text)).sort()).toEqual(Object.keys(firstChoices).sort())
    }),
  )
})
