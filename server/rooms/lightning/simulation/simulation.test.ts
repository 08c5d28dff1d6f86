import { afterAll, expect, it } from 'vitest'
import { openSimulation, simulate } from './simulation.testing.ts'
import { leaseMs } from '#server/rooms/lightning/statements'

const { store, customerId } = await openSimulation()
afterAll(() => store.close())

// Within this many minutes, these seeds catch a proof that lacks its beginning, the easiest mistake to make. The soak
// runs more seeds for longer.
it.each([
  [11, 1],
  [2, 3],
])(
  'no screen shows a false All Clear, whatever breaks (seed %d, %d processes)',
  async (seed, processes) => {
    const startMs = Date.UTC(2026, 6, 1, seed)
    const report = await simulate({ db: store.db, customerId, seed, processes, startMs, minutes: 25 })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(report.falseClears).toEqual([])
    expect(report.faultsInRecords).toEqual([])
    expect(report.longestStaleSeconds).toBeLessThanOrEqual(leaseMs / 1000)
    // A run in which nothing happens proves nothing.
    expect(report.greenSeen).toBeGreaterThan(100)
    expect(report.delaySeen).toBeGreaterThan(100)
    expect(report.crashes + report.gaps).toBeGreaterThan(0)
  },
  600_000, // guards against a hanging run; a busy machine takes minutes
)
