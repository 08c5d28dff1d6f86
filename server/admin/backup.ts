import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/config'
import { migrationsFolder } from '#server/migrations-folder'
import { recordAudit, recordAuditBeforeUpgrade } from '#server/platform/audit'
import { beginRehearsal } from '#server/platform/rehearsal/index'
import { createSecrets, masterKey } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { inDataFolder, makeFolder } from '#server/platform/store/data-folder'
import {
  migrationHash,
  migrateWithin,
  pendingMigrations,
  readMigrations,
} from '#server/platform/store/migrate'
import {
  differing,
  Digester,
  readLines,
  verifyFile,
  writeLines,
  type Digest,
  type End,
  type Head,
  type Line,
} from '#server/platform/backup/file'
import { WrongArguments, WrongUse, type AdminCommand, type Surroundings } from './command.ts'
import {
  addMonths,
  appliedMigrations,
  digestOf,
  insertRows,
  lastNumbers,
  monthsOf,
  backupRowsOf,
  tablesInOrder,
  writePlainly,
} from '#server/platform/backup/tables'
import { adminCommand } from '#server/platform/version'

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
    for await (const rows of backupRowsOf(tx, table)) {
      digester.add(rows)
      yield { kind: 'rows', table, rows }
    }
    // An empty table has no line, so there is nothing to check.
    const digest = digester.end()
    if (digest.rows > 0) tables[table] = digest
  }
  yield { kind: 'end', tables, sequences: await lastNumbers(tx) }
}

const total = (tables: Readonly<Record<string, Digest>>) =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

const sizeInWords = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

async function makeBackup(file: string, { storeAsItIs, config, clock, print }: Surroundings) {
  if (existsSync(file)) throw new WrongUse(`${file} already exists. A backup never overwrites a file.`)
  const { db } = await storeAsItIs()
  const now = clock.now()
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  try {
    // A consistent snapshot, while the server keeps writing.
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
    print(
      `${file}: ${total(end.tables)} rows from ${Object.keys(end.tables).length} tables, read back and verified.`,
    )
    print(`${sizeInWords(statSync(file).size)}. It contains password hashes: keep it safe.`)
    print(
      config.secret === undefined
        ? "It contains this server's key (secret.key): anyone with the file can read everything."
        : 'It does not contain SKYWARDEN_SECRET, which a restore needs: keep that too.',
    )
  } finally {
    rmSync(draft, { force: true })
  }
}

async function recordBackup(db: Db, file: string, now: Date) {
  const act = { by: 'system', customerId: null, action: 'backup made by hand', target: file } as const
  const isOlder = (await pendingMigrations(db, readMigrations(migrationsFolder))).length > 0
  const record = isOlder ? recordAuditBeforeUpgrade : recordAudit
  await db.transaction().execute(tx => record(tx, act, now))
}

const backup: AdminCommand = {
  name: 'backup',
  takes: 'FILE',
  otherForms: ['verify FILE'],
  does: 'Writes everything, including secret.key if there is one, to a new file while the server runs, and verifies it. Or verifies such a file, without a database.',
  words: ['a file name', 'a file name'],
  spareWords: 1,
  async run({ words: [first = '', second] }, surroundings) {
    if (first !== 'verify') {
      if (second !== undefined) throw new WrongArguments(`'${second}' is one argument too many for backup.`)
      return makeBackup(resolve(first), surroundings)
    }
    if (second === undefined) throw new WrongArguments('backup verify needs a file name.')
    const { head, end } = await verifyFile(second)
    const key = head.secretKey === null ? 'without a key: SKYWARDEN_SECRET was set' : 'with its key'
    surroundings.print(`${second} is intact: ${total(end.tables)} rows, created ${head.made}, ${key}.`)
  },
}

/** The migrations that were applied before the backup was made, and those added since. */
function migrationsOf(head: Head) {
  const ours = readMigrations(migrationsFolder)
  const known = new Map(ours.map(each => [each.name, migrationHash(each)]))
  const strange = head.migrations.find(({ name, hash }) => known.get(name) !== hash)
  if (strange)
    throw new WrongUse(
      `The backup was created by a newer Skywarden (${strange.name}). Install that version first.`,
    )
  const isThen = ({ name }: { readonly name: string }) => head.migrations.some(each => each.name === name)
  return { before: ours.filter(isThen), since: ours.filter(each => !isThen(each)) }
}

function checkKey({ keyFingerprint, secretKey }: Head, { secret, dataDir }: Config) {
  const file = keyFile(dataDir)
  const present = secret ?? (existsSync(file) ? readFileSync(file) : undefined)
  if (present !== undefined && fingerprintOf(present) !== keyFingerprint) {
    throw new WrongUse(
      `The backup was created with a different key than ${secret ? 'SKYWARDEN_SECRET' : file}.`,
    )
  }
  if (present === undefined && secretKey === null) {
    throw new WrongUse('The backup was created with SKYWARDEN_SECRET: set the same value.')
  }
}

