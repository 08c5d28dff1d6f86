import { afterAll, beforeAll, expect, it } from 'vitest'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { loadPeople } from './recipients.ts'
import { NotifyingWorld } from './notifying.testing.ts'

let store: Store
let world: NotifyingWorld

beforeAll(async () => {
  store = await freshStore()
  world = await NotifyingWorld.open(store.db, shiftedClock(middleOfADay))
})
afterAll(() => store.close())

it.each([
  [true, false, true],
  [false, false, false],
  [true, true, false],
])('proactive forecasts %s, opted out of forecasts %s: wanted %s', async (proactive, optOut, wanted) => {
  const { id } = await world.person({
    proactive_forecast_notification: proactive,
    opt_out_forecast: optOut,
  })
  const person = (await loadPeople(store.db, [id])).get(id)
  expect(person?.recipient.wants.proactiveForecasts).toBe(wanted)
})
