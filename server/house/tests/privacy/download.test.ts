import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadOwnData, downloadPersonData } from '#contract/people/privacy'
import { addLocation } from '#contract/places/locations'
import { sectionNames, type SectionName } from '#domain/privacy/stored-data'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { readActs } from '#server/platform/audit'
import { hourMs, later, systemClock, type Clock } from '#server/platform/clock'
import { nameUnmistakably, writeEverything, type Traces } from './everything-about.testing.ts'

const password = 'a kettle upon the green roof'
const stadium = { label: 'Stadium', locationName: '', latitude: 35.2, longitude: -97.4, radius1: 8 }

interface DataFile {
  readonly format: string
  readonly version: number
  readonly created: string
  readonly person: string
  readonly data: Readonly<Record<SectionName, readonly Record<string, unknown>[]>>
  readonly incomplete: readonly string[]
}

let world: TestHouse
let customerId: number
let groupId: number
let admin: TestPerson
let person: TestPerson
let colleague: TestPerson
let traces: Traces
let aheadMs = 0
const clock: Clock = { ...systemClock, now: () => later(systemClock.now(), aheadMs) }

beforeAll(async () => {
  world = await testHouse({ clock })
  customerId = await world.customer()
  groupId = await world.group(customerId, 'Grounds')
  admin = await world.person({ role: 'Admin', customerId })
  person = await world.person({ role: 'Customer', customerId, groupId, password })
  colleague = await world.person({ role: 'Customer', customerId, groupId })
  const { db } = world.house.store
  traces = await nameUnmistakably(db, person)
  await world.reply(addLocation, { body: stadium }, person)
  await writeEverything(db, { person, colleague, customerId }, traces)
  await sql`
    insert into delays (customer_id, user_id, location_id, location_label, ring, radius_miles, all_clear_minutes,
      opened_at, ends_at, closed_at, simulated)
    values (${customerId}, ${person.id}, 1, 'Stadium', 1, 8, 30, now(), now(), now(), false)`.execute(db)
})
afterAll(() => world.close())

const own = (as: TestPerson, currentPassword = password) =>
  world.ask(downloadOwnData, { body: { currentPassword } }, as)
const fileIn = ({ body }: { body: unknown }) => body as DataFile

