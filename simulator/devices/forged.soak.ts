import { expect, test } from 'vitest'
import { attack } from './forged.testing.ts'

test('of 1,000,000 forged, replayed, reordered, expired or misdirected commands none is obeyed', async () => {
  const report = await attack(1_000_000)
  process.stdout.write(`${JSON.stringify(report)}\n`)
  expect(report.accepted).toBe(0)
})
