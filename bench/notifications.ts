import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { ingestStrikes } from '#contract/weather/lightning'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { p99, someRing } from './ring-state.ts'
import { startServer, type Started } from './servers.ts'

const people = 10_000
const target = { seconds: 10 }
const port = 8195
const baseUrl = `http://localhost:${port}`
const place = { latitude: 44.5, longitude: -103.5 }

/** Opens a mail server that accepts and counts everything. */
async function openMailServer() {
  let taken = 0
  const recipients = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    maxClients: 200,
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        taken++
        recipients.add(session.envelope.rcptTo[0]?.address ?? '')
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}?tls=off`,
    taken: () => taken,
    recipients,
    forget() {
      taken = 0
      recipients.clear()
    },
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

/** Adds a customer whose people all follow one place, each with their own email address. */
async function addPeople(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    with customer as (
      insert into customers (name, created_at) values ('A county', now()) returning id
    ), person as (
      insert into users (id, customer_id, user_name, first_name, email, role, created_at, alert_times_enabled)
      select gen_random_uuid(), customer.id, 'person' || n, 'Person', 'person' || n || '@county.test', 'Customer', now(), false
      from customer, generate_series(1, ${people}) as n returning id, customer_id
    )
    insert into locations (customer_id, user_id, label, latitude, longitude, radius1, radius2, radius3, radius4,
      all_clear_minutes, flags, forecast_location, is_given, created_at, updated_at)
    select customer_id, id, 'Fairground', ${place.latitude}, ${place.longitude}, 8, 0, 0, 0, 30, 0, false, true, now(), now()
    from person`)
  await client.end()
}

async function bareSeconds(url: string, isDone: () => boolean): Promise<number> {
  const transport = createTransport({ url, pool: true, maxConnections: 10, maxMessages: 1000 })
  const begun = performance.now()
  const text = 'Lightning within 7.6 miles of Fairground. All clear 30 minutes after the last strike.'
  const from = 'Skywarden <no-reply@skywarden.test>'
  for (let sent = 0; sent < people; sent += 500) {
    await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        transport.sendMail({ from, to: `person${sent + n}@county.test`, subject: 'Lightning delay', text }),
      ),
    )
  }
  while (!isDone()) await sleep(5)
  transport.close()
  return (performance.now() - begun) / 1000
}

async function strike(feedKey: string) {
  const now = new Date().toISOString()
  const hour = new Date(Date.now() - 3_600_000).toISOString()
  await fetch(baseUrl + ingestStrikes.path, {
    method: ingestStrikes.method,
    headers: { authorization: `Bearer ${feedKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      strikes: [{ id: `bench ${now}`, time: now, ...place }],
      coverage: [{ from: hour, to: now }],
    }),
  })
}

async function stop({ process: child }: Started) {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Measures the time from one strike that affects ten thousand people until a mail server has the last message. */
export async function measureNotifications(): Promise<void> {
  const postgres = await makeOutsidePostgres()
  await postgres.start()
  const mail = await openMailServer()
  try {
    const bare = await bareSeconds(mail.url, () => mail.taken() >= people)
    mail.forget()
    await stop(await startServer('house.ts', port, postgres.url, baseUrl, mail.url))
    await addPeople(postgres.url)
    const house = await startServer('house.ts', port, postgres.url, baseUrl, mail.url)
    const { token, feedKey = '' } = house
    const ring = await someRing(baseUrl, token)
    const quiet = await ring.stateTimes(asked => asked >= 300)

    const begun = performance.now()
    await strike(feedKey)
    const takenMs = performance.now() - begun
    let firstMs = 0
    const meanwhile = await ring.stateTimes(() => {
      if (firstMs === 0 && mail.taken() > 0) firstMs = performance.now() - begun
      return mail.recipients.size >= people || performance.now() - begun > 120_000
    })
    const seconds = (performance.now() - begun) / 1000
    console.log(
      `  ${mail.recipients.size} people, ${mail.taken()} messages for one strike: the first after ${(firstMs / 1000).toFixed(1)} s, ` +
        `the last after ${seconds.toFixed(1)} s (target ${target.seconds}); nodemailer alone ${bare.toFixed(1)} s, ratio ${(seconds / bare).toFixed(1)}`,
    )
    console.log(`  the strike was recorded and sent to screens after ${(takenMs / 1000).toFixed(1)} s`)
    console.log(
      `  ring state request, p99: ${p99(quiet).toFixed(1)} ms before, ${p99(meanwhile).toFixed(1)} ms during it, ` +
        `ratio ${(p99(meanwhile) / p99(quiet)).toFixed(1)}`,
    )
    if (seconds > target.seconds || mail.taken() !== people) process.exitCode = 1
    await stop(house)
  } finally {
    await mail.close()
    await postgres.remove()
  }
}
