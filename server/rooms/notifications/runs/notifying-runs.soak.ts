import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshStore } from '#server/platform/store/testing'
import { openTellingRuns, playTelling, sequences } from './notifying-runs.testing.ts'

test('a thousand readers with any weather, provider and server faults', async () => {
  const store = await freshStore()
  const world = await openTellingRuns(store)
  let played = 0
  await fc.assert(
    fc.asyncProperty(sequences, async sequence => {
      await playTelling(world, sequence)
      if (++played % 100 === 0) process.stdout.write(`${played} readers\n`)
    }),
    { numRuns: 1000 },
  )
  await store.close()
  expect(played).toBe(1000)
})
