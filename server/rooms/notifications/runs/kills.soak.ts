import { expect, test } from 'vitest'
import { killSenders } from './kills.testing.ts'

test('two hundred kills of the sender, at every step, with faulty providers', async () => {
  const report = await killSenders(200, 2026, killed => {
    if (killed % 20 === 0) process.stdout.write(`${killed} kills\n`)
  })
  process.stdout.write(`${JSON.stringify(report)}\n`)
  expect(report.kills).toBe(200)
})
