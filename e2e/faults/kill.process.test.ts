import { expect, it } from 'vitest'
import { killInAStorm } from './kill.testing.ts'

it('no acknowledged strike is lost and no delay ends when the server and the database are killed during a storm', async () => {
  const report = await killInAStorm(2, Math.random)
  console.log(`killed in a storm: ${JSON.stringify(report)}`)
  // A run without acknowledgments would prove nothing. The startup time is printed here, and checked against its
  // limit in the long run, which has the machine to itself.
  expect(report.acknowledged).toBeGreaterThan(report.kills)
  expect(report.lost).toBe(0)
  expect(report.wrongStates).toEqual([])
}, 120_000)
