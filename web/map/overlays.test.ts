import { withOverlays } from './overlays.ts'
import type { StyleSpecification } from 'maplibre-gl'
import { expect, test } from 'vitest'

const empty = { type: 'geojson', data: '/nothing.json' } as const

function styleOf(sources: readonly string[], layers: readonly [string, string][]): StyleSpecification {
  return {
    version: 8,
    sources: Object.fromEntries(sources.map(id => [id, empty])),
    layers: layers.map(([id, source]) => ({ id, type: 'line', source })),
  }
}

test('another base map keeps what lies on it, in its order, and nothing of the one before', () => {
  const before = styleOf(
    ['base', 'over/rings', 'over/strikes'],
    [
      ['light land', 'base'],
      ['over/rings/line', 'over/rings'],
      ['over/strikes/dot', 'over/strikes'],
    ],
  )
  const after = withOverlays(before, styleOf(['base'], [['dark land', 'base']]))
  expect(after.layers.map(({ id }) => id)).toEqual(['dark land', 'over/rings/line', 'over/strikes/dot'])
  expect(Object.keys(after.sources)).toEqual(['base', 'over/rings', 'over/strikes'])
})

test('pictures lie below the names of the base map, also of another one', () => {
  const name = { id: 'towns', type: 'symbol', source: 'base' } as const
  const before = styleOf(
    ['base', 'over/radar', 'over/rings'],
    [
      ['light land', 'base'],
      ['over/radar/picture', 'over/radar'],
      ['over/rings/line', 'over/rings'],
    ],
  )
  const dark = styleOf(['base'], [['dark land', 'base']])
  const after = withOverlays(before, { ...dark, layers: [...dark.layers, name] })
  expect(after.layers.map(({ id }) => id)).toEqual([
    'dark land',
    'over/radar/picture',
    'towns',
    'over/rings/line',
  ])
})

test('the first base map is taken as it is', () => {
  const first = styleOf(['base'], [['land', 'base']])
  expect(withOverlays(undefined, first)).toEqual(first)
})
