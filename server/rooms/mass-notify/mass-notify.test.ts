import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Answer } from '#contract/call'
import {
  askMeteorologist,
  listConsultationCopies,
  massHistory,
  previewMassMessage,
  readMassMessage,
  sendMassMessage,
  type MassMessage,
} from '#contract/messages/mass-notify'
import { whyNotified } from '#contract/messages/outbox'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

type Preview = Answer<typeof previewMassMessage>

let world: TestHouse
let customerId: number
let grounds: number
let pool: number
let empty: number
let admin: TestPerson
let assistant: TestPerson
let one: TestPerson
let two: TestPerson

beforeAll(async () => {
  world = await testHouse({ environment: { METEOROLOGIST_EMAIL: 'weather@example.test' } })
  customerId = await world.customer(['massnotify.access', 'met.support'])
  grounds = await world.group(customerId, 'Grounds')
  pool = await world.group(customerId, 'Pool')
  empty = await world.group(customerId, 'Empty')
  admin = await world.person({ role: 'Admin', customerId, groupId: grounds })
  assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId: pool })
  one = await world.person({ role: 'Customer', customerId, groupId: pool })
  two = await world.person({ role: 'Customer', customerId, groupId: grounds })
  await sql`update users set phone_number = '405 555 0100' where id = ${one.id}`.execute(world.house.store.db)
})
afterAll(() => world.close())

const message = (recipients: string[], expected: number, more: object = {}) => ({
  body: {
    key: randomUUID(),
    recipients,
    message: 'The pool is closed',
    channel: 3 as const,
    expected,
    ...more,
  },
})
const outbox = async () =>
  (
    await sql<{
      channel: string
      recipient: string
      reply_to: string | null
      notification_id: number | null
    }>`
      select * from outbox where customer_id = ${customerId} order by id desc`.execute(world.house.store.db)
  ).rows
const errorsOf = (answer: Awaited<ReturnType<TestHouse['ask']>>) => answer.body.responseException?.errors

