import { firstChoice, isPlayed, mapLayers, toggledLayer, type LayerChoice } from './layer-choice.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const roads = toggledLayer(firstChoice, 'road-conditions')

test('starts with radar and lightning on, in the past', () => {
  expect(firstChoice).toEqual({ layers: ['radar', 'lightning'], style: 'past' })
})

test('replaces radar with road conditions and shows the forecast', () => {
  expect(roads).toEqual({ layers: ['lightning', 'road-conditions'], style: 'future-road-conditions' })
})

test('replaces road conditions with radar and shows the past', () => {
  expect(toggledLayer(roads, 'radar')).toEqual({ layers: ['lightning', 'radar'], style: 'past' })
})

test('leaves radar and its style alone for other layers', () => {
  const future: LayerChoice = { layers: ['radar'], style: 'future' }
  expect(toggledLayer(future, 'nws-alerts')).toEqual({ layers: ['radar', 'nws-alerts'], style: 'future' })
})

test('plays nothing without radar and roads', () => {
  expect(isPlayed(firstChoice)).toBe(true)
  expect(isPlayed(roads)).toBe(true)
  expect(isPlayed(toggledLayer(firstChoice, 'radar'))).toBe(false)
})

test('never has radar and roads on together, and always a matching style', () => {
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
