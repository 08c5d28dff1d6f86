import { expect, test } from 'vitest'
import { restartDatabase } from './outside-database.testing.ts'

test('a hundred restarts of an external PostgreSQL under load', async () => {
  const { succeeded, logBytes } = await restartDatabase(100)
  expect(succeeded).toBeGreaterThan(1000)
  expect(logBytes).toBeLessThan(5_000_000)
})
