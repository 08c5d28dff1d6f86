import { expect, it } from 'vitest'
import { killInAStorm } from './kill.testing.ts'

it(
  'no acknowledged strike is lost and no delay ends in 200 kills',
  async () => {
    const report = await killInAStorm(200, Math.random)
    console.log(`killed in a storm: ${JSON.stringify(report)}`)
    expect(report.lost).toBe(0)
    expect(report.wrongStates).toEqual([])
    expect(report.longestReadyMs).toBeLessThan(10_000)
  },
  60 * 60_000,
)
