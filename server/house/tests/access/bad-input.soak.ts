import { afterAll, beforeAll, describe, it } from 'vitest'
import { allCalls } from '#contract/index'
import { sendBadInput } from './bad-input.testing.ts'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

let world: TestHouse
let caller: TestPerson

beforeAll(async () => {
  world = await testHouse()
  caller = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
})
afterAll(() => world.close())

describe('10,000 bad requests', () => {
  it.each(allCalls.map(call => [call.name, call] as const))(
    '%s handles all of them without an internal error',
    async (_name, call) => {
      await sendBadInput(world, call, caller, 10_000)
    },
  )
})
