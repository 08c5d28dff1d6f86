import { ringDash, ringDashInWidths } from './ring-lines.ts'
import { expect, test } from 'vitest'

test('gives every ring a different line, so rings are distinguishable without color', () => {
  const lines = [1, 2, 3, 4].map(ring => ringDash(ring))
  expect(new Set(lines).size).toBe(4)
  expect(lines[0]).toBeUndefined()
})

test('uses the same dashes on maps as in pictures', () => {
  const lineWidth = 2.2
  for (const ring of [2, 3, 4]) {
    const drawn = ringDashInWidths(ring, lineWidth)?.map(widths => Math.round(widths * lineWidth * 1e6) / 1e6)
    expect(drawn?.join(' ')).toBe(ringDash(ring))
  }
  expect(ringDashInWidths(1, lineWidth)).toBeUndefined()
})
