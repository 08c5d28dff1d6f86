import { createHmac } from 'node:crypto'
import { canonical } from './canonical.ts'
import type { Secrets } from './secrets.ts'
import type { Db, Tx } from './store/index.ts'

const purpose = 'entries of the audit and evidence chains'

/**
 * The key for each database. Keys are stored here because an entry is written within the transaction of any action, and
 * a room's actions have a transaction but no secret. All transactions of a database share its adapter.
 */
const keys = new WeakMap<object, Buffer>()

/**
 * Derives the key for codes in chains. It is never in the database, so someone who can write rows cannot make codes.
 */
export const chainKey = (secrets: Secrets): Buffer => secrets.keyFor(purpose)

/** From now on, gives entries that are written to this database a code made with this key. */
export function useChainKey(db: Db, key: Buffer): void {
  keys.set(db.getExecutor().adapter, key)
}

/** Returns a database's key. Throws if there is none: an entry without a code would look like a forged one. */
export function chainKeyOf(db: Db | Tx): Buffer {
  const key = keys.get(db.getExecutor().adapter)
  if (!key) throw new Error('This database is used without the key of its chains (useChainKey)')
  return key
}

/** Returns the code that proves that a holder of the key has written exactly this. */
export function codeOf(key: Buffer, statement: unknown): string {
  return createHmac('sha256', key).update(canonical(statement)).digest('hex')
}

/** The last entry of a chain, and how many entries there are up to it. */
export interface ChainHead {
  readonly chain: string
  readonly entries: number
  readonly head: string
}

/** The entries from before there was a key: how many there are, and a digest of all of them in order. */
export interface Unkeyed {
  readonly entries: number
  readonly digest: string
}
