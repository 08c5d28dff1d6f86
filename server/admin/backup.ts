import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/config'
import { migrationsFolder } from '#server/migrations-folder'
import { recordAct } from '#server/platform/audit'
import { createSecrets, masterKey } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { migrate, readMigrations } from '#server/platform/store/migrate'
import {
  differing,
  Digester,
  readLines,
  verifyFile,
  writeLines,
  type Digest,
  type Head,
  type Line,
} from '#server/platform/backup/file'
import { WrongArguments, WrongUse, type Command, type Surroundings } from './command.ts'
import {
  addMonths,
  appliedMigrations,
  digestOf,
  insertRows,
  lastNumbers,
  monthsOf,
  rowsOf,
  tablesInOrder,
  writePlainly,
} from '#server/platform/backup/tables'

const keyFile = (dataDir: string) => join(dataDir, 'secret.key')
const fingerprintOf = (key: string | Buffer) =>
  createSecrets(key).keyFor('fingerprint in backups').toString('hex').slice(0, 32)

async function headOf(tx: Tx, config: Config, now: Date): Promise<Head> {
  const file = keyFile(config.dataDir)
  return {
    kind: 'head',
    format: 1,
    made: now.toISOString(),
    migrations: await appliedMigrations(tx),
    months: await monthsOf(tx),
    keyFingerprint: fingerprintOf(masterKey(config.dataDir, config.secret)),
    secretKey: config.secret === undefined ? readFileSync(file).toString('base64') : null,
  }
}

async function* linesOf(tx: Tx, config: Config, now: Date): AsyncGenerator<Line> {
  yield await headOf(tx, config, now)
  const tables: Record<string, Digest> = {}
  for (const table of await tablesInOrder(tx)) {
    const digester = new Digester()
    for await (const rows of rowsOf(tx, table)) {
      digester.add(rows)
      yield { kind: 'rows', table, rows }
    }
    // A table without a row has no line, and nothing to check.
    const digest = digester.end()
    if (digest.rows > 0) tables[table] = digest
  }
  yield { kind: 'end', tables, sequences: await lastNumbers(tx) }
}

const total = (tables: Readonly<Record<string, Digest>>) =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

const sizeInWords = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

async function makeBackup(file: string, { store, config, clock, say }: Surroundings) {
  if (existsSync(file)) throw new WrongUse(`${file} is there already. A backup is never written over.`)
  const { db } = await store()
  const now = clock.now()
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  try {
    // One instant of everything, while the server goes on writing.
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async tx => {
        await writePlainly(tx)
        await writeLines(draft, linesOf(tx, config, now))
      })
    const { end } = await verifyFile(draft)
    renameSync(draft, file)
    await recordBackup(db, file, now)
    say(
      `${file}: ${total(end.tables)} rows of ${Object.keys(end.tables).length} tables, read back and whole.`,
    )
    say(
      `${sizeInWords(statSync(file).size)}. It holds passwords’ hashes and the key of the house: keep it safe.`,
    )
    if (config.secret !== undefined) say('SKYWARDEN_SECRET is not in it: keep that as well.')
  } finally {
    rmSync(draft, { force: true })
  }
}

async function recordBackup(db: Db, file: string, now: Date) {
  const act = { by: 'system', customerId: null, action: 'backup made by hand', target: file } as const
  await db.transaction().execute(tx => recordAct(tx, act, now))
}

const backup: Command = {
  name: 'backup',
  takes: 'FILE | verify FILE',
  does: 'Writes everything, with secret.key, into one new file, while the server runs, and reads it back. Or checks such a file, without a database.',
  words: ['the name of a file', 'the name of a file'],
  spareWords: 1,
  async run({ words: [first = '', second] }, surroundings) {
    if (first !== 'verify') {
      if (second !== undefined) throw new WrongArguments(`'${second}' is more than backup takes.`)
      return makeBackup(resolve(first), surroundings)
    }
    if (second === undefined) throw new WrongArguments('backup verify needs the name of a file.')
    const { head, end } = await verifyFile(second)
    surroundings.say(`${second} is whole: ${total(end.tables)} rows, made ${head.made}.`)
  },
}

/** The migrations that the backup was made after; the later ones are applied by the next start. */
function migrationsOf(head: Head) {
  const ours = readMigrations(migrationsFolder)
  const known = new Map(ours.map(each => [each.name, createHash('sha256').update(each.text).digest('hex')]))
  const strange = head.migrations.find(({ name, hash }) => known.get(name) !== hash)
  if (strange)
    throw new WrongUse(`The backup was made by a newer Skywarden (${strange.name}). Install that one first.`)
  return ours.filter(({ name }) => head.migrations.some(each => each.name === name))
}

function checkKey({ keyFingerprint, secretKey }: Head, { secret, dataDir }: Config) {
  const file = keyFile(dataDir)
  const present = secret ?? (existsSync(file) ? readFileSync(file) : undefined)
  if (present !== undefined && fingerprintOf(present) !== keyFingerprint) {
    throw new WrongUse(`The backup was made with another key than ${secret ? 'SKYWARDEN_SECRET' : file}.`)
  }
  if (present === undefined && secretKey === null) {
    throw new WrongUse('The backup was made with SKYWARDEN_SECRET: set the same one.')
  }
}

async function demandEmpty(db: Db) {
  const { rows } = await sql`select 1 from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace limit 1`.execute(db)
  if (rows.length > 0)
    throw new WrongUse('There is something in this database. A backup is restored into an empty one.')
}

async function fill(
  tx: Tx,
  file: string,
  { months = {} }: Head,
  sequences: Readonly<Record<string, number>>,
) {
  const tables = await tablesInOrder(tx)
  await addMonths(tx, months)
  // What migrations themselves have put in is in the backup as well.
  for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(tx)
  for await (const line of readLines(file)) {
    if (line.kind === 'rows') await insertRows(tx, line.table, line.rows)
  }
  for (const [name, last] of Object.entries(sequences)) {
    await sql`select setval(${`public.${name}`}::regclass, ${last})`.execute(tx)
  }
  return tables
}

const restore: Command = {
  name: 'restore',
  takes: 'FILE',
  does: 'Restores a backup into an empty DATA_DIR or an empty database of DATABASE_URL, and compares every table. The server must not run.',
  words: ['the name of a file'],
  async run({ words: [file = ''] }, { config, clock, newStore, say }) {
    const { head, end } = await verifyFile(file)
    const migrations = migrationsOf(head)
    checkKey(head, config)
    const { db } = await newStore()
    await demandEmpty(db)
    await migrate(db, migrations, clock.now())
    await db.transaction().execute(async tx => {
      await writePlainly(tx)
      const restored: Record<string, Digest> = {}
      for (const table of await fill(tx, file, head, end.sequences)) {
        const digest = await digestOf(tx, table)
        if (digest.rows > 0) restored[table] = digest
      }
      const wrong = differing(end.tables, restored)
      if (wrong.length > 0)
        throw new Error(`${wrong.join(', ')} did not come back as they were. Nothing was kept.`)
    })
    if (head.secretKey !== null && config.secret === undefined && !existsSync(keyFile(config.dataDir))) {
      writeFileSync(keyFile(config.dataDir), Buffer.from(head.secretKey, 'base64'), {
        mode: 0o600,
        flush: true,
      })
    }
    say(
      `${total(end.tables)} rows as of ${head.made} are back, and compared. Start the server now: npm start`,
    )
  },
}

export const backupCommands = [backup, restore]
