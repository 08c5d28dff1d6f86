import { expect, test } from 'vitest'
import { restartDatabase } from '#server/house/outside-database.testing'

test('three restarts and crashes of an outside PostgreSQL under load: one process lives through them, and is ready after each', async () => {
  const { succeeded, logBytes } = await restartDatabase(3)
  expect(succeeded).toBeGreaterThan(10)
  expect(logBytes).toBeLessThan(500_000)
}, 600_000)
