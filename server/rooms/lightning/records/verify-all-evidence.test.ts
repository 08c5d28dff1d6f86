import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { insertDelays, lastEvidence } from '#server/rooms/lightning/store/delays'
import { addEvidence, type Evidence } from './evidence.ts'
import { evidenceHeads, unkeyedEvidence, verifyAllEvidence } from './verify-all-evidence.ts'

const now = new Date('2026-11-15T12:00:00.123Z')
let store: TestStore
let customerId: number
let userId: string

beforeAll(async () => {
  store = await freshStore()
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, created_at) values ('One', ${now}) returning id`.execute(store.db)
  customerId = rows[0]?.id ?? 0
  userId = crypto.randomUUID()
})
afterEach(() => sql`truncate delays cascade`.execute(store.db))
afterAll(() => store.close())

let locations = 0
async function openDelay(): Promise<number> {
  const delay = {
    customer_id: customerId,
    user_id: userId,
    location_id: ++locations,
    location_label: 'Stadium',
    ring: 1,
    radius_miles: 8,
    all_clear_minutes: 30,
    opened_at: now,
    ends_at: now,
    strikes: 1,
    simulated: false,
  }
  const [row] = await store.db.transaction().execute(tx => insertDelays(tx, [delay]))
  return row?.id ?? 0
}

function append(delayId: number, ...facts: unknown[]) {
  const evidence = facts.map((each): Evidence => ({ at: now, kind: 'extended', facts: each }))
  return store.db.transaction().execute(async tx => {
    await addEvidence(tx, [{ delayId, evidence }], await lastEvidence(tx, [delayId]))
  })
}

const check = () => verifyAllEvidence(store.db)

describe('all evidence', () => {
  it('is intact for any facts, through the database and back', async () => {
    const id = await openDelay()
    const anything = fc.oneof(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
      fc.constantFrom({ a: '\0' }, { a: '\ud800' }, { a: -0 }, { a: 1e21 }, { a: now }, { '\udc00': 1 }),
      fc.constant(JSON.parse('{"__proto__": {"a": 1}}') as unknown),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 20 }), async facts => {
        await append(id, ...facts)
        expect((await check()).faults).toEqual([])
      }),
      { numRuns: 8 },
    )
  })

  it.each([
    ['a changed fact', sql`update delay_evidence set facts = '{"n":9}' where place = 2`],
    ['an entry taken out', sql`delete from delay_evidence where place = 2`],
    [
      'the end of one delay cut off, with entries of others after it',
      sql`delete from delay_evidence where place = 3`,
    ],
    ['a delay that is gone as a whole', sql`delete from delays where id = (select min(id) from delays)`],
    ['entries that trade places', sql`update delay_evidence set place = 5 - place where place in (2, 3)`],
    ['a code that was made up', sql`update delay_evidence set mac = repeat('f', 64) where place = 4`],
    ['a place without a code', sql`update delay_evidence set mac = null where place = 4`],
    ['a code without a place', sql`update delay_evidence set place = null where place = 4`],
  ])('shows %s', async (_what, tamper) => {
    const [one, two] = [await openDelay(), await openDelay()]
    await append(one, { n: 1 }, { n: 2 }, { n: 3 })
    await append(two, { n: 1 })
    expect(await check()).toMatchObject({ entries: 4, delays: 2, faults: [], unkeyed: { entries: 0 } })
    await tamper.execute(store.db)
    expect((await check()).faults.length).toBeGreaterThan(0)
  })

  it('shows a cut-off end against what was recorded, and accepts what was added since', async () => {
    const id = await openDelay()
    await append(id, { n: 1 }, { n: 2 })
    const heads = await evidenceHeads(store.db)
    await append(id, { n: 3 })
    expect((await verifyAllEvidence(store.db, heads)).faults).toEqual([])
    await sql`delete from delay_evidence where place > 1`.execute(store.db)
    expect((await check()).faults).toEqual([])
    expect((await verifyAllEvidence(store.db, heads)).faults).toMatchObject([
      { because: expect.stringContaining('only 1 of the 2 anchored entries') },
    ])
    await append(id, { n: 20 })
    expect((await verifyAllEvidence(store.db, heads)).faults).toMatchObject([
      { because: expect.stringContaining('not the entry that was anchored as number 2') },
    ])
  })

  it('counts entries without a code', async () => {
    await append(await openDelay(), { n: 1 })
    await sql`update delay_evidence set place = null, mac = null`.execute(store.db)
    expect(await check()).toMatchObject({ faults: [], unkeyed: { entries: 1 } })
    expect(await unkeyedEvidence(store.db)).toEqual((await check()).unkeyed)
  })
})