/** Checks everything that a restore needs before it writes anything. */
async function demandEmpty(db: Db) {
  const { rows } = await sql`select 1 from pg_class
    where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and relnamespace = 'public'::regnamespace limit 1`.execute(
    db,
  )
  if (rows.length > 0)
    throw new WrongUse('This database is not empty. A backup can only be restored into an empty one.')
  const { rows: rights } = await sql<{ may: boolean }>`
    select has_schema_privilege('public', 'create') as may`.execute(db)
  if (rights[0]?.may !== true)
    throw new WrongUse(
      'The user in DATABASE_URL cannot create tables in this database: grant that permission first.',
    )
}

async function fill(
  tx: Tx,
  file: string,
  { months = {} }: Head,
  sequences: Readonly<Record<string, number>>,
) {
  const tables = await tablesInOrder(tx)
  await addMonths(tx, months)
  // The rows that migrations insert are in the backup too.
  for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(tx)
  for await (const line of readLines(file)) {
    if (line.kind === 'rows') await insertRows(tx, line.table, line.rows)
  }
  for (const [name, last] of Object.entries(sequences)) {
    await sql`select setval(${`public.${name}`}::regclass, ${last})`.execute(tx)
  }
  return tables
}

/** The key to store in DATA_DIR afterward; null if one is already there or comes from a setting. */
function keyToWrite({ secretKey }: Head, { secret, dataDir }: Config): Buffer | null {
  if (secretKey === null || secret !== undefined || existsSync(keyFile(dataDir))) return null
  return Buffer.from(secretKey, 'base64')
}

/**
 * Writes the key to a temporary file before anything else, so that a folder that cannot hold it fails the restore
 * early.
 */
function draftKey(dataDir: string, key: Buffer) {
  const isNewFolder = !existsSync(dataDir)
  const draft = `${keyFile(dataDir)}.new`
  inDataFolder(dataDir, () => {
    makeFolder(dataDir)
    writeFileSync(draft, key, { mode: 0o600, flush: true })
    const { uid, gid } = statSync(dataDir)
    if (process.getuid?.() === 0) chownSync(draft, uid, gid) // if root creates it, the owner of the folder can read it
  })
  return {
    keep: () => renameSync(draft, keyFile(dataDir)),
    takeBack() {
      rmSync(draft, { force: true })
      rmSync(keyFile(dataDir), { force: true })
      if (isNewFolder && readdirSync(dataDir).length === 0) rmdirSync(dataDir)
    },
  }
}

/** The target of the restore as text, without a password. */
function placeInWords({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return `the embedded database in ${dataDir}`
  const url = new URL(databaseUrl)
  url.password = ''
  // The query string may also contain passwords.
  url.searchParams.delete('password')
  return url.href
}

/** Restores everything in one transaction: a restore that fails anywhere writes nothing. */
async function restoreRows(
  db: Db,
  file: string,
  { head, end }: { readonly head: Head; readonly end: End },
  now: Date,
  beforeCommit: () => void,
) {
  const { before, since } = migrationsOf(head)
  await db.transaction().execute(async tx => {
    await writePlainly(tx)
    await migrateWithin(tx, before, now)
    const restored: Record<string, Digest> = {}
    for (const table of await fill(tx, file, head, end.sequences)) {
      const digest = await digestOf(tx, table)
      if (digest.rows > 0) restored[table] = digest
    }
    const wrong = differing(end.tables, restored)
    if (wrong.length > 0) throw new Error(`${wrong.join(', ')} differ from the backup. Nothing was restored.`)
    await migrateWithin(tx, since, now)
    await beginRehearsal(tx, `It was restored from a backup created ${head.made}.`, now)
    // A process that dies here leaves a key without rows, which the next attempt uses, but never rows without their
    // key.
    beforeCommit()
  })
}

const restore: AdminCommand = {
  name: 'restore',
  takes: 'FILE',
  does: 'Restores a backup into an empty DATA_DIR or an empty database at DATABASE_URL, all or nothing, and verifies every table. The server must be stopped.',
  words: ['a file name'],
  async run({ words: [file = ''] }, { config, clock, newStore, print }) {
    const { head, end } = await verifyFile(file)
    migrationsOf(head)
    checkKey(head, config)
    const { db } = await newStore()
    await demandEmpty(db)
    const key = keyToWrite(head, config)
    const draft = key && draftKey(config.dataDir, key)
    try {
      await restoreRows(db, file, { head, end }, clock.now(), () => draft?.keep())
    } catch (error) {
      draft?.takeBack()
      throw error
    }
    print(
      `${total(end.tables)} rows as of ${head.made} were restored and verified in ${placeInWords(config)}.`,
    )
    print(
      config.secret === undefined
        ? `The key is in ${keyFile(config.dataDir)}.`
        : 'The key is the current SKYWARDEN_SECRET.',
    )
    print('Start the server now: npm start')
    print(
      `This is a rehearsal: nothing will be sent until someone confirms that it is the real one (${adminCommand} make-real).`,
    )
  },
}

export const backupCommands = [backup, restore]
