import { isInPicture, milesScale, spotOf, trackOf } from './storm-picture.ts'
import { coming, seenStorm } from './storm.testing.ts'
import { ringReach } from '#web/screens/home/dashboard/lightning/ring-scale.ts'
import { expect, test } from 'vitest'

const { rings } = coming()

test('fits all rings and a storm outside them', () => {
  expect(26 * milesScale(rings, seenStorm({ distanceMiles: 5 }))).toBeCloseTo(ringReach)
  const far = seenStorm({ distanceMiles: 80 })
  const { x, y } = spotOf(far, milesScale(rings, far))
  expect(Math.hypot(x, y)).toBeLessThan(ringReach)
  expect(Math.hypot(x, y)).toBeGreaterThan(0.85 * ringReach)
})

test('draws north up, with a storm in the southwest at the lower left', () => {
  const { x, y } = spotOf(seenStorm({ bearingDegrees: 225, distanceMiles: 10 }), 1)
  expect(x).toBeCloseTo(-Math.SQRT1_2 * 10)
  expect(y).toBeCloseTo(Math.SQRT1_2 * 10)
})

test('draws a track one hour long, with a dot every 15 minutes', () => {
  const storm = seenStorm({ bearingDegrees: 180, distanceMiles: 30, speedMph: 40, headingDegrees: 0 })
  const track = trackOf(storm, 1)
  expect(track.map(({ y }) => y)).toEqual([20, 10, 0, -10].map(y => expect.closeTo(y)))
  expect(trackOf({ ...storm, headingDegrees: null }, 1)).toEqual([])
})

test('leaves out what is beyond the edge', () => {
  expect(isInPicture({ x: 125, y: -125 })).toBe(true)
  expect(isInPicture({ x: 0, y: 127 })).toBe(false)
})
