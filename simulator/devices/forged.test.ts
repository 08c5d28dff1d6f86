import { expect, test } from 'vitest'
import { attack } from './forged.testing.ts'

test.each(['own clock', 'sessions'] as const)(
  'none of 5,000 forged, replayed, reordered, expired, retained or misdirected commands is obeyed (by %s)',
  async by => {
    const { accepted, counts } = await attack(5000, by)
    expect(accepted).toBe(0)
    expect(Object.values(counts).every(count => count > 300)).toBe(true)
  },
)