describe('a mass message', () => {
  it('is not confused with another person’s or another text under the same key', async () => {
    const recipients = [two.id]
    const key = randomUUID()
    const sent = message(recipients, 1, { key })
    expect((await world.ask(sendMassMessage, sent, admin)).status).toBe(200)
    expect((await world.ask(sendMassMessage, sent, admin)).status).toBe(200)
    const other = await world.ask(
      sendMassMessage,
      message(recipients, 1, { key, message: 'It is open' }),
      admin,
    )
    expect([other.status, other.body.responseException?.message]).toEqual([
      422,
      'This key was used for another message. Use a new one.',
    ])
    const colleague = await world.person({ role: 'Admin', customerId })
    expect((await world.ask(sendMassMessage, sent, colleague)).status).toBe(422)
  })

  it('accepts the specification’s format: recipients, message and channel', async () => {
    const body = { recipients: [two.id], message: 'The pool is closed', channel: 3 as const }
    const first = await world.ask(sendMassMessage, { body }, admin)
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({ message: 'The pool is closed', recipients: [two.id] })
    // Without a key, each request is a separate message.
    const second = await world.ask(sendMassMessage, { body }, admin)
    expect((second.body.data as MassMessage).id).not.toBe((first.body.data as MassMessage).id)
  })

  it('is rejected with ServerError where no field is at fault', async () => {
    const answer = await world.raw({ method: 'POST', url: sendMassMessage.path }, admin)
    expect([answer.status, answer.body.responseException?.errors]).toEqual([
      400,
      { ServerError: ['is required'] },
    ])
    const again = {
      method: 'POST',
      url: sendMassMessage.path,
      headers: { 'idempotency-key': 'empty' },
    } as const
    expect((await world.raw(again, admin)).body.responseException?.errors).toHaveProperty('ServerError')
  })

  it('goes to everyone named, once per channel, as the preview showed', async () => {
    const recipients = [String(pool), one.id, two.id]
    const preview = await world.ask(previewMassMessage, { body: { recipients, channel: 3 } }, admin)
    // A server without providers sends nothing: everyone is a recipient, and no one is reached.
    const because = 'Kept in the outbox: no provider is set up'
    expect(preview.body.data).toMatchObject({
      recipients: 3,
      byText: 0,
      byEmail: 0,
      unreachable: [{ because }, { because }, { because }],
    })
    const before = (await outbox()).length
    const answer = await world.ask(sendMassMessage, message(recipients, 3), admin)
    expect(answer.status).toBe(200)
    const sent = (await outbox()).slice(0, (await outbox()).length - before)
    expect(sent.map(({ channel, recipient }) => `${channel} ${recipient}`).sort()).toEqual(
      [`email ${assistant.email}`, `email ${one.email}`, `email ${two.email}`, 'sms +14055550100'].sort(),
    )
  })

  it('is sent once, however often it is requested', async () => {
    const same = message([two.id], 1)
    const answers = await Promise.all([1, 2, 3].map(() => world.ask(sendMassMessage, same, admin)))
    const ids = answers.map(({ body }) => (body.data as MassMessage).id)
    expect(new Set(ids).size).toBe(1)
    const found = (await outbox()).filter(({ notification_id }) => notification_id !== null)
    const [id = 0] = ids
    const rows = await sql<{ n: number }>`select count(*)::int as n from outbox o join notifications n
      on n.id = o.notification_id where n.event = ${`message ${id}`}`.execute(world.house.store.db)
    expect(rows.rows[0]?.n).toBe(1)
    expect(found.length).toBeGreaterThan(0)
  })

  it('is not sent if its recipients differ from the preview', async () => {
    const before = (await outbox()).length
    const answer = await world.ask(sendMassMessage, message([String(pool)], 1), admin)
    expect(answer.status).toBe(409)
    expect(answer.body.responseException?.message).toMatch(/it would go to \d+ people now/)
    const toOne = await world.ask(sendMassMessage, message([admin.id], 2), admin)
    expect(toOne.body.responseException?.message).toContain('it would go to 1 person now')
    expect(await outbox()).toHaveLength(before)
  })

  it.each([
    ['a group without users', () => [String(empty)], 'includes a user group without users.'],
    ['a group that does not exist', () => ['999999'], 'includes a user group that no longer exists.'],
    [
      'a person who does not exist',
      () => [randomUUID(), two.id],
      'includes someone who cannot receive messages. Choose the recipients again.',
    ],
  ])('that names %s is sent to no one', async (_, recipients, fault) => {
    const before = (await outbox()).length
    const answer = await world.ask(sendMassMessage, message(recipients(), 1), admin)
    expect(errorsOf(answer)).toEqual({ Recipients: [fault] })
    expect(await outbox()).toHaveLength(before)
  })

  it('from an Assistant Admin stays inside their group, and they cannot read others’ messages', async () => {
    expect((await world.ask(sendMassMessage, message([two.id], 1), assistant)).status).toBe(400)
    expect((await world.ask(sendMassMessage, message([String(grounds)], 2), assistant)).status).toBe(400)
    expect((await world.ask(sendMassMessage, message([one.id], 1), assistant)).status).toBe(200)
    const own = (await world.ask(massHistory, { query: {} }, assistant)).body.data as MassMessage[]
    expect(own).toHaveLength(1)
    const all = (await world.ask(massHistory, { query: {} }, admin)).body.data as MassMessage[]
    expect(all.length).toBeGreaterThan(1)
    const foreign = all.at(-1) as MassMessage
    const params = { id: String(foreign.id) }
    expect((await world.ask(readMassMessage, { params }, assistant)).status).toBe(404)
    expect((await world.ask(readMassMessage, { params }, admin)).status).toBe(200)
  })

  it('skips the email of people who unsubscribed, and reports them as unreachable', async () => {
    const gone = await world.person({ role: 'Customer', customerId, groupId: grounds })
    await sql`update users set email_unsubscribed_at = now() where id = ${gone.id}`.execute(
      world.house.store.db,
    )
    const preview = await world.ask(
      previewMassMessage,
      { body: { recipients: [gone.id, two.id], channel: 2 } },
      admin,
    )
    expect((preview.body.data as Preview).unreachable.map(({ because }) => because)).toContain(
      'Unsubscribed from email',
    )
  })
})

