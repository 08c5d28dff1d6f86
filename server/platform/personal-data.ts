import type { RetentionKind } from '#domain/privacy/retention'
import type { SectionName } from '#domain/privacy/stored-data'
import type { Db, Tx } from '#server/platform/store/index'
import { sql } from 'kysely'

/** A person in the rooms' tables: by ID, and by the addresses that messages went to. */
export interface PersonOfCustomer {
  readonly id: string
  readonly customerId: number
  readonly email: string | null
  readonly phoneNumber: string | null
  /** Whether another account of the customer has the same address, in which case messages to it are also theirs. */
  readonly isEmailShared: boolean
  readonly isPhoneShared: boolean
}

/** One entry of the file that a person downloads. Times are dates and become ISO strings in UTC. */
export type Entry = Readonly<Record<string, unknown>>

/** Reads the entries of one section in parts, so they are never all in memory at the same time. */
export type ReadSection = (db: Db, person: PersonOfCustomer) => AsyncIterable<readonly Entry[]>

/** Deletes some of a customer's data about people, older than a number of days. Returns the number of rows. */
export type DeleteOlder = (
  db: Db,
  customerId: number,
  limit: { readonly days: number; readonly most: number },
) => Promise<number>

/**
 * Forgets data that was written about people while they were being deleted, or that was left by a version that deleted
 * less. No statement changes more rows than `most`; returns that many while there may be more.
 */
export type ForgetStrays = (db: Db, most: number) => Promise<number>

/** What one room stores about people. The house collects these; rooms cannot see each other's tables. */
export interface PersonalData {
  readonly sections?: Partial<Readonly<Record<SectionName, ReadSection>>>
  /** Deletes what goes with the account, and removes addresses from what stays, in the deletion's transaction. */
  readonly forget?: (tx: Tx, person: PersonOfCustomer) => Promise<void>
  readonly forgetStrays?: ForgetStrays
  readonly deleteOlder?: Partial<Readonly<Record<RetentionKind, DeleteOlder>>>
}

/**
 * Returns a function that deletes rows that are too old by one of their time columns, for the store that owns the
 * table.
 */
export function rowsOlderBy(table: string, time: string): DeleteOlder {
  return async (db, customerId, { days, most }) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)}
        where customer_id = ${customerId} and ${sql.ref(time)} < now() - make_interval(days => ${days})
        limit ${most})`.execute(db)
    return Number(numAffectedRows ?? 0n)
  }
}

const rowsAtOnce = 500

/** Reads a section in order of row number, which is not part of the entries. */
export function inPages<Row extends { readonly id: number }>(
  read: (db: Db, person: PersonOfCustomer, page: { after: number; count: number }) => Promise<readonly Row[]>,
): ReadSection {
  return async function* pages(db, person) {
    for (let after = 0; ;) {
      const rows = await read(db, person, { after, count: rowsAtOnce })
      yield rows.map(withoutNumber)
      const last = rows.at(-1)
      if (!last || rows.length < rowsAtOnce) return
      after = last.id
    }
  }
}

function withoutNumber(row: { readonly id: number }): Entry {
  const { id: _, ...entry } = row
  return entry
}

/** Reads a section that is always small. */
export function atOnce(read: (db: Db, person: PersonOfCustomer) => Promise<readonly Entry[]>): ReadSection {
  return async function* pages(db, person) {
    yield await read(db, person)
  }
}
