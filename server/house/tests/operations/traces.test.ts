import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendMassMessage } from '#contract/messages/mass-notify'
import { testNotification } from '#contract/messages/notification-settings'
import type { TestHouse } from '#server/house/testing'
import { minuteMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { startCollector, type Collector, type ReceivedSpan } from '#server/platform/traces/collector.testing'
import { moveIn, openOfficeAndField, soon, stadium, startMail, tracesIn, treeOf } from './traces.testing.ts'

const clock = shiftedClock(middleOfADay)
let store: TestStore
let collector: Collector
let post: Awaited<ReturnType<typeof startMail>>
let houses: { office: TestHouse; field: TestHouse }
let org: Awaited<ReturnType<typeof moveIn>>

const secretText = 'The pool is closed, says Jordan at +1 405 555 0199'
const at = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString()
const strike = (id: string, ms = -1000) => ({ id, time: at(ms), ...stadium })
const ingest = async (strikes: readonly object[]) =>
  expect((await houses.office.ingest(org.feedKey, { strikes })).status).toBe(200)
const named = (name: string, spans: readonly ReceivedSpan[] = collector.spans) =>
  spans.filter(span => span.name === name)
const traceOf = (span: ReceivedSpan | undefined) => tracesIn(collector.spans).get(span?.traceId ?? '') ?? []
const figureOf = async ({ house }: TestHouse, state: string) => {
  const { body } = await house.http.inject({ url: '/metrics' })
  return Number(new RegExp(`skywarden_trace_spans{[^}]*state="${state}"[^}]*} (\\d+)`).exec(body)?.[1])
}

beforeAll(async () => {
  store = await freshStore()
  collector = await startCollector()
  post = await startMail()
  houses = await openOfficeAndField(store, clock, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-scope=weather%20team',
    SMTP_URL: post.url,
  })
  org = await moveIn(houses, clock)
})
afterAll(async () => {
  await org.close()
  await houses.office.close()
  await houses.field.close()
  await post.close()
  collector.close()
  await store.close()
})

const wayOfAStrike = [
  'strike',
  '  strike stored',
  '  strike matched',
  '  live stream',
  '  delay opened',
  '    notification',
  '      message',
  '        attempt',
  // The place has a delay of its own, which programs are told of.
  '  delay opened',
  '    webhook',
  '      attempt',
  '  siren alarm opened',
  '    command',
  '      command sent',
]
/** Siblings run at the same time, so either may begin first. */
const inAnyOrder = (tree: readonly string[]) => tree.toSorted()

describe('the path of a strike', () => {
  let trace: readonly ReceivedSpan[]

  it('is one trace, from the feed’s request to the screen, the message and the siren, in two processes', async () => {
    await ingest([strike('one')])
    await vi.waitFor(() => {
      trace = traceOf(named('strike')[0])
      expect(inAnyOrder(treeOf(trace))).toEqual(inAnyOrder(wayOfAStrike))
    }, soon)
    expect(named('strike')).toHaveLength(1)
    expect(new Set(trace.map(({ spanId }) => spanId)).size).toBe(trace.length)
    const senderOf = (name: string) => named(name, trace)[0]?.instance
    expect(senderOf('strike stored')).toBe(senderOf('live stream'))
    expect(senderOf('delay opened')).not.toBe(senderOf('strike stored'))
    expect(senderOf('message')).toBe(senderOf('delay opened'))
    expect(senderOf('command sent')).toBe(senderOf('delay opened'))
  })

  it('is in order: nothing begins before what led to it', () => {
    const byId = new Map(trace.map(span => [span.spanId, span]))
    for (const span of trace) {
      const parent = byId.get(span.parentSpanId ?? '')
      expect(span.endMs, span.name).toBeGreaterThanOrEqual(span.startMs)
      if (parent) expect(span.startMs, span.name).toBeGreaterThanOrEqual(parent.startMs)
    }
    const starts = ['strike', 'strike matched', 'delay opened', 'notification', 'message', 'attempt'].map(
      name => named(name, trace)[0]?.startMs ?? NaN,
    )
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  })

  it('contains ids and counts', () => {
    const [root] = named('strike', trace)
    expect(root?.attributes).toMatchObject({ 'skywarden.strike': expect.any(Number), 'skywarden.rings': 3 })
    expect(named('delay opened', trace)[0]?.attributes).toMatchObject({
      'skywarden.customer_id': org.customerId,
      'skywarden.ring': 1,
      'skywarden.strikes': 1,
    })
    expect(named('live stream', trace)[0]?.attributes).toMatchObject({ 'skywarden.streams': 1 })
    expect(named('command', trace)[0]?.attributes).toMatchObject({
      'skywarden.kind': 'warn',
      'skywarden.outcome': 'started',
    })
    expect(named('message', trace)[0]?.attributes).toMatchObject({
      'skywarden.channel': 'email',
      'skywarden.kind': 'opened',
      'skywarden.outcome': 'sent',
    })
    expect(collector.requests[0]?.headers).toMatchObject({ 'x-scope': 'weather team' })
  })

  it('is not traced again by strikes that change nothing, and is once they extend the delay', async () => {
    for (let number = 0; number < 20; number++) await ingest([strike(`more ${number}`)])
    await vi.waitFor(async () => expect(await countStrikes()).toBe(21), soon)
    clock.advance(2 * minuteMs)
    await ingest([strike('two'), strike('three', -500)])
    await vi.waitFor(() => expect(named('delay extended')).toHaveLength(2), soon)
    const [extended] = named('delay extended')
    expect(extended?.attributes['skywarden.strikes']).toBe(2)
    expect(extended?.links).toHaveLength(1)
    expect(extended?.links[0]?.traceId).not.toBe(extended?.traceId)
    expect(named('strike')).toHaveLength(2)
  })
})

