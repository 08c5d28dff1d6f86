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

test('keeps the overlays in order on another base map, and nothing of the previous one', () => {
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

test('keeps images below the base map’s names, also after a change', () => {
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

test('takes the first base map as it is', () => {
  const first = styleOf(['base'], [['land', 'base']])
  expect(withOverlays(undefined, first)).toEqual(first)
})
