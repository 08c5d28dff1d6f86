import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { recordAudit, verifyChains, type AuditEntry } from '#server/platform/audit'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'

let store: Store
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
    expect(await verifyChains(store.db)).toEqual({ rows: 13, faults: [] })
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

  it('the entry commits or rolls back with the act itself', async () => {
    const failing = store.db.transaction().execute(async tx => {
      await recordAudit(tx, { by: 'system', customerId: null, action: 'half done', target: 'x' }, now)
      throw new Error('the act failed')
    })
    await expect(failing).rejects.toThrow('the act failed')
    expect((await verifyChains(store.db)).rows).toBe(0)
  })
})
