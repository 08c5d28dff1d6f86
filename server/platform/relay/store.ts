import { anyOf } from '#server/platform/store/any-of'
import { sql, type Generated } from 'kysely'
import { lockForAppend } from '#server/platform/store/append-log'
import type { Db, Tx } from '#server/platform/store/index'

type Tables = {
  products: {
    position: Generated<number>
    name: string
    key: string | null
    origin: string
    simulated: boolean
    at: Date
    body: Buffer
  }
}
const tables = (db: Db) => db.withTables<Tables>()

export interface Product {
  readonly name: string
  /** The key of the events that it replaces; null if it replaces nothing. */
  readonly key: string | null
  readonly origin: string
  readonly simulated: boolean
  readonly at: Date
  readonly body: Buffer
}

export async function appendProducts(tx: Tx, products: readonly Product[]): Promise<void> {
  await lockForAppend(tx, 'products')
  for (const product of products) {
    await tables(tx)
      .insertInto('products')
      .values(product)
      .onConflict(conflict =>
        conflict.columns(['name', 'key']).doUpdateSet({
          position: sql`default`,
          origin: product.origin,
          simulated: product.simulated,
          at: product.at,
          body: product.body,
        }),
      )
      .execute()
  }
}

/** The maximum number of rows that one read returns; a read with fewer rows is the last. Images are large. */
export const productsAtOnce = 20

/** Returns events of other processes after a position. Of those before `since`, returns only the newest of each key. */
export function productsAfter(
  db: Db,
  position: number,
  {
    since,
    except,
    simulated,
  }: { readonly since: number; readonly except: string; readonly simulated: boolean },
): Promise<(Pick<Product, 'name' | 'key' | 'at' | 'body'> & { position: number })[]> {
  return tables(db)
    .selectFrom('products')
    .select(['position', 'name', 'key', 'at', 'body'])
    .where('position', '>', position)
    .where('origin', '<>', except)
    .where('simulated', '=', simulated)
    .where(eb => eb.or([eb('key', 'is not', null), eb('position', '>', since)]))
    .orderBy('position')
    .limit(productsAtOnce)
    .execute()
}

/** Returns all rows, without their bodies. */
export function productsKept(
  db: Db,
): Promise<(Pick<Product, 'name' | 'key' | 'at'> & { position: number })[]> {
  return tables(db).selectFrom('products').select(['position', 'name', 'key', 'at']).execute()
}

export async function deleteProducts(db: Db, positions: readonly number[]): Promise<void> {
  if (positions.length === 0) return
  await tables(db).deleteFrom('products').where('position', '=', anyOf(positions, 'bigint')).execute()
}
