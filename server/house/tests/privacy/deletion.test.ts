import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { live } from '#contract/live'
import { createApiToken } from '#contract/people/api-tokens'
import { deleteNotificationUser, deleteUser } from '#contract/people/people'
import { addLocation } from '#contract/places/locations'
import { getCurrentUser } from '#contract/people/users'
import { readDelivery } from '#contract/messages/outbox'
import { createFeedKey } from '#contract/weather/lightning'
import { storedKinds, storedKindNames, type StoredKind } from '#domain/privacy/stored-data'
import { testHouse, testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { personalDataOf } from '#server/house/personal-data'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { createSecrets } from '#server/platform/secrets'
import { verifyChains } from '#server/platform/verify-audit'
import { verifyAllEvidence } from '#server/rooms/lightning/index'
import { forgetStrays } from '#server/rooms/privacy/engine'
import { columnsOfPeople } from './columns-of-people.testing.ts'
import { nameUnmistakably, writeEverything, type Traces } from './everything-about.testing.ts'
import { tablesWith } from './search.testing.ts'

const eventually = { timeout: 45_000, interval: 100 }
const stadium = { label: 'Stadium', locationName: '', latitude: 35.2, longitude: -97.4, radius1: 8 }

let store: TestStore
let world: TestHouse
let other: TestHouse
let customerId: number
let groupId: number
let admin: TestPerson
let support: TestPerson

beforeAll(async () => {
  store = await freshStore()
  world = await testHouse({ store, environment: { BASE_URL: 'http://localhost:8080' } })
  other = await testHouse({ store, listen: true, environment: { BASE_URL: 'http://localhost:8080' } })
  customerId = await world.customer()
  groupId = await world.group(customerId, 'Grounds')
  admin = await world.person({ role: 'Admin', customerId })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
})
afterAll(async () => {
  await other.close()
  await world.close()
  await store.close()
})

const tablesOf = (isIncluded: (kind: StoredKind) => boolean) =>
  new Set(
    storedKindNames
      .filter(name => isIncluded(storedKinds[name]))
      .flatMap(name => columnsOfPeople[name].map(column => column.split('.')[0] ?? '')),
  )
const kept = tablesOf(({ fate }) => fate.kind === 'kept')
const keptByName = tablesOf(({ fate }) => fate.kind === 'kept' && fate.named === 'by name')

/** Causes a real delay with its evidence, at a location of the person. */
async function delayAt(person: TestPerson): Promise<void> {
  await world.reply(addLocation, { body: stadium }, person)
  const network = { name: 'A network', provesAbsence: true }
  const { key } = await world.reply(createFeedKey, { body: network }, support)
  const strike = { id: 'near', time: new Date().toISOString(), latitude: 35.2, longitude: -97.4 }
  await world.ingest(key, { strikes: [strike], coverage: [] })
  await vi.waitFor(async () => {
    const { rows } = await sql`select from delays where user_id = ${person.id}`.execute(store.db)
    expect(rows.length).toBeGreaterThan(0)
  }, eventually)
}

async function leaving(): Promise<{ person: TestPerson; colleague: TestPerson; traces: Traces }> {
  const person = await world.person({
    role: 'Customer',
    customerId,
    groupId,
    password: 'a kettle upon the roof',
  })
  const colleague = await world.person({ role: 'Customer', customerId, groupId })
  const traces = await nameUnmistakably(store.db, person)
  await delayAt(person)
  await writeEverything(store.db, { person, colleague, customerId }, traces)
  return { person, colleague, traces }
}

describe('deleting a person', () => {
  let person: TestPerson
  let colleague: TestPerson
  let traces: Traces
  beforeAll(async () => {
    ;({ person, colleague, traces } = await leaving())
    const before = new Set(
      (await Promise.all(Object.values(traces).map(text => tablesWith(store.db, text)))).flat(),
    )
    // Otherwise the test would pass if nothing had been stored.
    // Evidence has people in it only where satellites were accepted (satellite.test.ts).
    const unfilled = new Set(['sso_configs', 'widgets', 'reached_browsers', 'feed_pauses', 'delay_evidence'])
    const all = tablesOf(() => true).difference(unfilled)
    expect([...all.difference(before)]).toEqual([])
    expect((await world.ask(deleteUser, { params: { id: person.id } }, admin)).status).toBe(200)
  })

  it('leaves their number only in what is kept', async () => {
    const found = await tablesWith(store.db, traces.id)
    expect(found.filter(table => !kept.has(table))).toEqual([])
    expect(found).toContain('delays')
  })

  it('leaves their name only in what is kept by name', async () => {
    const found = await tablesWith(store.db, traces.fullName)
    expect(found.filter(table => !keptByName.has(table))).toEqual([])
  })

  it('leaves their addresses and user name only in the audit log', async () => {
    for (const text of [traces.email, traces.phone, traces.userName])
      expect(await tablesWith(store.db, text), text).toEqual(['audit_log'])
  })

  it('keeps both chains of proof intact', async () => {
    expect((await verifyChains(store.db)).faults).toEqual([])
    const evidence = await verifyAllEvidence(store.db)
    expect(evidence.faults).toEqual([])
    expect(evidence.entries).toBeGreaterThan(0)
  })

  it('keeps which alerts they got, without addresses and texts, and sends none that were still waiting', async () => {
    const { rows } = await sql<{ id: number; recipient: string; state: string }>`
      select outbox.id, recipient, outbox.state from outbox join notifications on notifications.id = notification_id
      where notifications.user_id = ${person.id} and event like 'event %' order by outbox.id`.execute(
      store.db,
    )
    expect(rows.map(({ recipient, state }) => [recipient, state])).toEqual([
      ['Deleted user', 'sent'],
      ['Deleted user', 'sent'],
    ])
    const read = await world.reply(readDelivery, { params: { id: String(rows[0]?.id) } }, support)
    expect(read.text).toMatch(/^This text was removed/)
  })

  it('leaves what belongs to their colleagues', async () => {
    const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
      (await query.execute(store.db)).rows[0]?.count
    expect(
      await count(
        sql`select count(*) from outbox where user_id = ${colleague.id} and subject = 'To a colleague'`,
      ),
    ).toBe(1)
    expect(await count(sql`select count(*) from reports where requested_by = ${colleague.id}`)).toBe(1)
    expect(
      await count(sql`select count(*) from reports join report_recipients on report_id = reports.id
        where requester = 'Deleted user' and user_id = ${colleague.id}`),
    ).toBe(1)
    expect(
      await count(
        sql`select count(*) from consultations where user_id = ${colleague.id} and copied_emails = '{kept@example.test}'`,
      ),
    ).toBe(1)
    expect(
      await count(sql`select count(*) from mass_messages where sender_id = ${person.id}
        and chosen = array[${colleague.id}]::text[]`),
    ).toBe(1)
  })

  it('is repeated for what another process wrote meanwhile', async () => {
    await sql`
      insert into outbox (customer_id, channel, recipient, subject, sealed_text, state, user_id, created_at,
        next_attempt_at, expires_at)
      values (${customerId}, 'email', ${traces.email}, 'Lightning', 'sealed', 'waiting', ${person.id}, now(),
        now() + interval '1 hour', now() + interval '1 hour')`.execute(store.db)
    await sql`
      insert into oidc_records (model, id, account_id, payload)
      values ('Session', ${traces.id}, ${traces.id}, ${JSON.stringify({ login: traces.email })}::jsonb)`.execute(
      store.db,
    )
    await forgetStrays(store.db, personalDataOf(createSecrets(testSecret)).parts)
    expect(await tablesWith(store.db, traces.email)).toEqual(['audit_log'])
    expect(await tablesWith(store.db, traces.id)).not.toContain('oidc_records')
  })
})

describe('an address that two people share', () => {
  it('stays with the mail of the one who stays', async () => {
    const [one, two] = [
      await world.person({ role: 'NotificationOnly', customerId, groupId }),
      await world.person({ role: 'NotificationOnly', customerId, groupId }),
    ]
    const shared = `desk-${one.id}@example.test`
    await sql`update users set email = ${shared} where id in (${one.id}, ${two.id})`.execute(store.db)
    await sql`
      insert into outbox (customer_id, channel, recipient, subject, sealed_text, state, created_at, next_attempt_at,
        expires_at)
      values (${customerId}, 'email', ${shared}, 'A notice', 'sealed', 'sent', now(), now(), now())`.execute(
      store.db,
    )
    expect((await world.ask(deleteNotificationUser, { params: { id: one.id } }, admin)).status).toBe(200)
    expect(await tablesWith(store.db, shared)).toContain('outbox')
    expect((await world.ask(deleteNotificationUser, { params: { id: two.id } }, admin)).status).toBe(200)
    expect(await tablesWith(store.db, shared)).toEqual(['audit_log'])
  })
})

describe('a person who is deleted in one process', () => {
  it('is signed out in the other: sessions, tokens and streams', async () => {
    const person = await world.person({ role: 'Customer', customerId, groupId })
    const { token } = await world.reply(
      createApiToken,
      { body: { name: 'A script', mayRead: true, calls: [], days: 30 } },
      person,
    )
    const script = { ...person, token }
    const status = async (as: TestPerson) => (await other.ask(getCurrentUser, {}, as)).status
    expect([await status(person), await status(script)]).toEqual([200, 200])
    const reply = await fetch(`http://127.0.0.1:${portOf(other)}${live.path}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    const reader = reply.body?.getReader()
    await reader?.read()
    const ended = (async () => {
      for (;;) if ((await reader?.read())?.done) return
    })().catch(() => {}) // disconnected

    expect((await world.ask(deleteUser, { params: { id: person.id } }, admin)).status).toBe(200)
    await ended
    await vi.waitFor(
      async () => expect([await status(person), await status(script)]).toEqual([401, 401]),
      eventually,
    )
  })
})

function portOf({ house }: TestHouse): number {
  const address = house.http.server.address()
  if (address === null || typeof address === 'string') throw new Error('It does not listen')
  return address.port
}