describe('a mass message on a server without a provider', () => {
  type Sent = { deliveredRecipients: string[]; undeliveredRecipients: (string | null)[] }

  async function settled(house: TestHouse, id: number, who: TestPerson): Promise<Sent> {
    return vi.waitFor(async () => {
      const answer = await house.ask(readMassMessage, { params: { id: String(id) } }, who)
      const sent = answer.body.data as MassMessage
      expect(sent.waiting).toBe(0)
      return {
        deliveredRecipients: sent.deliveredRecipients.map(({ recipientId }) => recipientId),
        undeliveredRecipients: sent.undeliveredRecipients.map(({ because }) => because),
      }
    }, 8000)
  }

  it('is kept in the outbox, delivered to no one, and reported as such', async () => {
    const answer = await world.ask(sendMassMessage, message([one.id, two.id], 2), admin)
    const because = 'Kept in the outbox: no provider is set up'
    expect(await settled(world, (answer.body.data as MassMessage).id, admin)).toEqual({
      deliveredRecipients: [],
      undeliveredRecipients: [because, because],
    })
  })

  it('as text only lists who is reached by email, and why the others are not', async () => {
    const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port } = listening.address() as AddressInfo
    const house = await testHouse({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}?tls=off` } })
    try {
      const customer = await house.customer(['massnotify.access'])
      const boss = await house.person({ role: 'Admin', customerId: customer })
      const both = await house.person({ role: 'Customer', customerId: customer })
      const phoneOnly = await house.person({ role: 'Customer', customerId: customer })
      await sql`update users set phone_number = '405 555 0100' where id in (${both.id}, ${phoneOnly.id})`.execute(
        house.house.store.db,
      )
      await sql`update users set email_unsubscribed_at = now() where id = ${phoneOnly.id}`.execute(
        house.house.store.db,
      )
      const because = 'Not sent: no text-message provider is set up'
      const recipients = [both.id, phoneOnly.id]
      const preview = await house.ask(previewMassMessage, { body: { recipients, channel: 3 } }, boss)
      expect(preview.body.data).toMatchObject({
        recipients: 2,
        byText: 0,
        byEmail: 1,
        providers: { sms: false, email: true },
        unreachable: [{ because }],
      })
      const answer = await house.ask(sendMassMessage, message(recipients, 2), boss)
      expect(await settled(house, (answer.body.data as MassMessage).id, boss)).toEqual({
        deliveredRecipients: [both.id],
        undeliveredRecipients: [because],
      })
      const refused = await house.ask(sendMassMessage, message(recipients, 2, { channel: 1 }), boss)
      expect(errorsOf(refused)).toEqual({ Recipients: ['includes no one who can be reached.'] })
      const why = await house.ask(whyNotified, { params: { id: phoneOnly.id }, query: {} }, boss)
      expect(why.body.data).toMatchObject([{ deliveries: [{ state: 'kept', answer: because }] }])
    } finally {
      await house.close()
      await new Promise<void>(resolve => server.close(() => resolve()))
    }
  })
})

describe('a question to the meteorologists', () => {
  const question = {
    message: 'Will it rain at noon?',
    preferredContact: 'email' as const,
    email: 'boss@example.test',
    phone: null,
    ccdEmails: [] as string[],
  }

  it('is sent to them and to the copied administrators, with the reply address', async () => {
    const body = { ...question, ccdEmails: [assistant.email] }
    const answer = await world.ask(askMeteorologist, { body }, admin)
    expect(answer.body.data).toBe('Our Meteorologists have received your question and will respond shortly.')
    const sent = (await outbox()).slice(0, 2)
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(
      [assistant.email, 'weather@example.test'].sort(),
    )
    expect(sent.map(({ reply_to }) => reply_to)).toEqual(['boss@example.test', 'boss@example.test'])
  })

  it('may be copied to every administrator of the organization, even by an Assistant Admin of one group', async () => {
    const { body } = await world.ask(listConsultationCopies, {}, assistant)
    const emails = (body.data as { email: string }[]).map(({ email }) => email)
    expect(emails).toEqual(expect.arrayContaining([admin.email, assistant.email]))
    expect(emails).not.toContain(one.email)
    const copied = { ...question, ccdEmails: [admin.email] }
    expect((await world.ask(askMeteorologist, { body: copied }, assistant)).status).toBe(200)
  })

  it('is rejected without a reply address, and copies no one from outside', async () => {
    const noPhone = await world.ask(
      askMeteorologist,
      { body: { ...question, preferredContact: 'phone' } },
      admin,
    )
    expect(errorsOf(noPhone)).toEqual({ Phone: ['is required'] })
    const body = { ...question, ccdEmails: ['victim@example.test'] }
    expect(errorsOf(await world.ask(askMeteorologist, { body }, admin))).toHaveProperty('CcdEmails')
  })

  it('is not sent for a person who is being deleted at the same time', async () => {
    const leaving = await world.person({ role: 'Admin', customerId })
    const { db } = world.house.store
    const asking = await db.transaction().execute(async tx => {
      await sql`select from users where id = ${leaving.id} for update`.execute(tx)
      const reply = world.ask(askMeteorologist, { body: { ...question, message: 'Too late?' } }, leaving)
      // The request waits for the deletion, or has already finished.
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select from consultations where user_id = ${leaving.id}
          union all select from pg_locks where not granted`.execute(db)
        expect(rows.length).toBeGreaterThan(0)
      }, 45_000)
      await sql`delete from users where id = ${leaving.id}`.execute(tx)
      return { reply }
    })
    expect((await asking.reply).status).toBe(404)
    const { rows } = await sql`select from consultations where user_id = ${leaving.id}`.execute(db)
    expect(rows).toEqual([])
  })
})
