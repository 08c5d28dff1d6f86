import { expect, test } from 'vitest'
import { attack } from './forged.testing.ts'

test.each(['own clock', 'sessions'] as const)(
  'none of 1,000,000 forged, replayed, reordered, expired, retained or misdirected commands is obeyed (by %s)',
  async by => {
    const report = await attack(1_000_000, by)
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(report.accepted).toBe(0)
  },
)
