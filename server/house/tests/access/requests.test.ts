import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiToken } from '#contract/people/api-tokens'
import { getCustomerUsers } from '#contract/people/people'
import { testHouse, type TestHouse } from '#server/house/testing'

type LogLine = { readonly msg: string; readonly [name: string]: unknown }

let world: TestHouse
const lines: LogLine[] = []

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line) as LogLine) })
  world = await testHouse({ limits: { perAddressPerMinute: 5 }, log })
})
afterAll(() => world.close())

it('logs who attempted what without permission, and from where, for signed-in people and tokens', async () => {
  const customerId = await world.customer()
  const person = await world.person({ role: 'Customer', customerId })
  const body = { name: 'A script', mayRead: true, calls: [], days: 1 }
  const made = (await world.ask(createApiToken, { body }, person)).body.data as { id: number; token: string }
  const refused = { msg: 'Call refused', call: 'getCustomerUsers', personId: person.id, customerId }
  const before = lines.length

  expect((await world.ask(getCustomerUsers, {}, person)).status).toBe(403)
  expect((await world.ask(getCustomerUsers, {}, { ...person, token: made.token })).status).toBe(403)
  expect((await world.ask(getCustomerUsers, {})).status).toBe(401)
  expect(lines.slice(before)).toEqual([
    expect.objectContaining({ ...refused, address: '127.0.0.1' }),
    expect.objectContaining({ ...refused, tokenId: made.id }),
  ])
})

it("ignores a caller's own claim about their address, unless a trusted proxy makes it", async () => {
  const statuses: number[] = []
  const remoteAddress = '198.51.100.7' // its own, because it uses up the limit
  for (let each = 0; each < 12; each++) {
    const headers = {
      'x-forwarded-for': `203.0.113.${each}`,
      forwarded: `for=203.0.113.${each}`,
      'x-real-ip': `203.0.113.${each}`,
      authorization: 'Bearer none',
    }
    statuses.push((await world.raw({ url: '/api/user/current', headers, remoteAddress })).status)
  }
  expect(statuses).toContain(429)
  // Logged once, however many requests there are. If the address is the operator's proxy, all of its clients count as
  // one.
  expect(lines.filter(({ msg }) => msg.startsWith('X-Forwarded-For'))).toEqual([
    expect.objectContaining({ level: 40, address: remoteAddress }),
  ])
})

it('rejects a query key that is given twice, instead of choosing one', async () => {
  const customerId = await world.customer()
  const person = await world.person({ role: 'SuperAdmin', customerId })
  const reply = await world.raw({ url: '/api/Audit?count=1&count=2' }, person)
  expect(reply.status).toBe(400)
})

it.each(['TRACE', 'OPTIONS'] as const)('answers no %s', async method => {
  const reply = await world.raw({ method, url: '/api/user/current' })
  expect(reply.status).toBeGreaterThanOrEqual(400)
})

it.each(['/.git/config', '/.env', '/package.json', '/server/main.ts', '/data/secret.key'])(
  'serves no file of its own folder: %s',
  async url => {
    const { body } = await world.house.http.inject({ url })
    expect(body).not.toMatch(/\[core\]|"dependencies"|runProcess/)
    expect(body.startsWith('<!') || body.startsWith('{"responseException"'), body.slice(0, 80)).toBe(true)
  },
)
