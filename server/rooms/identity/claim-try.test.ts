import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#server/platform/clock'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { claimTry } from './sign-in.ts'
import { forgetFailures } from './store/accounts.ts'

let store: TestStore

beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())

it('an attempt is counted or has to wait, even while someone signs in and the failures are cleared', async () => {
  const { db } = store
  const now = systemClock.now()
  for (let times = 0; times < 40; times++) {
    const key = `code ${times}`
    const tries = Array.from({ length: 6 }, () => claimTry(db, key, now))
    const successes = Array.from({ length: 6 }, () => forgetFailures(db, key))
    const [waits] = await Promise.all([Promise.all(tries), Promise.all(successes)])
    expect(waits.every(seconds => seconds >= 0)).toBe(true)
  }
})
