import { formatChoice, parseChoice } from './kept-choice.ts'
import { firstChoice, mapLayers, toggledLayer, type LayerChoice } from './layer-choice.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('restores any chosen layers after a reload', () => {
  const toggles = fc.array(fc.constantFrom(...mapLayers.map(({ layer }) => layer)), { maxLength: 20 })
  fc.assert(
    fc.property(toggles, layers => {
      const choice = layers.reduce<LayerChoice>(toggledLayer, firstChoice)
      expect(parseChoice(formatChoice(choice))).toEqual(choice)
    }),
  )
})

test.each(['future', 'extended'])('starts a visit in the past, not in a remembered %s', style => {
  const left = { layers: ['radar', 'nws-alerts'], style }
  expect(parseChoice(JSON.stringify(left))).toEqual({ layers: ['radar', 'nws-alerts'], style: 'past' })
})

test.each([
  ['nothing', null],
  ['no JSON', 'radar'],
  ['a layer that there is not', '{"layers":["clouds"],"style":"past"}'],
  ['radar and roads at once', '{"layers":["radar","road-conditions"],"style":"past"}'],
  ['roads of the past', '{"layers":["road-conditions"],"style":"past"}'],
])('uses the defaults for %s', (_, text) => {
  expect(parseChoice(text)).toEqual(firstChoice)
})
