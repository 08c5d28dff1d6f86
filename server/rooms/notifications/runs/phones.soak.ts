import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openNotifyingWorld } from '#server/rooms/notifications/notifying.testing'
import { PhoneWorld, phoneSteps, playPhones } from './phones.testing.ts'

test('three hundred phones with any weather, being off, and services that hold what they should drop', async () => {
  const { store, world } = await openNotifyingWorld()
  const phones = await PhoneWorld.open(world)
  let played = 0
  await fc.assert(
    fc.asyncProperty(phoneSteps, async steps => {
      await playPhones(phones, steps)
      if (++played % 50 === 0) process.stdout.write(`${played} phones\n`)
    }),
    { numRuns: 300 },
  )
  phones.carrier.close()
  await store.close()
  expect(played).toBe(300)
})
