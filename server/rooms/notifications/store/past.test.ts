import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { adoptOldTopics } from './past.ts'

let store: Store
beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())

it('assigns the previous version’s per-ring topics to their place, and changes nothing else', async () => {
  const topics = ['lightning 12 2', 'lightning 12', 'warning 3', 'lightning 12 23']
  await sql`
    with customer as (insert into customers (name, created_at) values ('One', now()) returning id)
    insert into notifications (customer_id, user_id, event, topic, kind, round, event_type, message, told, because,
      simulated, created_at)
    select customer.id, gen_random_uuid(), topic, topic, 'opened', 0, 'Lightning', '', true, '', false, now()
    from customer, unnest(${topics}::text[]) as topic`.execute(store.db)
  await store.db.transaction().execute(tx => adoptOldTopics(tx, 'system', new Date(0)))
  const { rows } = await sql`select event, topic, ring from notifications order by id`.execute(store.db)
  expect(rows).toEqual([
    { event: 'lightning 12 2', topic: 'lightning 12', ring: 2 },
    { event: 'lightning 12', topic: 'lightning 12', ring: null },
    { event: 'warning 3', topic: 'warning 3', ring: null },
    { event: 'lightning 12 23', topic: 'lightning 12 23', ring: null },
  ])
})
