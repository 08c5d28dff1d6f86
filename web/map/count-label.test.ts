import { countLabel } from './count-label.ts'
import { createExpression } from '@maplibre/maplibre-gl-style-spec'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const parsed = createExpression(countLabel, 'text-field')
function labelOf(count: number): unknown {
  if (parsed.result === 'error') throw new Error(parsed.value.map(({ message }) => message).join())
  return parsed.value.evaluate({ zoom: 8 }, { type: 'Point', properties: { count } })
}

test.each([
  [1, '1'],
  [999, '999'],
  [1000, '1K'],
  [1250, '1.2K'],
  [9999, '9.9K'],
  [13_400, '13K'],
  [999_999, '999K'],
  [2_500_000, '2.5M'],
  [7_000_000_000, '7B'],
])('labels %i strikes %s', (count, label) => expect(labelOf(count)).toBe(label))

test('never uses more than four characters', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 - 1 }), count => {
      expect(labelOf(count)).toMatch(/^\d[\d.]{0,2}[KMB]?$/)
    }),
  )
})
