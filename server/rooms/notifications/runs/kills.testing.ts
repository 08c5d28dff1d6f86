import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { expect, vi } from 'vitest'
import { shiftedClock } from '#server/platform/clock.testing'
import { freshStore } from '#server/platform/store/testing'
import { steps, type SenderOptions, type Step } from './sender.testing.ts'
import { NotifyingWorld, type NotifiedPerson } from '#server/rooms/notifications/notifying.testing'

export interface KillReport {
  readonly kills: number
  readonly killsAt: Readonly<Record<Step, number>>
  readonly messages: number
  /** Messages sent more than once with the same key, because it was unknown whether the first attempt succeeded. */
  readonly repeated: number
}

interface Handed {
  readonly key: string
  readonly recipient: string
  readonly atMs: number
}

type Mood = 'takes it' | 'is busy' | 'hangs' | 'takes it and denies it' | 'says slow down'
const moods: readonly Mood[] = [
  'takes it',
  'takes it',
  'takes it',
  'is busy',
  'hangs',
  'takes it and denies it',
  'says slow down',
]

/** Returns the same numbers every time, so that a failure can be reproduced. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A mail server and a text message provider with real protocols and scripted responses. */
async function openProviders(chance: () => number) {
  const handed: Handed[] = []
  let areKind = false
  const mood = (): Mood => (areKind ? 'takes it' : (moods[Math.floor(chance() * moods.length)] as Mood))
  const take = (key: string, recipient: string) => handed.push({ key, recipient, atMs: Date.now() })
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        const now = mood()
        if (now === 'hangs') return
        if (now === 'is busy' || now === 'says slow down')
          return done(Object.assign(new Error('later'), { responseCode: 451 }))
        take(/^Message-ID: <(.+)@/im.exec(text)?.[1] ?? '', session.envelope.rcptTo[0]?.address ?? '')
        if (now === 'takes it and denies it')
          return done(Object.assign(new Error('oh'), { responseCode: 421 }))
        return done()
      })
    },
  })
  smtp.on('error', () => {}) // a sender that was killed leaves its connection behind
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const sms = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const now = mood()
      if (now === 'hangs') return
      if (now === 'is busy') return void response.writeHead(503).end()
      if (now === 'says slow down') return void response.writeHead(429, { 'retry-after': '1' }).end()
      take(String(request.headers['i-twilio-idempotency-token']), new URLSearchParams(text).get('To') ?? '')
      if (now === 'takes it and denies it') return void response.writeHead(500).end()
      response.writeHead(201).end(JSON.stringify({ sid: 'SM1', status: 'queued' }))
    })
  }).listen(0, '127.0.0.1')
  await once(sms, 'listening')
  const portOf = (address: AddressInfo | string | null) => (address as AddressInfo).port
  return {
    handed,
    smtpUrl: `smtp://127.0.0.1:${portOf(listening.address())}?tls=off`,
    smsUrl: `http://127.0.0.1:${portOf(sms.address())}`,
    behave() {
      areKind = true
    },
    close() {
      smtp.close()
      sms.closeAllConnections()
      sms.close()
    },
  }
}

const entry = join(import.meta.dirname, 'sender-entry.testing.ts')

