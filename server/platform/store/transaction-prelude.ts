import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, Dialect, QueryResult } from 'kysely'

/** Runs at the start of a transaction. If it throws, the transaction does not start. */
export type TransactionPrelude = (
  execute: (query: CompiledQuery) => Promise<QueryResult<unknown>>,
) => Promise<void>

const preludes = new AsyncLocalStorage<TransactionPrelude>()

/** Runs `work`. Every transaction that begins within it starts with `act`, whichever code opens the transaction. */
export function beginningWith<Result>(act: TransactionPrelude, work: () => Promise<Result>): Promise<Result> {
  return preludes.run(act, work)
}

/** Returns the dialect, with transactions that run their prelude first. */
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
          await driver.rollbackTransaction(connection) // the library rolls back only a transaction that has fully begun
          throw error
        })
      }
      return driver
    },
  }
}
