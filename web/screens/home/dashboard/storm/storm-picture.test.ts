import { isInPicture, milesScale, spotOf, trackOf } from './storm-picture.ts'
import { coming, seenStorm } from './storm.testing.ts'
import { reach } from '#web/screens/home/dashboard/lightning/ring-scale.ts'
import { expect, test } from 'vitest'

const { rings } = coming()

test('all rings fit, and so does a storm outside of them', () => {
  expect(26 * milesScale(rings, seenStorm({ distanceMiles: 5 }))).toBeCloseTo(reach)
  const far = seenStorm({ distanceMiles: 80 })
  const { x, y } = spotOf(far, milesScale(rings, far))
  expect(Math.hypot(x, y)).toBeLessThan(reach)
  expect(Math.hypot(x, y)).toBeGreaterThan(0.85 * reach)
})

test('north is up: a storm in the southwest is left and below', () => {
  const { x, y } = spotOf(seenStorm({ bearingDegrees: 225, distanceMiles: 10 }), 1)
  expect(x).toBeCloseTo(-Math.SQRT1_2 * 10)
  expect(y).toBeCloseTo(Math.SQRT1_2 * 10)
})

test('the track has a dot for every quarter of an hour, an hour of its speed long', () => {
  const storm = seenStorm({ bearingDegrees: 180, distanceMiles: 30, speedMph: 40, headingDegrees: 0 })
  const track = trackOf(storm, 1)
  expect(track.map(({ y }) => y)).toEqual([20, 10, 0, -10].map(y => expect.closeTo(y)))
  expect(trackOf({ ...storm, headingDegrees: null }, 1)).toEqual([])
})

test('what lies beyond the edge is not in the picture', () => {
  expect(isInPicture({ x: 125, y: -125 })).toBe(true)
  expect(isInPicture({ x: 0, y: 127 })).toBe(false)
})
