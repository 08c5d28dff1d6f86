import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  hashOfEntry,
  recordActs,
  recordAudit,
  recordAuditBeforeUpgrade,
  type AuditEntry,
  type AuditRow,
} from '#server/platform/audit'
import { testChainKey } from '#server/platform/store/testing'
import { useChainKey } from '#server/platform/chain-key'
import { silentLog } from '#server/platform/log'
import { openStore } from '#server/platform/store/index'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { auditHeads, unkeyedActs, verifyChains } from '#server/platform/verify-audit'

let store: TestStore
let customers: number[]
const now = new Date('2026-11-15T12:00:00.123Z')

beforeAll(async () => {
  store = await freshStore()
  const added = await sql<{ id: number }>`
    insert into customers (name, created_at) values ('One', ${now}), ('Two', ${now}) returning id`.execute(
    store.db,
  )
  customers = added.rows.map(row => row.id)
})
afterEach(() => sql`truncate audit_log`.execute(store.db))
afterAll(() => store.close())

function record(act: Partial<AuditEntry> = {}) {
  const whole: AuditEntry = {
    by: 'system',
    customerId: customers[0] as number,
    action: 'tested',
    target: 'x',
    ...act,
  }
  return store.db.transaction().execute(tx => recordAudit(tx, whole, now))
}

describe('the audit log', () => {
  it('the chain stays intact for any values and with concurrent writers', async () => {
    const values = [null, 'text', 3.5, [1, { b: 2, a: 1 }], { z: [], a: { y: 'ö', x: null } }, undefined]
    await Promise.all(
      values.flatMap(after => customers.map(customerId => record({ customerId, after, before: after }))),
    )
    await record({ customerId: null })
    expect(await verifyChains(store.db)).toMatchObject({ rows: 13, faults: [], unkeyed: { entries: 0 } })
  })

  it.each([
    [
      'a changed word',
      sql`update audit_log set action = 'nothing' where id = (select min(id) + 1 from audit_log)`,
    ],
    [
      'a changed value',
      sql`update audit_log set after = '{"n":7}' where id = (select min(id) + 1 from audit_log)`,
    ],
    ['a row taken out', sql`delete from audit_log where id = (select min(id) + 1 from audit_log)`],
    [
      'a moved time',
      sql`update audit_log set at = at + interval '1 s' where id = (select min(id) from audit_log)`,
    ],
  ])('shows %s', async (_what, tamper) => {
    for (const n of [1, 2, 3]) await record({ after: { n } })
    expect((await verifyChains(store.db)).faults).toEqual([])
    await tamper.execute(store.db)
    expect((await verifyChains(store.db)).faults.length).toBeGreaterThan(0)
  })

  it('a customer cannot be deleted from under its chain, which stays verifiable', async () => {
    await record()
    const gone = sql`delete from customers where id = ${customers[0]}`.execute(store.db)
    await expect(gone).rejects.toThrow('audit_log')
    expect(await verifyChains(store.db)).toMatchObject({ rows: 1, faults: [] })
  })

  it('the entry commits or rolls back with the action itself', async () => {
    const failing = store.db.transaction().execute(async tx => {
      await recordAudit(tx, { by: 'system', customerId: null, action: 'half done', target: 'x' }, now)
      throw new Error('the act failed')
    })
    await expect(failing).rejects.toThrow('the act failed')
    expect((await verifyChains(store.db)).rows).toBe(0)
  })
})

