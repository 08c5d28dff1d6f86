import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { chainKey, useChainKey } from '#server/platform/chain-key'
import { silentLog } from '#server/platform/log'
import { createSecrets } from '#server/platform/secrets'
import { houseRole, ownerRole } from './house-role.ts'
import { openStore, type Store } from './index.ts'

/** The migrated database that every test database is a copy of. */
export const templateDatabase = 'template_of_tests'

const urlAs = (role: string, socketFolder: string, database: string) =>
  `postgres://${role}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`

/**
 * Returns the URL of a database on a server that listens on a socket in a folder, with the rights that a server has.
 */
export const databaseUrl = (socketFolder: string, database: string): string =>
  urlAs(houseRole, socketFolder, database)

/** Returns the same URL for the owner of the whole cluster, who creates databases. */
export const ownerUrl = (socketFolder: string, database: string): string =>
  urlAs(ownerRole, socketFolder, database)

/** The key for the chains in test databases. A server that is built on a test database replaces it with its own. */
export const testChainKey = chainKey(createSecrets('a secret that is used by tests alone'))

const urlOf = (database: string) => databaseUrl(inject('postgresSockets'), database)

function open(database: string): Promise<Store> {
  return openStore({ databaseUrl: urlOf(database), dataDir: '', log: silentLog })
}

async function administer(statement: string) {
  const url = ownerUrl(inject('postgresSockets'), 'postgres')
  const postgres = await openStore({ databaseUrl: url, dataDir: '', log: silentLog })
  await sql.raw(statement).execute(postgres.db)
  await postgres.close()
}

export interface TestStore extends Store {
  /** The address, for tests that open their own connections. */
  readonly url: string
}

async function newStore(template: string): Promise<TestStore> {
  const database = `test_${randomBytes(6).toString('hex')}`
  // Copying the files takes a quarter of the time of the default, which writes every page to the log.
  await administer(`create database ${database} owner ${houseRole} template ${template} strategy file_copy`)
  const store = await open(database)
  useChainKey(store.db, testChainKey)
  return {
    ...store,
    url: urlOf(database),
    async close() {
      await store.close()
      await administer(`drop database ${database} with (force)`)
    },
  }
}

/**
 * A store with every migration applied and no rows, not shared. It takes time to create, so create one per test file;
 * `close` drops it:
 *
 *     const store = await freshStore()
 *     afterAll(() => store.close())
 */
export function freshStore(): Promise<TestStore> {
  return newStore(templateDatabase)
}

/** Creates a store without any tables. */
export function emptyStore(): Promise<TestStore> {
  return newStore('template0')
}
