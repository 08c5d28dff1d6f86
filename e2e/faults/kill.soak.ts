import { expect, it } from 'vitest'
import { killInAStorm } from './kill.testing.ts'

it(
  'the same, 200 times',
  async () => {
    const report = await killInAStorm(200, Math.random)
    console.log(`killed in a storm: ${JSON.stringify(report)}`)
    expect(report.lost).toBe(0)
    expect(report.wrongStates).toEqual([])
    expect(report.longestReadyMs).toBeLessThan(10_000)
  },
  60 * 60_000,
)
