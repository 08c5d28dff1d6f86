import { placeBeside } from './place-beside.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const popup = { width: 320, height: 400 }
const desk = { width: 1000, height: 600 }

test('goes above the point if there is room, otherwise below it or to its side', () => {
  expect(placeBeside({ x: 500, y: 550 }, popup, desk)).toEqual({ left: 340, top: 136, maxHeight: null })
  expect(placeBeside({ x: 500, y: 100 }, popup, desk)).toEqual({ left: 340, top: 114, maxHeight: null })
  expect(placeBeside({ x: 500, y: 300 }, popup, desk)).toEqual({ left: 514, top: 100, maxHeight: null })
  expect(placeBeside({ x: 900, y: 300 }, popup, desk)).toEqual({ left: 566, top: 100, maxHeight: null })
})

test('shrinks on a phone and goes where there is more room', () => {
  const phone = { width: 390, height: 600 }
  expect(placeBeside({ x: 195, y: 320 }, popup, phone)).toEqual({ left: 35, top: 8, maxHeight: 298 })
  expect(placeBeside({ x: 195, y: 280 }, popup, phone)).toEqual({ left: 35, top: 294, maxHeight: 298 })
})

test('keeps clear of the buttons on both sides of the map', () => {
  const sidePx = 60
  expect(placeBeside({ x: 20, y: 550 }, popup, desk, sidePx).left).toBe(60)
  expect(placeBeside({ x: 980, y: 550 }, popup, desk, sidePx).left).toBe(1000 - 320 - 60)
  const phone = { width: 390, height: 600 }
  const small = { width: 270, height: 400 }
  expect(placeBeside({ x: 195, y: 320 }, small, phone, sidePx)).toEqual({ left: 60, top: 8, maxHeight: 298 })
})

test('stays on the map and never hides the point', () => {
  const side = fc.integer({ min: popup.height + 16, max: 2000 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(side, side, share, share, (width, height, east, south) => {
      const point = { x: east * width, y: south * height }
      const placed = placeBeside(point, popup, { width, height })
      const bottom = placed.top + (placed.maxHeight ?? popup.height)
      const right = placed.left + popup.width
      expect(placed.left).toBeGreaterThanOrEqual(0)
      expect(placed.top).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
      expect(bottom).toBeLessThanOrEqual(height)
      const isHidden = point.x > placed.left && point.x < right && point.y > placed.top && point.y < bottom
      expect(isHidden).toBe(false)
    }),
  )
})
