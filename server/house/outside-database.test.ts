import { expect, test } from 'vitest'
import { restartDatabase } from '#server/house/outside-database.testing'

test('an outside PostgreSQL that is restarted and one that crashes, under load: one process lives through both, and is ready after each', async () => {
  const { succeeded, logBytes } = await restartDatabase(2)
  expect(succeeded).toBeGreaterThan(10)
  expect(logBytes).toBeLessThan(500_000)
}, 600_000)
