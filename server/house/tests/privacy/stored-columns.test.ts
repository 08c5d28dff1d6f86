import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/platform/store/index'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { columnsOfPeople, namedLikePeople } from './columns-of-people.testing.ts'

/** Column names that are likely to be about a person. */
const likePeople = new RegExp(
  [
    '(^|_)(e?mails?|phone|users?|person|people|actor|acting|sender|requester|recipient)(_|$)',
    '(^|_)(creator|asker|owner|author|viewer|visitor|driver|contact|member|employee)(_|$)',
    '(first|last|full|user)_name',
    '_by(_id)?$',
    '^reply_to$',
    '^account_id$',
  ].join('|'),
)
/** Groups of people are not data about a person. */
const ofGroups = /\.user_group_id$/

const known = [...Object.values(columnsOfPeople).flat(), ...Object.keys(namedLikePeople)]

async function columnsIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`.execute(db)
  return rows.map(({ name }) => name)
}

async function referencesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where confrelid = 'users'::regclass and contype = 'f' and attname <> 'customer_id'`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns the columns about people that have no stated purpose. */
async function unexplained(db: Db): Promise<string[]> {
  const named = (await columnsIn(db)).filter(
    name => likePeople.test(name.split('.')[1] ?? '') && !ofGroups.test(name),
  )
  const all = new Set([...named, ...(await referencesIn(db))])
  return [...all].filter(name => !known.includes(name)).toSorted()
}

describe('columns about people', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore()
  })
  afterAll(() => store.close())

  it('belong to a kind of stored data, or have a reason why not', async () => {
    expect((await referencesIn(store.db)).length).toBeGreaterThan(15)
    expect(await unexplained(store.db)).toEqual([])
  })

  it('exist, and are named once', async () => {
    const columns = await columnsIn(store.db)
    expect(known.filter(name => !columns.includes(name))).toEqual([])
    expect(known.filter((name, index) => known.indexOf(name) !== index)).toEqual([])
  })

  it('are found when somebody adds a table without declaring them', async () => {
    await sql`
      create table visits (host uuid references users, contact_phone text, noted_by text, place text)`.execute(
      store.db,
    )
    expect(await unexplained(store.db)).toEqual(['visits.contact_phone', 'visits.host', 'visits.noted_by'])
    await sql`drop table visits`.execute(store.db)
  })
})
