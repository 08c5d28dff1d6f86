import { afterAll, expect, it } from 'vitest'
import { openSimulation, simulate } from './simulation.testing.ts'
import { leaseMs } from '#server/rooms/lightning/statements'

const { store, customerId } = await openSimulation()
afterAll(() => store.close())

it.each(Array.from({ length: 500 }, (_, index) => [index + 1, 1 + (index % 4)] as const))(
  'no screen shows a false All Clear, whatever breaks (seed %d, %d processes)',
  async (seed, processes) => {
    const startMs = Date.UTC(2026, 6, 1, seed)
    const report = await simulate({ db: store.db, customerId, seed, processes, startMs, minutes: 45 })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(report.falseClears).toEqual([])
    expect(report.faultsInRecords).toEqual([])
    expect(report.longestStaleSeconds).toBeLessThanOrEqual(leaseMs / 1000)
  },
  1_200_000, // a run left over would interfere with the next, which uses the same database
)
