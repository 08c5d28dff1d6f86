import { expect, it } from 'vitest'
import { attackDoors } from './closed-doors.testing.ts'

it('opens no door to an intruder, shows nothing of another organization, and keeps serving', async () => {
  const { faults, slowestMs, replies } = await attackDoors(20_261_118, 1) // `npm run soak -- doors` tests many seeds
  expect(faults).toEqual([])
  expect(replies).toBeGreaterThan(10)
  expect(slowestMs).toBeLessThan(5000)
}, 120_000)
