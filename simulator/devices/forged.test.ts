import { expect, test } from 'vitest'
import { attack } from './forged.testing.ts'

test('of 5,000 forged, replayed, reordered, expired or misdirected commands none is obeyed', async () => {
  const { accepted, counts } = await attack(5000)
  expect(accepted).toBe(0)
  expect(Object.values(counts).every(count => count > 300)).toBe(true)
})
