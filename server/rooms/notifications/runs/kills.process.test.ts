import { expect, test } from 'vitest'
import { killSenders } from './kills.testing.ts'

test('five kills of the sender, one at each step, and everyone is notified once and gets the end', async () => {
  const report = await killSenders(5, 7)
  expect(Object.values(report.killsAt)).toEqual([1, 1, 1, 1, 1])
  expect(report.messages).toBeGreaterThan(10)
}, 180_000)
