import { expect, it } from 'vitest'
import { killInAStorm } from './kill.testing.ts'

it('nothing acknowledged is lost and no delay ends, when server and database are killed in a storm', async () => {
  const report = await killInAStorm(5, Math.random)
  console.log(`killed in a storm: ${JSON.stringify(report)}`)
  expect(report.acknowledged).toBeGreaterThan(20)
  expect(report.lost).toBe(0)
  expect(report.wrongStates).toEqual([])
  expect(report.longestReadyMs).toBeLessThan(10_000)
}, 120_000)
