import { testHouse } from '#server/house/testing'

/** A server with one person of each role, and an Admin of another customer. */
export async function openPeople() {
  const world = await testHouse()
  const customerId = await world.customer()
  const groupId = await world.group(customerId, 'Grounds')
  return {
    world,
    customerId,
    groupId,
    admin: await world.person({ role: 'Admin', customerId }),
    assistant: await world.person({ role: 'AssistantAdmin', customerId, groupId }),
    person: await world.person({ role: 'Customer', customerId, groupId }),
    stranger: await world.person({ role: 'Admin', customerId: await world.customer() }),
    supporter: await world.person({ role: 'SuperAdmin', customerId: await world.customer() }),
  }
}