describe('the path of a message', () => {
  it('shows each attempt with the provider’s number, until it is sent', async () => {
    post.mail.rejections = 1
    await houses.office.reply(testNotification, {}, await houses.office.again(org.admin))
    await vi.waitFor(() => expect(named('attempt').some(({ isFailed }) => isFailed)).toBe(true), soon)
    clock.advance(minuteMs)
    let trace: readonly ReceivedSpan[] = []
    await vi.waitFor(() => {
      trace = traceOf(named('attempt').find(({ isFailed }) => isFailed))
      expect(treeOf(trace)).toEqual(['message', '  attempt', '  attempt'])
    }, soon)
    expect(named('message', trace)[0]?.attributes).toMatchObject({
      'skywarden.kind': 'test',
      'skywarden.outcome': 'sent',
    })
    const attempts = named('attempt', trace).toSorted((one, other) => one.startMs - other.startMs)
    expect(
      attempts.map(({ attributes, isFailed }) => [
        attributes['skywarden.attempt'],
        attributes['skywarden.outcome'],
        attributes['skywarden.answer_code'],
        isFailed,
      ]),
    ).toEqual([
      [1, 'try-again', 451, true],
      [2, 'sent', 250, false],
    ])
  })

  it('is a trace of its own for a mass message', async () => {
    const body = { recipients: [org.admin.id], message: secretText, channel: 2 as const }
    await houses.office.reply(sendMassMessage, { body }, await houses.office.again(org.admin))
    const isMass = ({ attributes }: ReceivedSpan) => attributes['skywarden.kind'] === 'message'
    await vi.waitFor(() => expect(named('message').filter(isMass)).toHaveLength(1), soon)
    expect(treeOf(traceOf(named('message').find(isMass)))).toEqual(['message', '  attempt'])
  })

  it('continues in the strike’s trace after a restart', async () => {
    clock.advance(10 * minuteMs)
    post.mail.rejections = 1000
    await ingest([strike('before the restart')])
    const isOfDelay = ({ attributes }: ReceivedSpan) => attributes['skywarden.kind'] === 'again'
    await vi.waitFor(() => expect(named('notification').some(isOfDelay)).toBe(true), soon)
    const { traceId } = named('notification').find(isOfDelay)!
    const attempts = () =>
      named('attempt', traceOf(named('notification').find(isOfDelay))).filter(
        ({ attributes }) => attributes['skywarden.channel'] === 'email',
      )
    await vi.waitFor(() => expect(attempts().some(({ isFailed }) => isFailed)).toBe(true), soon)
    const [before] = attempts()
    await houses.field.restart()
    post.mail.rejections = 0
    clock.advance(minuteMs)
    await vi.waitFor(() => expect(attempts().some(({ isFailed }) => !isFailed)).toBe(true), soon)
    const after = attempts().find(({ isFailed }) => !isFailed)
    expect(after?.traceId).toBe(traceId)
    expect(after?.parentSpanId).toBe(before?.parentSpanId)
    expect(after?.instance).not.toBe(before?.instance)
  })
})

describe('what is sent to a collector', () => {
  it('contains no names, addresses, numbers, texts, tokens or positions', async () => {
    const { rows } = await sql<{ text: string }>`
      select unnest(array[email, user_name, first_name || ' ' || last_name, id::text]) as text from users
      union select label from locations union select name from organization_locations
      union select name from customers union select device from devices union select name from devices
      union select url from webhook_endpoints union select subject from outbox
      union select message from notifications`.execute(store.db)
    const known = rows.map(({ text }) => text).filter(text => text !== '')
    expect(known.length).toBeGreaterThan(10)
    const everything = collector.requests.map(({ body }) => body).join('\n')
    const secrets = [...known, secretText, org.admin.token, org.feedKey, String(stadium.latitude), '@', '?']
    expect(secrets.filter(text => everything.includes(text))).toEqual([])
  })
})

it('includes no canary', () => {
  expect(named('message').length).toBeGreaterThan(0)
  expect(named('message').filter(({ attributes }) => attributes['skywarden.kind'] === 'account')).toEqual([])
})

describe('a collector that fails', () => {
  it.each(['hanging', 500] as const)('changes nothing if it answers like this: %s', async mood => {
    collector.mood = mood
    const [received, commands] = [post.mail.received, await countCommands()]
    clock.advance(60 * minuteMs)
    await houses.office.cover(org.feedKey)
    await vi.waitFor(async () => expect(await countAlarms()).toBe(0), soon)
    await ingest([strike(`while ${mood}`)])
    await vi.waitFor(async () => {
      expect(post.mail.received).toBeGreaterThan(received)
      expect(await countCommands()).toBeGreaterThan(commands)
    }, soon)
  })

  it('is reported by a count of the spans that it does not accept', async () => {
    collector.mood = 403
    await vi.waitFor(async () => expect(await figureOf(houses.field, 'dropped')).toBeGreaterThan(0), {
      ...soon,
      timeout: 90_000,
    })
    collector.mood = 'well'
  })
})

async function countStrikes(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select min(strikes)::int as count from delays`.execute(
    store.db,
  )
  return rows[0]?.count ?? 0
}

async function countAlarms(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from siren_alarms where ended_at is null`.execute(store.db)
  return rows[0]?.count ?? 0
}

async function countCommands(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_commands where act ->> 'kind' = 'warn'`.execute(store.db)
  return rows[0]?.count ?? 0
}
