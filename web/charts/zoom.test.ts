import { keptRange, zoomedIn, zoomedOut, zoomedTo } from './zoom.ts'
import { expect, test } from 'vitest'

const all = { from: 0, to: 24 }

test('halves the range around the picked slot when zooming in, and stays inside', () => {
  expect(zoomedIn(all, null, 24)).toEqual({ from: 6, to: 18 })
  expect(zoomedIn(all, 0, 24)).toEqual({ from: 0, to: 12 })
  expect(zoomedIn(all, 23, 24)).toEqual({ from: 12, to: 24 })
})

test('limits zooming in', () => {
  expect(zoomedIn({ from: 4, to: 7 }, 5, 24)).toEqual({ from: 4, to: 7 })
  expect(zoomedIn({ from: 0, to: 2 }, 1, 2)).toEqual({ from: 0, to: 2 })
})

test('doubles the range when zooming out, up to everything', () => {
  expect(zoomedOut({ from: 6, to: 12 }, null, 24)).toEqual({ from: 3, to: 15 })
  expect(zoomedOut({ from: 6, to: 22 }, 7, 24)).toEqual(all)
})

test('selects the dragged range in either direction', () => {
  expect(zoomedTo(3, 9, 24)).toEqual({ from: 3, to: 10 })
  expect(zoomedTo(9, 3, 24)).toEqual({ from: 3, to: 10 })
  expect(zoomedTo(23, 22, 24)).toEqual({ from: 21, to: 24 })
})

test('keeps a chosen range inside when there are fewer slots', () => {
  expect(keptRange(null, 24)).toEqual(all)
  expect(keptRange({ from: 20, to: 30 }, 24)).toEqual({ from: 14, to: 24 })
  expect(keptRange({ from: 20, to: 30 }, 7)).toEqual({ from: 0, to: 7 })
})
