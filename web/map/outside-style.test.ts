import { fontFaces } from './fonts.ts'
import { isOfDocument, outsideStyle } from './outside-style.ts'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const roads = { type: 'vector', tiles: ['https://tiles.example.org/{z}/{x}/{y}.pbf'] }
const document = {
  version: 8,
  name: 'Streets',
  center: [8, 47],
  pitch: 60,
  terrain: { source: 'roads' },
  glyphs: 'https://fonts.example.org/{fontstack}/{range}.pbf',
  'font-faces': {
    'Noto Sans Medium': 'https://fonts.example.org/theirs.ttf',
    Theirs: 'https://x.test/a.ttf',
  },
  sources: { roads, 'over/rings': roads },
  layers: [
    { id: 'background', type: 'background', paint: { 'background-color': '#123456' } },
    { id: 'name', type: 'symbol', source: 'roads', 'source-layer': 'names' },
    { id: 'over/rings/line', type: 'line', source: 'over/rings', 'source-layer': 'roads' },
  ],
}

test('converts a document to a base map that MapLibre can draw', () => {
  const style = outsideStyle('light', document)
  expect(style && validateStyleMin(style)).toEqual([])
})

test('keeps its sources and layers apart from ours and from another document’s', () => {
  const [light, dark] = [outsideStyle('light', document), outsideStyle('dark', document)]
  const namesOf = (style: typeof light) => [
    ...Object.keys(style?.sources ?? {}),
    ...(style?.layers ?? []).map(({ id }) => id),
  ]
  expect(namesOf(light).every(isOfDocument)).toBe(true)
  expect(namesOf(light).filter(name => namesOf(dark).includes(name))).toEqual([])
})

test('puts its names last, so images are above everything else', () => {
  const types = outsideStyle('light', document)?.layers.map(({ type }) => type)
  expect(types).toEqual(['background', 'line', 'symbol'])
})

test('keeps our glyphs and theirs', () => {
  const faces = outsideStyle('light', document)?.['font-faces']
  expect(faces).toEqual({ ...fontFaces, Theirs: 'https://x.test/a.ttf' })
})

test('drops everything that would move the map', () => {
  expect(Object.keys(outsideStyle('light', document) ?? {}).sort()).toEqual(
    ['version', 'sources', 'glyphs', 'font-faces', 'layers'].sort(),
  )
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['a list', []],
  ['words', 'style'],
  ['another version', { ...document, version: 7 }],
  ['no layers', { ...document, layers: {} }],
  ['a layer that is none', { ...document, layers: [null] }],
  ['a layer without a name', { ...document, layers: [{ type: 'line' }] }],
  ['no sources', { ...document, sources: undefined }],
])('rejects %s as a style document', (_, given) => expect(outsideStyle('light', given)).toBeNull())

test('accepts or rejects any input without throwing', () => {
  const anything = fc.anything()
  const nearly = fc.record({
    version: fc.constant(8),
    sources: fc.dictionary(fc.string(), anything),
    layers: fc.array(fc.record({ id: fc.string(), type: fc.string(), source: fc.string() })),
  })
  fc.assert(
    fc.property(fc.oneof(anything, nearly), given => {
      const style = outsideStyle('dark', given)
      for (const { id } of style?.layers ?? []) expect(isOfDocument(id)).toBe(true)
    }),
  )
})
