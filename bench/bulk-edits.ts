import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Call } from '#contract/call'
import { ingestStrikes } from '#contract/weather/lightning'
import { live } from '#contract/live'
import { addPolicy } from '#contract/places/policy-changes'
import { importUsers } from '#contract/people/people'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { startServer } from './servers.ts'

const people = 20_000
const sirens = 300
const strikes = 50_000
const strikesAtOnce = 2000
/** The maximum number of rows in an imported table. */
const importedAtOnce = 2000
const port = 8197
const baseUrl = `http://localhost:${port}`
/** How long a screen's lease is valid, and how long edits may stay unread before All Clear is withdrawn. */
const target = { quietSeconds: 15, unreadSeconds: 10 }

/** Adds sirens and twenty thousand people, each with their own place, to the demo's first customer. */
async function addEverybody(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    with admin as (select customer_id from users where user_name = 'admin@demo.test'),
    person as (
      insert into users (id, customer_id, user_group_id, user_name, first_name, last_name, email, role, created_at)
      select gen_random_uuid(), admin.customer_id, (select min(id) from user_groups where customer_id = admin.customer_id),
        'person' || n || '@county.test', 'Person', n::text, 'person' || n || '@county.test', 'Customer', now()
      from admin, generate_series(1, ${people}) as n returning id, customer_id
    )
    insert into locations (customer_id, user_id, label, latitude, longitude, radius1, radius2, radius3, radius4,
      all_clear_minutes, flags, forecast_location, is_given, created_at, updated_at)
    select customer_id, id, 'Home', 33 + random() * 4, -100 + random() * 5, 8, 0, 0, 0, 30, 0, false, true, now(), now()
    from person`)
  await client.query(`
    with admin as (select customer_id from users where user_name = 'admin@demo.test'),
    device as (
      insert into devices (customer_id, device, model, name, latitude, longitude, time_zone, sealed_key, key_changed_at,
        is_simulated, created_at, updated_at)
      select customer_id, 'ows-bulk-' || n, 'OWS', 'Bulk ' || n, 33 + random() * 4, -100 + random() * 5, 'CST', '', now(),
        true, now(), now()
      from admin, generate_series(1, ${sirens}) as n returning id, customer_id
    )
    insert into sirens (device_id, customer_id, radius_miles, all_clear_minutes, duration, frequency,
      all_clear_duration, all_clear_frequency)
    select id, customer_id, 8, 30, 10, 1, 10, 1 from device`)
  const { rows } = await client.query<{ name: string }>(
    `select name from user_groups where customer_id = (select customer_id from users where user_name = 'admin@demo.test')
     order by id desc limit 1`,
  )
  await client.end()
  return rows[0]?.name ?? ''
}

async function send(call: Call, token: string, body: object): Promise<void> {
  const reply = await fetch(baseUrl + call.path, {
    method: call.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${call.name} returned ${reply.status}: ${await reply.text()}`)
}

/** Sends an hour-long storm, far enough from every place to cause no delay. */
async function sendStorm(feedKey: string) {
  for (let sent = 0; sent < strikes; sent += strikesAtOnce) {
    const some = Array.from({ length: strikesAtOnce }, (_, index) => ({
      id: `bulk ${sent + index}`,
      time: new Date(Date.now() - Math.random() * 3_000_000).toISOString(),
      latitude: 33 + Math.random() * 4,
      longitude: -90 + Math.random() * 5,
    }))
    await send(ingestStrikes, feedKey, { strikes: some })
  }
}

/** Subscribes, and measures the longest time without a lease renewal, in seconds. */
function listen(token: string) {
  let [lastMs, longestMs] = [performance.now(), 0]
  const asked = request(
    new URL(live.path, baseUrl),
    { headers: { authorization: `Bearer ${token}` } },
    reply => {
      reply.on('data', (piece: Buffer) => {
        if (!piece.includes('"validForMs"')) return
        longestMs = Math.max(longestMs, performance.now() - lastMs)
        lastMs = performance.now()
      })
      reply.on('error', () => {}) // closed here
    },
  )
  asked.on('error', () => {}).end()
  return {
    reset: () => void (longestMs = 0),
    longestSeconds: () => Math.max(longestMs, performance.now() - lastMs) / 1000,
    close: () => asked.destroy(),
  }
}

async function unreadSeconds(): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  return Number(/^skywarden_changes_age_seconds (\S+)$/m.exec(text)?.[1])
}

/** Measures how bulk edits affect viewers: how long they receive nothing, and how late edits take effect. */
export async function measureBulkEdits(): Promise<void> {
  const postgres = await makeOutsidePostgres()
  await postgres.start()
  try {
    const first = await startServer('house.ts', port, postgres.url, baseUrl)
    first.process.kill('SIGTERM')
    await once(first.process, 'exit')
    const otherGroup = await addEverybody(postgres.url)
    const house = await startServer('house.ts', port, postgres.url, baseUrl)
    const { token, feedKey = '' } = house
    await sendStorm(feedKey)
    const listener = listen(token)

    async function measure(what: string, edit: () => Promise<void>) {
      await sleep(6000)
      listener.reset()
      const begunMs = performance.now()
      let [latest, isDone] = [0, false]
      const editing = edit().then(() => (isDone = true))
      let respondedMs = 0
      for (let settled = 0; settled < 10;) {
        await sleep(500)
        if (isDone && respondedMs === 0) respondedMs = performance.now() - begunMs
        const unread = await unreadSeconds()
        latest = Math.max(latest, unread)
        settled = isDone && unread < 1.5 ? settled + 1 : 0
      }
      await editing
      const quiet = listener.longestSeconds()
      console.log(
        `  ${what}: responded after ${(respondedMs / 1000).toFixed(1)} s; longest without a lease ${quiet.toFixed(1)} s ` +
          `(normally 4.5, lease ${target.quietSeconds}), edits applied at most ${latest.toFixed(1)} s late (limit ${target.unreadSeconds})`,
      )
      if (quiet >= target.quietSeconds || latest >= target.unreadSeconds) process.exitCode = 1
    }

    console.log(`  ${people} people with a place each, ${sirens} sirens, ${strikes} strikes in the last hour`)
    await measure('nothing', () => sleep(10_000))
    await measure('a policy that widens every ring', () =>
      send(addPolicy, token, {
        policyTypeShortName: 'LR1',
        threshold: 12,
        allClearMinutes: 30,
        sites: [],
        allGroups: true,
        notificationActions: [],
      }),
    )
    const header = 'First Name,Last Name,Email,Phone,Permission Level,User Group,Time Zone'
    const rows = Array.from(
      { length: people },
      (_, n) => `Person,${n + 1},person${n + 1}@county.test,,Customer,${otherGroup},CST`,
    )
    await measure('imports that move everyone to another group', async () => {
      for (let start = 0; start < people; start += importedAtOnce) {
        const text = [header, ...rows.slice(start, start + importedAtOnce), ''].join('\r\n')
        await send(importUsers, token, { text, apply: true })
      }
    })
    listener.close()
    house.process.kill('SIGTERM')
    await once(house.process, 'exit')
  } finally {
    await postgres.remove()
  }
}
