import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:https'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import webPush from 'web-push'
import { later, minuteMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { askBy } from '#server/platform/outside/index'
import { silentLog } from '#server/platform/log'
import { openStore, type Db } from '#server/platform/store/index'
import { migrate, readMigrations } from '#server/platform/store/migrate'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { migrationsFolder } from '#server/migrations-folder'
import { storeOnlyChannel } from '#server/rooms/notifications/channels/channel'
import { makeVapidKeys, pushChannel } from '#server/rooms/notifications/channels/push'
import { sendDue, NotifyingWorld } from '#server/rooms/notifications/notifying.testing'

const people = 10_000
const atOnce = 20
const target = { loopMs: 20 }
const idleMs = 10_000
const subject = 'mailto:bench@example.org'

/** A push service on its own thread, over HTTPS like real ones, and a few milliseconds away. */
const service = `
  const { createServer } = require('node:https')
  const { parentPort } = require('node:worker_threads')
  const { dirname, join } = require('node:path')
  // An existing certificate that no client trusts.
  const getTlsOptions = require(join(dirname(require.resolve('smtp-server')), 'tls-options.js'))
  let taken = 0
  const server = createServer(getTlsOptions(), (request, response) => {
    request.resume()
    request.on('end', () => setTimeout(() => { taken++; response.writeHead(201).end() }, 5))
  }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
  parentPort.on('message', () => { parentPort.postMessage(taken); taken = 0 })
`

interface Browser {
  readonly userId: string
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

async function addBrowsers(world: NotifyingWorld, origin: string): Promise<Browser[]> {
  const browsers = Array.from({ length: people }, () => ({
    userId: randomUUID(),
    endpoint: `${origin}/${randomUUID()}`,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }))
  const rows = browsers.map(({ userId, endpoint, keys }) => ({
    userId,
    endpoint,
    sealed: world.secrets.seal(JSON.stringify(keys)),
  }))
  const some = sql`json_to_recordset(${JSON.stringify(rows)}::json) as one("userId" uuid, endpoint text, sealed text)`
  await sql`
    insert into users (id, customer_id, user_name, first_name, role, created_at)
    select "userId", ${world.customerId}, "userId"::text, 'Person', 'Customer', now() from ${some}`.execute(
    world.db,
  )
  await sql`
    insert into oidc_records (model, id, payload, uid, account_id, expires_at)
    select 'Session', "userId", '{}', "userId", "userId", now() + interval '14 days' from ${some}`.execute(
    world.db,
  )
  await sql`
    insert into push_subscriptions (customer_id, user_id, endpoint, sealed_keys, created_at, session_id)
    select ${world.customerId}, "userId", endpoint, sealed, now(), "userId" from ${some}`.execute(world.db)
  await sql`analyze`.execute(world.db)
  return browsers
}

async function queue(world: NotifyingWorld): Promise<void> {
  const now = world.clock.now()
  const text = world.secrets.seal('Lightning within 7.6 miles of Stadium. Stay in a safe place.')
  await sql`
    insert into outbox (customer_id, channel, recipient, subject, sealed_text, created_at, next_attempt_at, expires_at,
      user_id, tone, priority)
    select customer_id, 'push', 'push:' || user_id, 'Lightning delay: Stadium', ${text}, ${now}, ${now},
      ${later(now, 10 * minuteMs)}, user_id, 'danger', 0
    from push_subscriptions`.execute(world.db)
}

async function countSent(db: Db): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from outbox where state = 'sent'`.execute(db)
  return rows[0]?.sent ?? 0
}

/**
 * Measures the longest time that this thread worked without a break, in CPU time, which excludes other work on the
 * machine.
 */
function watchWork() {
  let longestMs = 0
  let { user, system } = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = process.threadCpuUsage()
    longestMs = Math.max(longestMs, (now.user - user + now.system - system) / 1000)
    ;({ user, system } = now)
  }, 1)
  return () => {
    clearInterval(timer)
    return longestMs
  }
}

async function timed(work: () => Promise<unknown>) {
  const worked = watchWork()
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1000
  loop.disable()
  const workedMs = worked()
  const [heldMs, p99Ms] = [loop.max / 1e6, loop.percentile(99) / 1e6]
  const held =
    `event loop blocked for at most ${heldMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ` +
    `${workedMs.toFixed(1)} ms at most by this thread's work`
  return { workedMs, held, pace: `${seconds.toFixed(1)} s (${Math.round(people / seconds)} a second)` }
}

/** Measures danger pushes to ten thousand people, from the outbox to the push service and back. */
export async function measurePush(): Promise<void> {
  const worker = new Worker(service, { eval: true })
  const [port] = (await once(worker, 'message')) as [number]
  const postgres = await makeOutsidePostgres()
  await postgres.start()
  const store = await openStore({ databaseUrl: postgres.url, dataDir: '', log: silentLog })
  try {
    await migrate(store.db, readMigrations(migrationsFolder), new Date())
    const world = await NotifyingWorld.open(store.db, shiftedClock())
    const browsers = await addBrowsers(world, `https://127.0.0.1:${port}`)
    const vapid = makeVapidKeys()
    const newAgent = () => new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false })

    await queue(world)
    const { db, clock, secrets, ringsAt } = world
    const push = pushChannel({ db, secrets, clock, vapid, subject, post: askBy({ agent: newAgent() }) })
    const channels = { push, sms: storeOnlyChannel, email: storeOnlyChannel }
    // The baseline, which includes the effect of other programs on this machine.
    const idle = await timed(() => sleep(idleMs))
    console.log(`Idle: ${idle.held}`)
    const own = await timed(() =>
      sendDue({
        db,
        clock,
        secrets,
        leadership: world.keeping.leadership,
        channels,
        chance: Math.random,
        ringsAt,
      }),
    )
    console.log(`Skywarden: ${own.pace}, ${own.held}`)
    const sent = await countSent(db)
    if (sent !== people) throw new Error(`${sent} of ${people} were sent`)
    console.log(own.workedMs < target.loopMs ? 'within the target' : `OVER the target of ${target.loopMs} ms`)

    const agent = newAgent()
    const alone = await timed(async () => {
      const waiting = [...browsers]
      const payload = JSON.stringify({ title: 'Lightning delay: Stadium', body: 'Stay in a safe place.' })
      const one = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop())
          await webPush.sendNotification(next, payload, {
            vapidDetails: { subject, ...vapid },
            TTL: 600,
            agent,
          })
      }
      await Promise.all(Array.from({ length: atOnce }, one))
    })
    console.log(`web-push alone, ${atOnce} at once, without an outbox: ${alone.pace}, ${alone.held}`)
  } finally {
    await store.close()
    await postgres.remove()
    await worker.terminate()
  }
}