/** Every kind of string and value that a person, a browser or a device may send. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme-composite' }),
  fc.constantFrom('\0', '\ud800', '\udc00x', 'e\u0301', '\u00e9', '__proto__', '\u2028', '\uFEFF', '\\u0000'),
)
const oddValue = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.constantFrom(-0, 1e21, 5e-324, Number.MAX_VALUE, 0.1 + 0.2, NaN, new Date(0), { at: new Date(1) }),
  fc.dictionary(oddText, fc.oneof(oddText, fc.double(), fc.constant(undefined))),
  fc.constant(JSON.parse('{"__proto__": {"a": [1, {"__proto__": 2}]}, "constructor": "x"}') as unknown),
  oddText,
)

describe('an honest entry never breaks a chain', () => {
  it('with any text and any value, through the database and back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(oddText, oddText, oddValue, oddValue), { minLength: 1, maxLength: 30 }),
        async entries => {
          const acts = entries.map(([target, reason, before, after]) => {
            return { by: 'system', action: 'tested', target, reason, before, after } as const
          })
          await store.db.transaction().execute(tx => recordActs(tx, null, acts, now))
          const { faults } = await verifyChains(store.db)
          await sql`truncate audit_log`.execute(store.db)
          expect(faults).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('with two processes that append at once, which keep one order', async () => {
    const other = await openStore({ databaseUrl: store.url, dataDir: '', log: silentLog })
    useChainKey(other.db, testChainKey)
    try {
      const act = { by: 'system', customerId: null, action: 'raced', target: 'x' } as const
      const both = [store.db, other.db].flatMap(db =>
        Array.from({ length: 15 }, () => db.transaction().execute(tx => recordAudit(tx, act, now))),
      )
      await Promise.all(both)
      expect(await verifyChains(store.db)).toMatchObject({ rows: 30, faults: [] })
      expect(await auditHeads(store.db)).toMatchObject([{ chain: 'house', entries: 30 }])
    } finally {
      await other.close()
    }
  })
})

/** Appends rows as someone could who knows our program and can write to the database, but has no key. */
async function forge(count: number, mac: string | null) {
  for (let each = 0; each < count; each++) {
    const { rows } = await sql<AuditRow>`select * from audit_log order by id desc limit 1`.execute(store.db)
    const { id: _, hash: before, number, mac: _mac, ...row } = rows[0] as AuditRow
    const forged = { ...row, action: 'forged', before: null, after: null, previous_hash: before }
    await sql`
      insert into audit_log (chain, at, customer_id, actor, action, target, previous_hash, hash, number, mac)
      values (${row.chain}, ${row.at}, ${row.customer_id}, ${row.actor}, 'forged', ${row.target}, ${before},
        ${hashOfEntry(forged)}, ${mac === null ? null : (number ?? 0) + 1}, ${mac})`.execute(store.db)
  }
}

describe('without the key', () => {
  it('an entry cannot be forged: a made-up code fails, and one without a code is counted', async () => {
    for (const n of [1, 2]) await record({ after: { n } })
    await forge(1, 'f'.repeat(64))
    expect((await verifyChains(store.db)).faults).toMatchObject([
      { because: "it was not written with this server's key" },
    ])
    await sql`delete from audit_log where action = 'forged'`.execute(store.db)
    await forge(1, null)
    await record({ after: { n: 3 } }) // a real entry after it does not make it real
    expect(await verifyChains(store.db)).toMatchObject({ unkeyed: { entries: 1 } })
    expect((await unkeyedActs(store.db)).entries).toBe(1)
  })

  it('an entry cannot be moved: rows that trade places are detected', async () => {
    for (const n of [1, 2, 3]) await record({ after: { n } })
    await sql`update audit_log set number = 5 - number where number in (2, 3)`.execute(store.db)
    expect((await verifyChains(store.db)).faults.length).toBeGreaterThan(0)
  })

  it('entries of the version before stay verifiable, and the keyed ones continue their count', async () => {
    const act = { by: 'system', customerId: customers[0] as number, action: 'before', target: 'x' } as const
    for (const after of [1, 2])
      await store.db.transaction().execute(tx => recordAuditBeforeUpgrade(tx, { ...act, after }, now))
    await record()
    expect(await verifyChains(store.db)).toMatchObject({ rows: 3, faults: [], unkeyed: { entries: 2 } })
    expect(await auditHeads(store.db)).toMatchObject([{ entries: 3 }])
  })
})

describe('against the ends that were recorded', () => {
  const cut = sql`delete from audit_log where id = (select max(id) from audit_log)`
  const gone = sql`delete from audit_log where chain <> 'house'`

  it.each([
    ['a cut-off tail', cut, /only 2 of the 3 anchored entries .* cut off/],
    ['a whole chain that is gone', gone, /only 0 of the 3 anchored entries/],
  ])('shows %s', async (_what, tamper, because) => {
    await record({ customerId: null })
    for (const n of [1, 2, 3]) await record({ after: { n } })
    const heads = await auditHeads(store.db)
    expect((await verifyChains(store.db, heads)).faults).toEqual([])
    await tamper.execute(store.db)
    expect((await verifyChains(store.db)).faults).toEqual([])
    expect((await verifyChains(store.db, heads)).faults).toMatchObject([
      { because: expect.stringMatching(because) },
    ])
  })

  it('shows a chain that was replaced and has grown beyond its recorded end, even with the key', async () => {
    for (const n of [1, 2]) await record({ after: { n } })
    const heads = await auditHeads(store.db)
    await sql`truncate audit_log`.execute(store.db)
    for (const n of [1, 20, 3]) await record({ after: { n } })
    expect((await verifyChains(store.db)).faults).toEqual([])
    expect((await verifyChains(store.db, heads)).faults).toMatchObject([
      { because: 'it is not the entry that was anchored as number 2' },
    ])
  })

  it('accepts entries that were added since', async () => {
    await record()
    const heads = await auditHeads(store.db)
    await record()
    expect((await verifyChains(store.db, heads)).faults).toEqual([])
  })
})
