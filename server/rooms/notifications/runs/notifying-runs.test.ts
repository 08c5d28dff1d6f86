import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { openTellingRuns, playTelling, sequences } from './notifying-runs.testing.ts'
import type { NotifyingWorld } from '#server/rooms/notifications/notifying.testing'

let store: Store
let world: NotifyingWorld

beforeAll(async () => {
  store = await freshStore()
  world = await openTellingRuns(store)
})
afterAll(() => store.close())

it('the last message is true whatever the weather, the providers and the server do', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, sequence => playTelling(world, sequence)),
    // The same seed each time; the soak uses others. Failures are reported without shrinking, which would take hours.
    { numRuns: 12, seed: 2026, endOnFailure: true },
  )
}, 600_000)
