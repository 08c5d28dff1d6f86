import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import type { Priority } from '#domain/notifications/recipient'
import { hourMs, minuteMs } from '#server/platform/clock'
import type { TestLeadership } from '#server/platform/leadership/testing'
import { createSecrets } from '#server/platform/secrets'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { createQueueEmail, type Email } from '#server/rooms/notifications/index'
import { shiftedClock } from '#server/platform/clock.testing'
import { emailChannel } from './channels/email.ts'
import { storeOnlyChannel } from './channels/channel.ts'
import { deliveryPauseAfter } from './engine.ts'
import { listDeliveries, rankOf } from './store/deliveries.ts'
import { NotifyingWorld, sendDue } from './notifying.testing.ts'

const clock = shiftedClock()
const secrets = createSecrets('a secret that is used by tests alone')
const queueEmail = createQueueEmail(secrets)
const received: { to: string[]; message: string }[] = []
let answer: { code: number } | undefined
let store: Store
let smtp: SMTPServer
let smtpUrl: string
let leadership: TestLeadership['leadership']
let world: NotifyingWorld

beforeAll(async () => {
  store = await freshStore()
  world = await NotifyingWorld.open(store.db, clock)
  leadership = world.keeping.leadership
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let message = ''
      stream.on('data', (chunk: Buffer) => (message += chunk.toString()))
      stream.on('end', () => {
        if (answer) return done(Object.assign(new Error('not now'), { responseCode: answer.code }))
        received.push({ to: session.envelope.rcptTo.map(to => to.address), message })
        return done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  smtpUrl = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}?tls=off`
})
afterEach(() => {
  answer = undefined
  received.length = 0
})
afterAll(async () => {
  await new Promise<void>(resolve => smtp.close(resolve))
  await store.close()
})

function queue(email: Partial<Email> = {}) {
  const whole: Email = {
    customerId: null,
    to: 'someone@example.test',
    subject: 'A word',
    text: 'Hello',
    expiresAt: new Date(clock.now().getTime() + hourMs),
    ...email,
  }
  return store.db.transaction().execute(tx => queueEmail(tx, whole, clock.now()))
}

async function dispatch(url: string | undefined, organizationOf = async (): Promise<string | null> => null) {
  const from = 'Skywarden <no-reply@skywarden.test>'
  const email = emailChannel({
    smtpUrl: url,
    from,
    baseUrl: 'https://weather.test',
    unsubscribeUrl: () => '',
    organizationOf,
  })
  const channels = { email, sms: storeOnlyChannel, push: storeOnlyChannel }
  await sendDue({ db: store.db, clock, secrets, leadership, channels, chance: () => 0, ringsAt: () => [] })
  email.close()
}

const latest = async () => (await listDeliveries(store.db, 'system', { count: 1 }))[0]

describe('the outbox', () => {
  it('sends through a real SMTP server, once, with any number of workers', async () => {
    await queue({ subject: 'Wörter', text: 'Zeile eins\nZeile zwei' })
    await Promise.all([dispatch(smtpUrl), dispatch(smtpUrl), dispatch(smtpUrl)])
    expect(received).toHaveLength(1)
    expect(received[0]?.to).toEqual(['someone@example.test'])
    expect(await latest()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('keeps messages when no server is configured', async () => {
    await queue()
    await dispatch(undefined)
    expect(await latest()).toMatchObject({ state: 'kept' })
  })

  it('retries when the server is busy, and gives up after a permanent error', async () => {
    await queue()
    answer = { code: 451 }
    await dispatch(smtpUrl)
    expect(await latest()).toMatchObject({ state: 'waiting', attempts: 1 })
    await dispatch(smtpUrl)
    expect(await latest()).toMatchObject({ attempts: 1 })
    answer = undefined
    clock.advance(minuteMs)
    await dispatch(smtpUrl)
    expect(await latest()).toMatchObject({ state: 'sent', attempts: 2 })

    await queue()
    answer = { code: 550 }
    await dispatch(smtpUrl)
    expect(await latest()).toMatchObject({ state: 'failed' })
    expect((await latest())?.last_error).toContain('not now')
  })

  it('retries when the server cannot be reached', async () => {
    await queue()
    await dispatch('smtp://127.0.0.1:1')
    expect(await latest()).toMatchObject({ state: 'waiting', attempts: 1 })
    clock.advance(hourMs)
    await dispatch(smtpUrl)
    expect(await latest()).toMatchObject({ state: 'expired' })
    expect(received).toHaveLength(0)
  })

  it('sends without the name of the organization when that cannot be read', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into customers (name, created_at) values ('One', now()) returning id`.execute(store.db)
    await queue({ customerId: rows[0]?.id ?? null })
    const organizationOf = vi.fn(() => Promise.reject(new Error('the database is away')))
    await dispatch(smtpUrl, organizationOf)
    expect(organizationOf).toHaveBeenCalled()
    expect(received).toHaveLength(1)
    expect(await latest()).toMatchObject({ state: 'sent' })
  })

  it('retries a message that could not even be attempted', async () => {
    await queue()
    const sealed = (await latest())?.sealed_text ?? ''
    await sql`update outbox set sealed_text = 'unreadable' where sealed_text = ${sealed}`.execute(store.db)
    await dispatch(smtpUrl)
    expect(await latest()).toMatchObject({ state: 'waiting', attempts: 1 })
    await sql`update outbox set sealed_text = ${sealed} where sealed_text = 'unreadable'`.execute(store.db)
    clock.advance(minuteMs)
    await dispatch(smtpUrl)
    expect(await latest()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('is never sent in plain text unless that is requested, and waits with the reason', async () => {
    await queue()
    await dispatch(smtpUrl.replace('?tls=off', ''))
    expect(received).toHaveLength(0)
    expect(await latest()).toMatchObject({ state: 'waiting', attempts: 1 })
    expect((await latest())?.last_error).toContain('add ?tls=off')
  })

  it('ends with until when it may be believed, in the subject, the text and a header', async () => {
    const email = emailChannel({
      smtpUrl,
      from: 'Skywarden <no-reply@skywarden.test>',
      baseUrl: 'https://weather.test',
      unsubscribeUrl: () => 'https://weather.test/unsubscribe/x',
      organizationOf: async () => null,
    })
    const person = await world.person()
    await sql`update users set alert_times_enabled = false`.execute(store.db)
    const delay = await world.open(person)
    await world.tell()
    await world.send({ email })
    await world.end(person, delay)
    await world.tell()
    await world.send({ email })
    email.close()
    const [danger, over] = received.map(each => each.message.replaceAll('=\r\n', ''))
    expect(danger).toMatch(/As of \d+:\d\d [AP]M C[SD]T, until you are notified that it is over\./)
    expect(danger).not.toMatch(/^Expires:/m)
    expect(over).toMatch(/^Subject: All clear: Stadium, as of \d+:\d\d [AP]M C[SD]T\r$/m)
    expect(over).toMatch(/As of \d+:\d\d [AP]M C[SD]T; after \d+:\d\d [AP]M C[SD]T check Skywarden\./)
    expect(over).toMatch(/^Expires: .+ GMT\r$/m)
  })

  it('accepts the same message once', async () => {
    await queue({ dedupeKey: 'same' })
    await queue({ dedupeKey: 'same' })
    await dispatch(smtpUrl)
    expect(received).toHaveLength(1)
  })

  it('cannot be tricked into adding recipients or headers', async () => {
    await queue({ to: 'a@example.test, b@example.test' })
    await queue({ subject: 'Hello\r\nBcc: victim@example.test' })
    await dispatch(smtpUrl)
    for (const { to, message } of received) {
      expect(to).not.toContain('b@example.test')
      expect(to).not.toContain('victim@example.test')
      expect(message).not.toMatch(/^Bcc:/m)
    }
  })

  const pausesOf = (priority: Priority) =>
    [1, 2, 3, 8, 9, 40].map(
      attempts => deliveryPauseAfter({ attempts, priority: rankOf(priority) }, 0) / 1000,
    )

  it('waits longer after each attempt, up to a quarter of an hour', () => {
    expect(pausesOf('message')).toEqual([5, 10, 20, 640, 900, 900])
    expect(deliveryPauseAfter({ attempts: 1, priority: rankOf('message') }, 1)).toBe(6000)
  })

  it.each(['danger', 'over'] as const)('never waits longer than half a minute with %s', priority =>
    expect(pausesOf(priority)).toEqual([5, 10, 20, 30, 30, 30]),
  )
})
