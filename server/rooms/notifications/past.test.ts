import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { dayMs, hourMs, later, minuteMs } from '#server/platform/clock'
import { createQueueEmail } from '#server/rooms/notifications/index'
import { loadPeople } from './recipients.ts'
import { deleteDeliveriesBefore } from './store/deliveries.ts'
import { openNotifyingWorld } from './notifying.testing.ts'

/** More than the maximum number of parameters in one statement. */
const tooMany = 70_001

const { store, clock, world } = await openNotifyingWorld()
afterAll(() => store.close())

it('notifies people after two weeks of storms', async () => {
  const person = await world.person()
  await sql`
    with told as (
      insert into notifications (customer_id, user_id, event, topic, kind, round, ring, event_type, message, told, because,
        simulated, created_at)
      select ${world.customerId}, ${person.id}, 'delay 0', ${`lightning ${person.locationId}`}, 'again', n, 1, 'Lightning',
        '', true, '', false, ${later(clock.now(), -dayMs)}
      from generate_series(1, ${tooMany}) as n returning id
    )
    insert into outbox (channel, recipient, subject, sealed_text, state, attempts, created_at, next_attempt_at, expires_at,
      user_id, notification_id)
    select 'email', ${person.email}, '', '', 'superseded', 1, ${clock.now()}, ${clock.now()}, ${clock.now()},
      ${person.id}, id from told`.execute(store.db)
  const delay = await world.open(person)
  await world.tell()
  await world.end(person, delay)
  await world.tell()
  const { rows } = await sql<{ kind: string; told: boolean }>`
    select kind, told from notifications where event = ${`delay ${delay}`} order by id`.execute(store.db)
  expect(rows).toEqual([
    { kind: 'opened', told: true },
    { kind: 'ended', told: true },
  ])
}, 60_000)

it('looks up any number of people at once', async () => {
  const ids = Array.from(
    { length: tooMany },
    (_, n) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`,
  )
  expect(await loadPeople(store.db, ids)).toEqual(new Map())
})

it('keeps account messages as long as notifications, and never deletes waiting ones', async () => {
  const queueEmail = createQueueEmail(world.secrets)
  const word = { customerId: null, to: 'one@one.test', text: '', expiresAt: later(clock.now(), hourMs) }
  await store.db.transaction().execute(async tx => {
    for (const subject of ['old', 'new', 'waits'])
      await queueEmail(tx, { ...word, subject, dedupeKey: subject }, later(clock.now(), -100 * dayMs))
  })
  await sql`update outbox set state = 'sent', settled_at = ${later(clock.now(), -91 * dayMs)} where subject = 'old'`.execute(
    store.db,
  )
  await sql`update outbox set state = 'sent', settled_at = ${later(clock.now(), -89 * dayMs)} where subject = 'new'`.execute(
    store.db,
  )
  await deleteDeliveriesBefore(store.db, 'system', later(clock.now(), -90 * dayMs + minuteMs))
  const { rows } = await sql<{ subject: string }>`
    select subject from outbox where notification_id is null order by id`.execute(store.db)
  expect(rows.map(({ subject }) => subject)).toEqual(['new', 'waits'])
})