describe('the file with a person’s own data', () => {
  it('has something in every section, in the documented shape', async () => {
    const answer = await own(person)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toContain('attachment; filename="Skywarden data of')
    const file = fileIn(answer)
    expect(file).toMatchObject({
      format: 'skywarden-personal-data',
      version: 1,
      person: traces.fullName,
      incomplete: [],
    })
    expect(Object.keys(file.data)).toEqual([...sectionNames])
    expect(sectionNames.filter(name => file.data[name].length === 0)).toEqual([])
    expect(file.data.account[0]).toMatchObject({ email: person.email, phoneNumber: traces.phone })
    expect(file.data.locations).toMatchObject([{ label: 'Stadium', radiusMiles: [8, 0, 0, 0] }])
    expect(file.data.signIns[0]?.['at']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(file.data.alerts).toMatchObject([
      {
        message: 'Lightning nearby',
        deliveries: [{ recipient: person.email }, { recipient: traces.phone }, {}],
      },
    ])
    expect(file.data.mail.map(({ subject }) => subject)).toEqual([
      'Your invitation',
      'A subject',
      `Widget of ${traces.fullName}`,
    ])
    expect(file.data.reports.map(({ role }) => role)).toEqual(['asked for', 'received'])
  })

  it('has no secrets, nothing that opens an account, and nothing about colleagues', async () => {
    const text = JSON.stringify((await own(person)).body)
    const { rows } = await sql<{ secret: string }>`
      select hash as secret from passwords union select token_hash from api_tokens
      union select token_hash from account_links union select code_hash from recovery_codes
      union select credential_id from passkeys union select challenge from passkey_challenges
      union select sealed_secret from second_factors union select endpoint from push_subscriptions
      union select sealed_text from outbox union select sealed_keys from push_subscriptions
      union select id from oidc_records union select uid from oidc_records where uid is not null`.execute(
      world.house.store.db,
    )
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter(({ secret }) => text.includes(secret))).toEqual([])
    for (const trace of [colleague.id, colleague.email, 'Will it snow?']) expect(text).not.toContain(trace)
  })

  it('is audited', async () => {
    await own(person)
    const [act] = await readActs(world.house.store.db, customerId, { count: 1 })
    expect(act).toMatchObject({ action: 'personal data downloaded', actor_id: person.id })
  })

  it('needs the password, and is refused to support staff acting as the person', async () => {
    const wrong = await own(person, 'not the password at all')
    expect(wrong.status).toBe(400)
    expect(wrong.body.responseException?.errors).toEqual({ CurrentPassword: ['is incorrect'] })
    const support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
    expect((await own(await world.actingAs(support, person))).status).toBe(403)
  })

  it('needs a fresh sign-in from those who have no password', async () => {
    const linked = await world.person({ role: 'Customer', customerId, groupId })
    expect((await own(linked, '')).status).toBe(409)
    const { db } = world.house.store
    const signedIn = async (at: Date) =>
      sql`update oidc_records set payload = payload || jsonb_build_object('loginTs', ${Math.floor(at.getTime() / 1000)}::bigint,
          'exp', extract(epoch from expires_at)::bigint)
        where account_id = ${linked.id}`.execute(db)
    await signedIn(later(clock.now(), -hourMs))
    expect((await own(linked, '')).status).toBe(409)
    await signedIn(clock.now())
    expect((await own(linked, '')).status).toBe(200)
  })

  it('is available at most five times an hour', async () => {
    const eager = await world.person({ role: 'Customer', customerId, groupId, password })
    const statuses = await Promise.all(Array.from({ length: 7 }, async () => (await own(eager)).status))
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429])
    aheadMs += hourMs
    expect((await own(await world.again(eager))).status).toBe(200)
    aheadMs -= hourMs
  })

  it('has thousands of messages without being in memory as a whole', async () => {
    const busy = await world.person({ role: 'Customer', customerId, groupId, password })
    await sql`
      insert into notifications (customer_id, user_id, event, topic, kind, event_type, message, told, because,
        simulated, created_at)
      select ${customerId}, ${busy.id}, 'event ' || n, 'topic', 'opened', 'Lightning', 'Message ' || n, true, 'Asked',
        false, now()
      from generate_series(1, 10000) as n`.execute(world.house.store.db)
    const reply = await world.house.http.inject({
      method: 'POST',
      url: downloadOwnData.path,
      headers: { authorization: `Bearer ${busy.token}` },
      payload: { currentPassword: password },
      payloadAsStream: true,
    })
    let [text, largest] = ['', 0]
    for await (const chunk of reply.stream()) {
      largest = Math.max(largest, (chunk as Buffer).length)
      text += String(chunk)
    }
    const { data } = JSON.parse(text) as DataFile
    expect(data.alerts).toHaveLength(10_000)
    expect(new Set(data.alerts.map(({ message }) => message)).size).toBe(10_000)
    expect(largest).toBeLessThan(200_000)
  })
})

describe('the file with the data of somebody else', () => {
  const about = async (id: string, as: TestPerson) => world.ask(downloadPersonData, { params: { id } }, as)

  it('is given to those who manage the person', async () => {
    const answer = await about(person.id, admin)
    expect(fileIn(answer).data.account[0]).toMatchObject({ email: person.email })
    const [act] = await readActs(world.house.store.db, customerId, { count: 1 })
    expect(act).toMatchObject({ action: 'personal data downloaded', actor_id: admin.id })
    expect(act?.target).toContain(person.id)
  })

  it('is refused to everybody else', async () => {
    const peer = await world.person({ role: 'Admin', customerId })
    expect((await about(admin.id, peer)).status).toBe(403)
    const otherGroup = await world.group(customerId, 'Athletics')
    const assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId: otherGroup })
    expect((await about(person.id, assistant)).status).toBe(404)
    const stranger = await world.person({ role: 'Admin', customerId: await world.customer() })
    expect((await about(person.id, stranger)).status).toBe(404)
    expect((await about(person.id, colleague)).status).toBe(403)
  })
})
