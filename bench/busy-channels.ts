import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ingestStrikes } from '#contract/weather/lightning'
import { sendMassMessage } from '#contract/messages/mass-notify'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { startServer } from './servers.ts'

const people = 10_000
const rounds = 3
const port = 8196
const baseUrl = `http://localhost:${port}`
/** The maximum slowdown of a lightning text among ten thousand others or with a dead mail server. */
const target = { ratio: 3 }

/** Opens a mail server that greets and accepts everything, but never confirms. */
async function openDeadMailServer() {
  const sockets = new Set<Socket>()
  const server = createTcpServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {}) // the server gives up and reconnects
    socket.write('220 ready\r\n')
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      if (/^(EHLO|HELO|MAIL|RCPT)/i.test(text)) socket.write('250 fine\r\n')
      if (/^DATA/i.test(text)) socket.write('354 go on\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?tls=off`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Opens a text message provider that takes 20 ms per message, like the fastest real ones. */
async function openTextProvider() {
  let taken = 0
  let lightningAtMs: number | undefined
  const server = createServer((request, response) => {
    let form = ''
    request.on('data', (chunk: Buffer) => (form += chunk.toString()))
    request.on('end', () => {
      taken++
      if (form.includes('Lightning+within')) lightningAtMs ??= performance.now()
      setTimeout(
        () => response.writeHead(201).end(JSON.stringify({ sid: `SM${taken}`, status: 'queued' })),
        20,
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    async lightningAt(): Promise<number> {
      lightningAtMs = undefined
      const begun = performance.now()
      while (lightningAtMs === undefined) {
        if (performance.now() - begun > 120_000) throw new Error('No lightning text within two minutes')
        await sleep(1)
      }
      return lightningAtMs
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Adds one person with their own place per round, and ten thousand who receive only administrators' messages. */
async function addPeople(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: number }>(`
    with admin as (select customer_id from users where user_name = 'admin@demo.test'),
    crowd as (insert into user_groups (customer_id, name, created_at)
      select customer_id, 'The crowd', now() from admin returning id, customer_id),
    heard as (
      insert into users (id, customer_id, user_group_id, user_name, first_name, phone_number, role, created_at, alert_times_enabled)
      select gen_random_uuid(), customer_id, id, 'crowd' || n, 'Person', '4055' || lpad(n::text, 6, '0'), 'SubUser', now(), false
      from crowd, generate_series(1, ${people}) as n),
    watcher as (
      insert into users (id, customer_id, user_name, first_name, email, phone_number, role, created_at, alert_times_enabled,
        sms_notifications)
      select gen_random_uuid(), customer_id, 'watcher', 'Watcher', 'watcher@one.test', '4055559999', 'Customer', now(),
        false, true from admin returning id, customer_id),
    places as (
      insert into locations (customer_id, user_id, label, latitude, longitude, radius1, radius2, radius3, radius4,
        all_clear_minutes, flags, forecast_location, is_given, created_at, updated_at)
      select customer_id, id, 'Fairground ' || n, 30 + n, -110, 8, 0, 0, 0, 30, 0, false, true, now(), now()
      from watcher, generate_series(1, ${3 * rounds}) as n)
    select id from crowd`)
  await client.end()
  return String(rows[0]?.id)
}

async function strike(feedKey: string, place: number) {
  const now = new Date().toISOString()
  const response = await fetch(baseUrl + ingestStrikes.path, {
    method: ingestStrikes.method,
    headers: { authorization: `Bearer ${feedKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      strikes: [{ id: `bench ${place}`, time: now, latitude: 30 + place, longitude: -110 }],
    }),
  })
  if (!response.ok) throw new Error(`The strike was rejected: ${response.status} ${await response.text()}`)
}

const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

/**
 * Measures how long a lightning text takes: alone, with a dead mail server, and behind a message to ten thousand
 * people.
 */
export async function measureBusyChannels(): Promise<void> {
  const postgres = await makeOutsidePostgres()
  await postgres.start()
  const [mail, texts] = [await openDeadMailServer(), await openTextProvider()]
  const start = (smtpUrl: string) =>
    startServer('house.ts', port, postgres.url, baseUrl, smtpUrl, '0', texts.url)
  async function stop({ process: child }: Awaited<ReturnType<typeof start>>) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  let place = 0
  async function textTimes(feedKey: string): Promise<number> {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now()
      const arrives = texts.lightningAt()
      await strike(feedKey, ++place)
      times.push((await arrives) - begun)
    }
    return median(times)
  }
  try {
    await stop(await start('smtp://127.0.0.1:1'))
    const crowd = await addPeople(postgres.url)

    const alone = await start('smtp://127.0.0.1:1')
    const aloneMs = await textTimes(alone.feedKey ?? '')
    await stop(alone)

    const withDeadMail = await start(mail.url)
    const withDeadMailMs = await textTimes(withDeadMail.feedKey ?? '')
    const { token, feedKey = '' } = withDeadMail
    const response = await fetch(baseUrl + sendMassMessage.path, {
      method: sendMassMessage.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        key: randomUUID(),
        recipients: [crowd],
        channel: 1,
        message: 'The gates open at noon.',
        expected: people,
      }),
    })
    if (!response.ok) throw new Error(`The message was rejected: ${response.status} ${await response.text()}`)
    const takenBefore = texts.taken()
    while (texts.taken() < takenBefore + 20) await sleep(5)
    const behindMs = await textTimes(feedKey)
    const left = takenBefore + people - texts.taken()
    console.log(
      `  a lightning text alone: ${(aloneMs / 1000).toFixed(2)} s from the strike to its provider (median of ${rounds})`,
    )
    console.log(
      `  with a mail server that hangs: ${(withDeadMailMs / 1000).toFixed(2)} s, ratio ${(withDeadMailMs / aloneMs).toFixed(1)} (target ${target.ratio})`,
    )
    console.log(
      `  also behind a message to ${people} people, ${left} of them still waiting: ${(behindMs / 1000).toFixed(2)} s, ratio ${(behindMs / aloneMs).toFixed(1)} (target ${target.ratio})`,
    )
    if (Math.max(withDeadMailMs, behindMs) > target.ratio * aloneMs) process.exitCode = 1
    await stop(withDeadMail)
  } finally {
    mail.close()
    texts.close()
    await postgres.remove()
  }
}
