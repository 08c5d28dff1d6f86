import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ingestStrikes } from '#contract/weather/lightning'
import { createWebhook } from '#contract/messages/webhooks'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { startServer, type Started } from './servers.ts'

const rounds = 5
const deadReceivers = 19
const port = 8197
const baseUrl = `http://localhost:${port}`
/** The maximum slowdown with receivers that never respond. */
const target = { ratio: 2 }

/** Opens a receiver that records when a lightning report arrives, and either responds or never does. */
async function openReceiver(kind: string, answer: (response: ServerResponse) => void) {
  let arrivedMs: number | undefined
  let taken = 0
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      taken++
      if (text.includes(kind)) arrivedMs ??= performance.now()
      answer(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    async arrival(): Promise<number> {
      arrivedMs = undefined
      const begun = performance.now()
      while (arrivedMs === undefined) {
        if (performance.now() - begun > 60_000) throw new Error(`No ${kind} within a minute`)
        await sleep(1)
      }
      return arrivedMs
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Adds one organization place per round, followed by a person who is notified by text message. */
async function addPlaces(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    with admin as (select customer_id from users where user_name = 'admin@demo.test'),
    watcher as (
      insert into users (id, customer_id, user_name, first_name, email, phone_number, role, created_at, alert_times_enabled,
        sms_notifications)
      select gen_random_uuid(), customer_id, 'watcher', 'Watcher', null, '4055559999', 'Admin', now(), false, true
      from admin returning id, customer_id),
    defined as (
      insert into organization_locations (customer_id, name, address, latitude, longitude, created_at, updated_at)
      select customer_id, 'Fairground ' || n, '', 30 + n, -110, now(), now()
      from admin, generate_series(1, ${2 * rounds}) as n returning id, customer_id, name, latitude, longitude)
    insert into locations (customer_id, user_id, organization_location_id, label, latitude, longitude, radius1, radius2,
      radius3, radius4, all_clear_minutes, flags, forecast_location, is_given, created_at, updated_at)
    select defined.customer_id, watcher.id, defined.id, name, latitude, longitude, 8, 0, 0, 0, 30, 0, false, true, now(), now()
    from defined, watcher`)
  await client.end()
}

async function ask(path: string, method: string, token: string, body: object) {
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

/** Measures how long webhooks and text messages take from the strike: alone, and with receivers that never respond. */
export async function measureWebhooks(): Promise<void> {
  const postgres = await makeOutsidePostgres()
  await postgres.start()
  const brisk = await openReceiver('"type":"DELAY"', response => response.writeHead(204).end())
  const dead = await openReceiver('"type":"DELAY"', () => {})
  const texts = await openReceiver('Lightning+within', response =>
    response.writeHead(201).end(JSON.stringify({ sid: 'SM1', status: 'queued' })),
  )
  const start = () =>
    startServer('house.ts', port, postgres.url, baseUrl, 'smtp://127.0.0.1:1', '0', texts.url, '127.0.0.0/8')
  async function stop({ process: child }: Started) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  let place = 0
  async function strikeTimes(feedKey: string) {
    const [hooks, messages]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const arrivals = Promise.all([brisk.arrival(), texts.arrival()])
      const begun = performance.now()
      const time = new Date().toISOString()
      const strike = { id: `bench ${++place}`, time, latitude: 30 + place, longitude: -110 }
      await ask(ingestStrikes.path, ingestStrikes.method, feedKey, { strikes: [strike] })
      const [hook, message] = await arrivals
      hooks.push(hook - begun)
      messages.push(message - begun)
    }
    return { hookMs: median(hooks), messageMs: median(messages) }
  }
  const add = (token: string, name: string, url: string) =>
    ask(createWebhook.path, createWebhook.method, token, { name, url, events: ['DELAY'] })
  try {
    await stop(await start())
    await addPlaces(postgres.url)
    const house = await start()
    const { token, feedKey = '' } = house
    await add(token, 'Brisk', `${brisk.url}/`)
    const alone = await strikeTimes(feedKey)
    for (let number = 1; number <= deadReceivers; number++)
      await add(token, `Dead ${number}`, `${dead.url}/${number}`)
    const withDead = await strikeTimes(feedKey)
    const ratios = [withDead.hookMs / alone.hookMs, withDead.messageMs / alone.messageMs]
    const shown = (ms: number) => `${(ms / 1000).toFixed(2)} s`
    console.log(
      `  from the strike, alone: webhook ${shown(alone.hookMs)}, text message ${shown(alone.messageMs)}`,
    )
    console.log(
      `  with ${deadReceivers} receivers that never respond (${dead.taken()} attempts hang there): webhook ${shown(withDead.hookMs)}, text message ${shown(withDead.messageMs)}; ratios ${ratios.map(ratio => ratio.toFixed(1)).join(' and ')} (target ${target.ratio})`,
    )
    if (Math.max(...ratios) > target.ratio) process.exitCode = 1
    await stop(house)
  } finally {
    brisk.close()
    dead.close()
    texts.close()
    await postgres.remove()
  }
}
