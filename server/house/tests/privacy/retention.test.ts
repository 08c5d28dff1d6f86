import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getRetention, setRetention } from '#contract/people/privacy'
import { retentionKinds, usualChoices, type RetentionChoices } from '#domain/privacy/retention'
import { personalDataOf } from '#server/house/personal-data'
import { testHouse, testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { readActs } from '#server/platform/audit'
import { createSecrets } from '#server/platform/secrets'
import { verifyChains } from '#server/platform/verify-audit'
import { deleteByChoice } from '#server/rooms/privacy/engine'
import { nameUnmistakably, writeEverything } from './everything-about.testing.ts'

interface Organization {
  readonly customerId: number
  readonly admin: TestPerson
}

let world: TestHouse
let one: Organization
let other: Organization

/** Creates an organization whose people left data behind, some of it 40 days ago and some today. */
async function organization(): Promise<Organization> {
  const customerId = await world.customer()
  const admin = await world.person({ role: 'Admin', customerId })
  const person = await world.person({ role: 'Customer', customerId })
  const colleague = await world.person({ role: 'Customer', customerId })
  const { db } = world.house.store
  const traces = await nameUnmistakably(db, person)
  await writeEverything(db, { person, colleague, customerId }, traces, 40)
  await writeEverything(db, { person, colleague, customerId }, traces, 0)
  return { customerId, admin }
}

beforeAll(async () => {
  world = await testHouse()
  one = await organization()
  other = await organization()
})
afterAll(() => world.close())

const countedTables = {
  signIns: sql`(select at from sign_in_events join users on users.id = user_id where customer_id = `,
  alerts: sql`(select created_at as at from notifications where customer_id = `,
  massMessages: sql`(select created_at as at from mass_messages where customer_id = `,
  questions: sql`(select created_at as at from consultations where customer_id = `,
  reports: sql`(select requested_at as at from reports where customer_id = `,
  cameraViews: sql`(select started_at as at from camera_views where customer_id = `,
} as const

/** Returns how many old and new rows of each kind an organization has. */
async function counted({ customerId }: Organization): Promise<Record<string, string>> {
  const counts: Record<string, string> = {}
  for (const kind of retentionKinds) {
    const { rows } = await sql<{ old: number; new: number }>`
      select count(*) filter (where at < now() - interval '35 days') as old,
        count(*) filter (where at >= now() - interval '35 days') as new
      from ${countedTables[kind]}${customerId}) as rows`.execute(world.house.store.db)
    counts[kind] = `${rows[0]?.old} old, ${rows[0]?.new} new`
  }
  return counts
}

const choose = (days: Partial<RetentionChoices>, { admin }: Organization, version?: number) =>
  world.ask(
    setRetention,
    { body: { days: { ...usualChoices, ...days }, ...(version && { version }) } },
    admin,
  )

/** Deletes two rows at a time, to test that deletion continues until all are gone. */
const housework = () =>
  deleteByChoice(world.house.store.db, personalDataOf(createSecrets(testSecret)).parts, { most: 2 })

describe('how long an organization keeps what its people leave behind', () => {
  it('is the usual time until it is set, and nothing newer is deleted', async () => {
    expect(await world.reply(getRetention, {}, one.admin)).toEqual({ days: usualChoices, version: 1 })
    const before = await counted(one)
    expect(Object.values(before).every(count => /^[1-9]\d* old, [1-9]\d* new$/.test(count))).toBe(true)
    await housework()
    expect(await counted(one)).toEqual(before)
  })

  it.each(retentionKinds)('is set for %s alone, and for one organization alone', async kind => {
    const [before, elsewhere] = [await counted(one), await counted(other)]
    expect((await choose({ [kind]: 39 }, one)).status).toBe(200)
    await housework()
    const left = before[kind]?.replace(/^\d+ old/, '0 old')
    expect(await counted(one)).toEqual({ ...before, [kind]: left })
    expect(await counted(other)).toEqual(elsewhere)
    expect((await choose({}, one)).status).toBe(200)
  })

  it('applies to the rest in the next run if the server stops between two batches', async () => {
    await choose({ alerts: 39 }, other)
    const before = (await counted(other)).alerts
    const { parts } = personalDataOf(createSecrets(testSecret))
    let batches = 1
    await deleteByChoice(world.house.store.db, parts, { most: 1, mayGoOn: () => batches-- > 0 })
    const old = (text = '') => Number(text.split(' ')[0])
    expect(old((await counted(other)).alerts)).toBe(old(before) - 1)
    await housework()
    expect(old((await counted(other)).alerts)).toBe(0)
  })

  it('never shortens the audit log, delays and commands', async () => {
    const { db } = world.house.store
    const proof = async () => {
      const { rows } = await sql`
        select (select count(*) from audit_log), (select count(*) from warnings) as warnings,
          (select count(*) from device_commands) as commands`.execute(db)
      return rows
    }
    const everything = Object.fromEntries(retentionKinds.map(kind => [kind, 30]))
    await choose(everything, other)
    const before = await proof()
    await housework()
    expect(await proof()).toEqual(before)
    expect((await verifyChains(db)).faults).toEqual([])
  })

  it('stays within its limits', async () => {
    const short = await choose({ signIns: 29, alerts: 91 }, one)
    expect(short.status).toBe(400)
    expect(short.body.responseException?.errors).toEqual({
      SignIns: ['is at least 30 days'],
      Alerts: ['is at most 90 days'],
    })
  })

  it('is audited, and refuses a change from an older version', async () => {
    const { version } = await world.reply(getRetention, {}, one.admin)
    expect((await choose({ signIns: 60 }, one, version)).status).toBe(200)
    const [act] = await readActs(world.house.store.db, one.customerId, { count: 1 })
    expect(act).toMatchObject({
      action: 'retention changed',
      actor_id: one.admin.id,
      before: usualChoices,
      after: { ...usualChoices, signIns: 60 },
    })
    expect((await choose({ signIns: 30 }, one, version)).status).toBe(409)
    expect((await world.reply(getRetention, {}, one.admin)).days.signIns).toBe(60)
  })
})
