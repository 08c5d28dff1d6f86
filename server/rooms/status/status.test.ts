import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readAudit } from '#contract/customers'
import { getStatus, setFeedFault } from '#contract/status'
import { testHouse, type TestHouse, type TestPerson } from '#server/testing'

const simulatedLightning = 'Simulated lightning'

let world: TestHouse
let support: TestPerson

beforeAll(async () => {
  world = await testHouse({ environment: { SKYWARDEN_FEEDS: 'simulated' } })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
})
afterAll(() => world.close())

async function lightningFeed() {
  const { body } = await world.ask(getStatus, {}, support)
  const { feeds } = body.data as { feeds: { feed: string; delivering: boolean; fault: string }[] }
  return feeds.find(({ feed }) => feed === simulatedLightning)
}

it('tells how a feed is, lets a simulated one fail and work again, and writes down who did it', async () => {
  await vi.waitFor(
    async () => expect(await lightningFeed()).toMatchObject({ delivering: true, fault: 'none' }),
    10_000,
  )
  await world.ask(setFeedFault, { body: { feed: simulatedLightning, fault: 'silent' } }, support)
  await vi.waitFor(
    async () => expect(await lightningFeed()).toMatchObject({ delivering: false, fault: 'silent' }),
    10_000,
  )
  await world.ask(setFeedFault, { body: { feed: simulatedLightning, fault: 'none' } }, support)
  await vi.waitFor(
    async () => expect(await lightningFeed()).toMatchObject({ delivering: true, fault: 'none' }),
    10_000,
  )
  const { body } = await world.ask(readAudit, { query: { count: '5' } }, support)
  expect(JSON.stringify(body)).toContain('simulated feed told to fail or to work')
})

it('refuses to break a feed that it does not know', async () => {
  const { status } = await world.ask(setFeedFault, { body: { feed: 'The sun', fault: 'gap' } }, support)
  expect(status).toBe(404)
})
