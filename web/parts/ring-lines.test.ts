import { ringDash, ringDashInWidths } from './ring-lines.ts'
import { expect, test } from 'vitest'

test('no two rings have the same line, so that they differ without their color', () => {
  const lines = [1, 2, 3, 4].map(ring => ringDash(ring))
  expect(new Set(lines).size).toBe(4)
  expect(lines[0]).toBeUndefined()
})

test('a map draws the same strokes and gaps as a picture', () => {
  const lineWidth = 2.2
  for (const ring of [2, 3, 4]) {
    const drawn = ringDashInWidths(ring, lineWidth)?.map(widths => Math.round(widths * lineWidth * 1e6) / 1e6)
    expect(drawn?.join(' ')).toBe(ringDash(ring))
  }
  expect(ringDashInWidths(1, lineWidth)).toBeUndefined()
})
