import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  endImpersonation,
  resumeImpersonation,
  startImpersonation,
  userInfo,
} from '#contract/people/identity'
import { getCurrentUser } from '#contract/people/users'
import { readAudit, type AuditLine } from '#contract/people/customers'
import { minuteMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { signOutEverywhere } from '#server/rooms/identity/index'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

const clock = shiftedClock()
let world: TestHouse
let person: TestPerson
let support: TestPerson

beforeAll(async () => {
  world = await testHouse({ clock })
  person = await world.person({ role: 'Customer', customerId: await world.customer() })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
})
afterEach(() => clock.reset())
afterAll(() => world.close())

describe('impersonation', () => {
  it('shows both identities and the reason, in the session and in the log', async () => {
    const acting = await world.actingAs(support, person)
    const answer = await world.ask(getCurrentUser, {}, acting)
    expect(answer.body.data).toMatchObject({ id: person.id, actingAs: { id: support.id } })
    const log = (await world.ask(readAudit, { query: {} }, support)).body.data as AuditLine[]
    const entry = log.find(row => row.action === 'impersonation started' && row.target.includes(person.id))
    expect(entry).toMatchObject({ reason: 'A test', customerId: person.customerId })
  })

  it('ends by itself after 30 minutes', async () => {
    const acting = await world.actingAs(support, person)
    clock.advance(29 * minuteMs)
    expect((await world.ask(getCurrentUser, {}, acting)).status).toBe(200)
    clock.advance(2 * minuteMs)
    expect((await world.ask(getCurrentUser, {}, acting)).status).toBe(401)
  })

  const claimed = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { grant: string }
  const resume = (impersonationId: string, as: TestPerson) =>
    world.ask(resumeImpersonation, { body: { impersonationId, codeChallenge: 'c'.repeat(43) } }, as)
  const endings = async (of: TestPerson) => {
    const log = (await world.ask(readAudit, { query: {} }, support)).body.data as AuditLine[]
    return log.filter(row => row.action === 'impersonation ended' && row.target.includes(of.id))
  }

  it('can be resumed by the person who started it, for the remaining time', async () => {
    const actor = await world.person({ role: 'SuperAdmin', customerId: support.customerId })
    const acting = await world.actingAs(actor, person)
    const { grant } = claimed(acting.token)
    clock.advance(9 * minuteMs)
    expect((await world.ask(userInfo, {}, acting)).body).toMatchObject({
      act: { sub: actor.id, secondsLeft: expect.closeTo(21 * 60, -1) as number },
    })

    expect((await resume(grant, actor)).status).toBe(200)
    expect((await resume(grant, support)).status).toBe(404)
    expect((await resume(grant, person)).status).toBe(403)
    expect((await resume('unknown', actor)).status).toBe(404)
  })

  it('cannot be resumed after it was ended', async () => {
    const acted = await world.person({ role: 'Customer', customerId: person.customerId })
    const acting = await world.actingAs(support, acted)
    await world.ask(endImpersonation, {}, acting)
    expect((await resume(claimed(acting.token).grant, support)).status).toBe(404)
    expect(await endings(acted)).toHaveLength(1)
  })

  it('logs its end in the audit log once when its time runs out', async () => {
    const acted = await world.person({ role: 'Customer', customerId: person.customerId })
    const acting = await world.actingAs(support, acted)
    clock.advance(29 * minuteMs)
    await world.house.endOverdueImpersonations()
    clock.reset()
    expect(await endings(acted)).toEqual([])
    clock.advance(31 * minuteMs)
    await world.house.endOverdueImpersonations()
    await world.house.endOverdueImpersonations()
    clock.reset()
    const ended = await endings(acted)
    expect(ended).toHaveLength(1)
    expect(ended[0]?.reason).toContain('The time had run out.')
    expect((await resume(claimed(acting.token).grant, support)).status).toBe(404)
  })

  it('logs its end in the audit log when the impersonating person is signed out everywhere', async () => {
    const actor = await world.person({ role: 'SuperAdmin', customerId: support.customerId })
    const acted = await world.person({ role: 'Customer', customerId: person.customerId })
    await world.actingAs(actor, acted)
    const { db } = world.house.store
    await db.transaction().execute(tx => signOutEverywhere(tx, actor.id, clock.now()))
    expect((await endings(acted)).map(({ reason }) => reason)).toEqual([
      expect.stringContaining('was signed out'),
    ])
  })

  it('is not possible as a Super Admin, nor without a reason', async () => {
    const other = await world.person({ role: 'SuperAdmin', customerId: support.customerId })
    const body = { userId: other.id, reason: 'Curiosity', codeChallenge: 'c'.repeat(43) }
    expect((await world.ask(startImpersonation, { body }, support)).status).toBe(403)
    const mute = await world.ask(startImpersonation, { body: { ...body, reason: ' ' } }, support)
    expect(Object.keys(mute.body.responseException?.errors ?? {})).toEqual(['Reason'])
  })
})
