import { expect, test } from 'vitest'
import { restartDatabase } from './outside-database.testing.ts'

test('one process survives three restarts and crashes of an external PostgreSQL under load, and is ready after each', async () => {
  const { succeeded, logBytes } = await restartDatabase(3)
  expect(succeeded).toBeGreaterThan(10)
  expect(logBytes).toBeLessThan(500_000)
}, 600_000)
