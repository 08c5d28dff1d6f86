import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupCommands } from '#server/admin/backup'
import { checkCommands } from '#server/admin/checks'
import {
  demandDatabase,
  hasOwnDatabase,
  readArguments,
  WrongArguments,
  WrongUse,
  type AdminCommand,
} from '#server/admin/command'
import { deviceCommands } from '#server/admin/devices'
import { peopleCommands } from '#server/admin/people'
import { proofCommands } from '#server/admin/proof'
import { rehearsalCommands } from '#server/admin/rehearsal'
import { supplyCommands } from '#server/admin/supply'
import { sealedBefore } from '#server/rooms/identity/index'
import { environmentConfig, WrongConfig } from '#server/config'
import { migrationsFolder } from '#server/migrations-folder'
import { chainKey, useChainKey } from '#server/platform/chain-key'
import { systemClock } from '#server/platform/clock'
import { CannotStart } from '#server/platform/cannot-start'
import { BrokenBackup } from '#server/platform/backup/file'
import { createLog } from '#server/platform/log'
import { openSecrets } from '#server/platform/secrets'
import { openStore, type Db, type Store } from '#server/platform/store/index'
import { migrate, pendingMigrations, readMigrations, type Migration } from '#server/platform/store/migrate'
import { adminCommand } from '#server/platform/version'

const commands: readonly AdminCommand[] = [
  ...peopleCommands,
  ...deviceCommands,
  ...backupCommands,
  ...rehearsalCommands,
  ...checkCommands,
  ...proofCommands,
  ...supplyCommands,
]

const formsOf = ({ name, takes, otherForms = [] }: AdminCommand, before: string) =>
  [takes, ...otherForms].map(form => `${before}${name} ${form}`.trimEnd()).join('\n')

const usage = `${adminCommand} <command>

${commands.map(command => `${formsOf(command, '  ')}\n      ${command.does}`).join('\n')}

${adminCommand} <command> --help shows more. Commands use the server's settings (DATA_DIR, DATABASE_URL,
BASE_URL, SMTP_URL), also while it runs; only restore requires it to be stopped.`

function helpFor(command: AdminCommand): string {
  const { does, options = {}, flags = {} } = command
  const lines = Object.entries({ ...options, ...flags }).map(
    ([option, meaning]) => `  --${option.padEnd(12)} ${meaning}`,
  )
  return [formsOf(command, `${adminCommand} `), does, ...(lines.length > 0 ? [lines.join('\n')] : [])].join(
    '\n\n',
  )
}

/**
 * Returns a function that removes everything added to a folder since this call, and the folder itself if it was new.
 */
function emptierOf(folder: string): () => void {
  const before = existsSync(folder) ? new Set(readdirSync(folder)) : null
  return () => {
    if (before === null) return rmSync(folder, { recursive: true, force: true })
    for (const name of readdirSync(folder)) {
      if (!before.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
    }
  }
}

/**
 * Refuses to migrate a database that an older server is using, because opening it with a newer program does not mean
 * that anyone has decided to upgrade. An empty database is not in use.
 */
async function demandUpToDate(db: Db, migrations: readonly Migration[]) {
  const pending = await pendingMigrations(db, migrations)
  if (pending.length === 0 || pending.length === migrations.length) return
  throw new WrongUse(
    `This Skywarden is newer than the database (${pending.join(', ')}). Start it once to upgrade the database, or ` +
      'run the command with the version in use. Until then, only a backup can be made.',
  )
}

async function runCommand(command: AdminCommand, args: readonly string[]): Promise<boolean> {
  const given = readArguments(command, args)
  const config = environmentConfig()
  const log = createLog('warn')
  let opened: Store | undefined
  let takeBack = () => {}
  async function storeAsItIs(): Promise<Store> {
    demandDatabase(config)
    return (opened ??= await openStore({ ...config, log, beside: true }))
  }
  /** Sets the server's key, which authenticates recorded actions. Only a database without any schema has no key yet. */
  async function withKey(ready: Store): Promise<Store> {
    const migrations = readMigrations(migrationsFolder)
    if ((await pendingMigrations(ready.db, migrations)).length < migrations.length)
      useChainKey(ready.db, chainKey(openSecrets(config, await sealedBefore(ready.db))))
    return ready
  }
  try {
    const worked = await command.run(given, {
      config,
      clock: systemClock,
      print: line => console.log(line),
      async store() {
        const { db } = (opened = await storeAsItIs())
        const migrations = readMigrations(migrationsFolder)
        await demandUpToDate(db, migrations)
        await migrate(db, migrations, systemClock.now(), log)
        return withKey(opened)
      },
      storeAsItIs: async () => withKey(await storeAsItIs()),
      async newStore() {
        if (config.databaseUrl === undefined && hasOwnDatabase(config.dataDir)) {
          throw new WrongUse(
            `${config.dataDir} already contains a database. A backup can only be restored into an empty folder.`,
          )
        }
        const empty = emptierOf(config.dataDir)
        opened ??= await openStore({ ...config, log })
        // Only now is the folder exclusively ours, because no other server has created anything in it in the meantime.
        if (config.databaseUrl === undefined) takeBack = empty
        return opened
      },
    })
    takeBack = () => {}
    return worked !== false
  } finally {
    await opened?.close()
    takeBack()
  }
}

async function run([name, ...args]: readonly string[]): Promise<boolean> {
  const command = commands.find(each => each.name === name)
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(usage)
    return true
  }
  if (!command) throw new WrongUse(`Unknown command: ${name}. See: ${adminCommand} help`)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(helpFor(command))
    return true
  }
  try {
    return await runCommand(command, args)
  } catch (error) {
    if (error instanceof WrongArguments)
      throw new WrongUse(`${error.message}\nSee: ${adminCommand} ${name} --help`)
    throw error
  }
}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  const { message } = error as Error
  const isForPeople = [WrongUse, WrongConfig, BrokenBackup, CannotStart].some(kind => error instanceof kind)
  console.error(isForPeople ? message : `Failed: ${message}`)
  process.exitCode = isForPeople ? 2 : 1
}
