import { cardSpans } from './spans.ts'
import { expect, test } from 'vitest'

const both = [true, false]
const cases = both.flatMap(heat =>
  both.flatMap(air => both.flatMap(timeline => both.map(camera => ({ heat, air, timeline, camera })))),
)

test.each(cases)('%j: places every present card and fills every row', present => {
  const spans = cardSpans(present)
  const names = spans.map(({ card }) => card)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(['conditions', 'image']))
  for (const name of ['heat', 'air', 'timeline'] as const) expect(names.includes(name)).toBe(present[name])
  if (!present.camera) expect(spans.at(-1)).toEqual({ card: 'image', wide: 24, middle: 24 })
  for (const width of ['wide', 'middle'] as const) {
    let column = 0
    for (const span of spans) {
      column += span[width]
      expect(column).toBeLessThanOrEqual(24)
      if (column === 24) column = 0
    }
    expect(column).toBe(0)
  }
})