function startSender(options: SenderOptions): ChildProcess {
  return spawn(process.execPath, [entry, JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * Kills a process that notifies and sends, many times and at every step, while delays begin, continue and end, and the
 * providers misbehave. In the end everyone must have received each message once, as far as that can be known, and
 * everyone who was notified of danger must have been notified that it is over.
 */
export async function killSenders(
  kills: number,
  seed: number,
  onKill: (killed: number) => void = () => {},
): Promise<KillReport> {
  const store = await freshStore()
  const chance = numbers(seed)
  const providers = await openProviders(chance)
  const world = await NotifyingWorld.open(store.db, shiftedClock(), [])
  await sql`update users set alert_times_enabled = false`.execute(store.db)
  const { smtpUrl, smsUrl, handed } = providers
  const options = (dieAt: SenderOptions['dieAt']) => ({ databaseUrl: store.url, smtpUrl, smsUrl, dieAt })
  const people: NotifiedPerson[] = []
  for (let number = 0; number < 6; number++) {
    people.push(
      await world.person({ phone_number: `405555010${number}`, sms_notifications: number % 2 === 0 }),
    )
  }
  await sql`update users set alert_times_enabled = false`.execute(store.db)

  /** Each person's running delays by ring: a near strike affects both rings, a far one only the outer ring. */
  const open = new Map<NotifiedPerson, Map<1 | 2, number>>(people.map(person => [person, new Map()]))
  async function weather() {
    for (const [person, running] of open) {
      const inner = running.has(1) ? 1 : 2
      const delay = running.get(inner)
      if (delay !== undefined && chance() < 0.4) {
        await world.end(person, delay, 'All Clear', inner)
        running.delete(inner)
        continue
      }
      for (const ring of chance() < 0.5 ? ([2, 1] as const) : ([2] as const)) {
        const known = running.get(ring)
        if (known === undefined) running.set(ring, await world.open(person, ring))
        else await world.extend(person, known, ring)
      }
    }
  }

  const killsAt = Object.fromEntries(steps.map(step => [step, 0])) as Record<Step, number>
  for (let killed = 0; killed < kills; killed++) {
    const step = steps[killed % steps.length] as Step
    const sender = startSender(options({ step, time: 1 + Math.floor(chance() * 3) }))
    const dead = once(sender, 'exit')
    let isDead = false
    void dead.then(() => (isDead = true))
    for (let tries = 0; !isDead && tries < 240; tries++) {
      await weather()
      await Promise.race([dead, sleep(250)])
    }
    if (!isDead) {
      sender.kill('SIGKILL')
      throw new Error(`The sender did not come to '${step}'`)
    }
    killsAt[step]++
    onKill(killed + 1)
  }

  // Everything must finish; messages that were rejected several times are retried after a few minutes.
  providers.behave()
  for (const [person, running] of open)
    for (const [ring, delay] of running) await world.end(person, delay, 'All Clear', ring)
  const last = startSender(options(null))
  try {
    await vi.waitFor(
      async () => {
        const waiting = await sql`select * from outbox where state = 'waiting'`.execute(store.db)
        const behind = await sql`
          select * from facts where number > (select number from fact_cursors)`.execute(store.db)
        expect({ waiting: waiting.rows, behind: behind.rows }).toEqual({ waiting: [], behind: [] })
      },
      { timeout: 600_000, interval: 500 },
    )
  } finally {
    last.kill('SIGKILL')
    await once(last, 'exit')
  }

  const { rows } = await sql<{
    id: number
    key: string
    recipient: string
    channel: string
    state: string
    kind: string
    expires_at: Date
    user_id: string
  }>`select o.id, 'delivery-' || o.id as key, o.recipient, o.channel, o.state, n.kind, o.expires_at, o.user_id
     from outbox o join notifications n on n.id = o.notification_id order by o.id`.execute(store.db)
  const taken = Map.groupBy(handed, ({ key }) => key)
  for (const row of rows) {
    const own = taken.get(row.key) ?? []
    // A message marked as sent was received by its recipient, and no message was received after it stopped being
    // useful.
    if (row.state === 'sent') expect(own.length, row.key).toBeGreaterThan(0)
    for (const each of own) {
      expect(each.recipient).toBe(row.recipient)
      expect(each.atMs).toBeLessThanOrEqual(row.expires_at.getTime())
    }
  }
  // No one received anything that is not recorded.
  expect(handed.filter(({ key }) => !rows.some(row => row.key === key))).toEqual([])
  // The last message on every channel is the end of the danger.
  for (const own of Map.groupBy(rows, row => `${row.user_id} ${row.channel}`).values()) {
    const reached = own.filter(row => taken.has(row.key))
    expect(reached.at(-1)?.kind ?? 'ended').toBe('ended')
  }
  providers.close()
  await store.close()
  const repeated = [...taken.values()].filter(own => own.length > 1).length
  return { kills, killsAt, messages: taken.size, repeated }
}
