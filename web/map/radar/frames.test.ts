import { framesOf } from './frames.ts'
import { expect, test } from 'vitest'

const early = '/api/radar/past?key=k&TIME=2026-11-15T09:50:00Z&origin=observed'
const late = '/api/radar/past?key=k&TIME=2026-11-15T10%3A00%3A00.000Z&origin=nowcast'

test('reads an image’s time and origin from its URL', () => {
  expect(framesOf([early, late])).toEqual([
    { address: early, timeMs: Date.UTC(2026, 10, 15, 9, 50), origin: 'observed' },
    { address: late, timeMs: Date.UTC(2026, 10, 15, 10), origin: 'nowcast' },
  ])
})

test('sorts frames by time', () => {
  expect(framesOf([late, early]).map(({ address }) => address)).toEqual([early, late])
})

test.each([
  '/api/radar?origin=observed',
  '/api/radar?TIME=soon&origin=observed',
  '/api/radar?TIME=2026-11-15T10:00Z',
])('skips %s, which lacks required information', address => expect(framesOf([address])).toEqual([]))
