import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUser } from '#contract/people/people'
import { testHouse, type TestHouse } from '#server/house/testing'

let world: TestHouse

beforeAll(async () => {
  world = await testHouse()
})
afterAll(() => world.close())

it('more people can be added at once than the database has connections', async () => {
  const customerId = await world.customer()
  const siteId = await world.group(customerId, 'Staff')
  const admin = await world.person({ role: 'Admin', customerId })
  const add = (n: number) => {
    const profile = { firstName: 'A', lastName: `Person ${n}`, phoneNumber: null, timeZone: 'CST' }
    const body = { ...profile, email: `person-${n}@example.test`, roleId: '4', siteId } as const
    return world.ask(addUser, { body }, admin)
  }
  const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => add(n)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})
