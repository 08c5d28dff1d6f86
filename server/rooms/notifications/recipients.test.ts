import { afterAll, expect, it } from 'vitest'
import { loadPeople } from './recipients.ts'
import { openNotifyingWorld } from './notifying.testing.ts'

const { store, world } = await openNotifyingWorld()
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
