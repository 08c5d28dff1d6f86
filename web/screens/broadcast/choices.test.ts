import { firstChoices, formatChoices, parseChoices, type Choices } from './choices.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('what was chosen is found again', () => {
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

test('what was not chosen is as on the first day', () => {
  expect(parseChoices(null)).toEqual(firstChoices)
  expect(parseChoices('{"speed":"Fast"}')).toEqual({ ...firstChoices, speed: 'Fast' })
})

test.each(['', '{', '[]', 'null', '{"speed":"Warp"}', '{"layers":["nws-alerts"]}', '{"locationId":"x"}'])(
  '%s makes no sense and is left aside',
  text => expect(parseChoices(text)).toEqual(firstChoices),
)

test('whatever was kept, there are choices', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), text => {
      expect(Object.keys(parseChoices(text)).sort()).toEqual(Object.keys(firstChoices).sort())
    }),
  )
})
