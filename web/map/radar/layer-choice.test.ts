import { firstChoice, isPlayed, mapLayers, toggledLayer, type LayerChoice } from './layer-choice.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const roads = toggledLayer(firstChoice, 'road-conditions')

test('radar and lightning are on at first, and the past is shown', () => {
  expect(firstChoice).toEqual({ layers: ['radar', 'lightning'], style: 'past' })
})

test('road conditions take the place of radar, and show what is expected', () => {
  expect(roads).toEqual({ layers: ['lightning', 'road-conditions'], style: 'future-road-conditions' })
})

test('radar takes the place of road conditions, and shows the past', () => {
  expect(toggledLayer(roads, 'radar')).toEqual({ layers: ['lightning', 'radar'], style: 'past' })
})

test('other layers leave the radar and its style alone', () => {
  const future: LayerChoice = { layers: ['radar'], style: 'future' }
  expect(toggledLayer(future, 'nws-alerts')).toEqual({ layers: ['radar', 'nws-alerts'], style: 'future' })
})

test('with neither radar nor roads nothing is played', () => {
  expect(isPlayed(firstChoice)).toBe(true)
  expect(isPlayed(roads)).toBe(true)
  expect(isPlayed(toggledLayer(firstChoice, 'radar'))).toBe(false)
})

test('whatever is turned on and off, radar and roads are never on together, and the style fits', () => {
  const layer = fc.constantFrom(...mapLayers.map(each => each.layer))
  fc.assert(
    fc.property(fc.array(layer), toggles => {
      const { layers, style } = toggles.reduce(toggledLayer, firstChoice)
      expect(new Set(layers).size).toBe(layers.length)
      expect(layers.includes('radar') && layers.includes('road-conditions')).toBe(false)
      if (layers.includes('radar')) expect(style).not.toBe('future-road-conditions')
      if (layers.includes('road-conditions')) expect(style).toBe('future-road-conditions')
    }),
  )
})
