import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, Dialect, QueryResult } from 'kysely'

/** What a transaction does before anything else. If it throws there is no transaction. */
export type TransactionPrelude = (
  execute: (query: CompiledQuery) => Promise<QueryResult<unknown>>,
) => Promise<void>

const preludes = new AsyncLocalStorage<TransactionPrelude>()

/** Every transaction that begins within some work begins with this, whoever opens it. */
export function beginningWith<Result>(act: TransactionPrelude, work: () => Promise<Result>): Promise<Result> {
  return preludes.run(act, work)
}

/** The dialect, with transactions that do what they have to do first. */
export function withTransactionPrelude(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: db => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      const begin = driver.beginTransaction.bind(driver)
      driver.beginTransaction = async (connection, settings) => {
        await begin(connection, settings)
        const act = settings.accessMode === 'read only' ? undefined : preludes.getStore()
        await act?.(query => connection.executeQuery(query)).catch(async (error: unknown) => {
          await driver.rollbackTransaction(connection) // the library rolls back only what has begun whole
          throw error
        })
      }
      return driver
    },
  }
}
