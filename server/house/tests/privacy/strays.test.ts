import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personalDataOf } from '#server/house/personal-data'
import { testHouse, testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { createSecrets } from '#server/platform/secrets'
import { forgetStrays } from '#server/rooms/privacy/engine'
import { tablesWith } from './search.testing.ts'

let world: TestHouse
let customerId: number
let colleague: TestPerson

beforeAll(async () => {
  world = await testHouse()
  customerId = await world.customer()
  colleague = await world.person({ role: 'Customer', customerId })
})
afterAll(() => world.close())

const db = () => world.house.store.db
const { parts } = personalDataOf(createSecrets(testSecret))

/** Writes data that a deleted person left behind: some rows in each table that does not refer to people. */
async function writeStrays(gone: string, rows: number): Promise<void> {
  const email = `${gone}@example.test`
  for (let row = 0; row < rows; row++) {
    await sql`
      insert into outbox (customer_id, channel, recipient, subject, sealed_text, state, user_id, created_at,
        next_attempt_at, expires_at, settled_at)
      values (${customerId}, 'email', ${email}, 'Your account', 'sealed', 'sent', ${gone}, now(), now(), now(), now())`.execute(
      db(),
    )
    await sql`insert into oidc_records (model, id, account_id, payload)
      values ('Session', ${randomUUID()}, ${gone}, '{}'::jsonb)`.execute(db())
    await sql`insert into consultations (customer_id, user_id, message, preferred_contact, email, created_at)
      values (${customerId}, ${gone}, 'Will it hail?', 'email', ${email}, now())`.execute(db())
    await writeReport({ requester: gone, recipients: [gone] })
  }
}

/** Writes mail that a deleted person sent to others. */
async function writeAuthored(author: string, rows: number): Promise<void> {
  await sql`
    insert into outbox (customer_id, channel, recipient, subject, sealed_text, state, author_id, created_at,
      next_attempt_at, expires_at)
    select ${customerId}, 'email', 'club@example.test', 'Weather widget', 'sealed', 'waiting', ${author}, now(), now(),
      now()
    from generate_series(1, ${rows}::int)`.execute(db())
}

/** Writes deliveries of alerts, which are kept without their addresses. */
async function writeAlerts(gone: string, rows: number): Promise<void> {
  await sql`
    with told as (
      insert into notifications (customer_id, user_id, event, topic, kind, event_type, message, told, because, simulated,
        created_at)
      select ${customerId}, ${gone}, 'event ' || n, 'topic', 'opened', 'Lightning', 'Lightning nearby', true, 'Asked',
        false, now()
      from generate_series(1, ${rows}::int) as n returning id)
    insert into outbox (customer_id, channel, recipient, subject, sealed_text, state, user_id, notification_id,
      created_at, next_attempt_at, expires_at)
    select ${customerId}, 'email', ${`${gone}@example.test`}, 'Lightning', 'sealed', 'sent', ${gone}, id, now(), now(),
      now()
    from told`.execute(db())
}

interface ReportOf {
  readonly requester: string
  readonly recipients: readonly string[]
  readonly state?: 'Ready' | 'Waiting'
  readonly request?: object
}

async function writeReport({
  requester,
  recipients,
  state = 'Ready',
  request = {},
}: ReportOf): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into reports (customer_id, requested_by, requester, name, request, stations, state, requested_at)
    values (${customerId}, ${requester}, ${`Name of ${requester}`}, 'A report', ${JSON.stringify(request)}::jsonb, '[]', ${state}, now())
    returning id`.execute(db())
  const id = rows[0]?.id ?? 0
  for (const recipient of recipients)
    await sql`insert into report_recipients values (${id}, ${recipient}, ${`Name of ${recipient}`})`.execute(
      db(),
    )
  return id
}

describe('data left behind by people who are gone', () => {
  it('is deleted, in as many batches as it takes', async () => {
    const gone = randomUUID()
    await writeStrays(gone, 5)
    expect(await tablesWith(db(), gone)).toEqual(
      expect.arrayContaining(['consultations', 'oidc_records', 'outbox', 'report_recipients', 'reports']),
    )
    await forgetStrays(db(), parts, { most: 2 })
    expect(await tablesWith(db(), gone)).toEqual([])
  })

  it('is found for many people, and nobody else loses a message', async () => {
    const gone = Array.from({ length: 5 }, () => randomUUID())
    for (const id of [...gone, colleague.id]) {
      await writeAlerts(id, 1)
      await writeStrays(id, 1)
    }
    const messagesOf = async (id: string) => {
      const { rows } = await sql`select state from outbox where recipient = ${`${id}@example.test`}`.execute(
        db(),
      )
      return rows.length
    }
    await forgetStrays(db(), parts, { most: 2 })
    for (const id of gone) expect(await tablesWith(db(), `${id}@example.test`)).toEqual([])
    expect(await messagesOf(colleague.id)).toBe(2)
  })

  it('includes mail that was sent in their name, and no one else’s', async () => {
    const gone = randomUUID()
    await writeAuthored(gone, 5)
    await writeAuthored(colleague.id, 1)
    const sentBy = async (id: string) =>
      (await sql`select from outbox where author_id = ${id}`.execute(db())).rows.length
    for (const part of parts) await part.forgetStrays?.(db(), 2)
    expect(await sentBy(gone)).toBe(3)
    await forgetStrays(db(), parts, { most: 2 })
    expect([await sentBy(gone), await sentBy(colleague.id)]).toEqual([0, 1])
  })

  it('is never deleted or changed in one statement with very many rows', async () => {
    const gone = randomUUID()
    await writeStrays(gone, 5)
    await writeAlerts(gone, 5)
    for (const part of parts) await part.forgetStrays?.(db(), 2)
    const { rows } = await sql`
      select (select count(*) from outbox where user_id = ${gone} and notification_id is null) as mail,
        (select count(*) from outbox where recipient like ${`${gone}%`} and notification_id is not null) as alerts,
        (select count(*) from oidc_records where account_id = ${gone}) as sessions,
        (select count(*) from consultations where user_id = ${gone}) as questions,
        (select count(*) from report_recipients where user_id = ${gone}) as reports`.execute(db())
    expect(rows).toEqual([{ mail: 3, alerts: 3, sessions: 3, questions: 3, reports: 3 }])
    await forgetStrays(db(), parts, { most: 2 })
    expect(await tablesWith(db(), `${gone}@example.test`)).toEqual([])
  })

  it('is removed from the requests of reports, where older versions stored it', async () => {
    const gone = randomUUID()
    const request = { Requestor: colleague.id, Recipients: [gone, colleague.id], DataInterval: 60 }
    const ids: number[] = []
    for (let row = 0; row < 5; row++)
      ids.push(await writeReport({ requester: colleague.id, recipients: [colleague.id], request }))
    const withPeople = async () =>
      (await sql`select from reports where request::text like ${`%${gone}%`}`.execute(db())).rows.length
    for (const part of parts) await part.forgetStrays?.(db(), 2)
    expect(await withPeople()).toBe(3)
    await forgetStrays(db(), parts, { most: 2 })
    const { rows } = await sql`select request from reports where id = any(${ids}::bigint[])`.execute(db())
    expect(rows).toEqual(ids.map(() => ({ request: { DataInterval: 60 } })))
  })

  it('is kept, without the person, for others to whom it also belongs', async () => {
    const gone = randomUUID()
    const shared = await writeReport({ requester: gone, recipients: [gone, colleague.id] })
    const received = await writeReport({ requester: colleague.id, recipients: [colleague.id, gone] })
    const unfinished = await writeReport({ requester: gone, recipients: [colleague.id], state: 'Waiting' })
    await forgetStrays(db(), parts, { most: 1 })
    expect(await tablesWith(db(), gone)).toEqual([])
    const { rows } = await sql<{ id: number; requester: string; recipients: string[] }>`
      select id, requester,
        array(select user_id::text from report_recipients where report_id = reports.id) as recipients
      from reports where id in (${shared}, ${received}, ${unfinished}) order by id`.execute(db())
    expect(rows).toEqual([
      { id: shared, requester: 'Deleted user', recipients: [colleague.id] },
      { id: received, requester: `Name of ${colleague.id}`, recipients: [colleague.id] },
    ])
  })
})
