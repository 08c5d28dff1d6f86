import { parseArgs } from 'node:util'
import type { Config } from '#server/config'
import type { Clock } from '#server/platform/clock'
import { ownDatabase } from '#server/platform/store/data-folder'
import type { Store } from '#server/platform/store/index'

/** An error that is printed in plain words and exits with code 2: nothing has been done. */
export class WrongUse extends Error {}

/** An error about invalid arguments, which is printed with the command's own help. */
export class WrongArguments extends WrongUse {}

/**
 * The environment in which a command runs. The database is opened on first use, alongside a server that may be running.
 */
export interface Surroundings {
  readonly config: Config
  readonly clock: Clock
  store(): Promise<Store>
  /** Opens a database of any schema version: for commands that only read, before an upgrade. */
  storeAsItIs(): Promise<Store>
  /** Opens a database that does not exist yet, for a restore: exclusively, not alongside a server. */
  newStore(): Promise<Store>
  print(line: string): void
}

export interface Arguments {
  readonly words: readonly string[]
  /** The value of an option; undefined if it was omitted. */
  option(name: string): string | undefined
  /** Whether a flag (an option without a value) was given. */
  flag(name: string): boolean
}

export interface AdminCommand {
  readonly name: string
  /** The arguments after the name: `EMAIL [--customer NAME]`. */
  readonly takes: string
  /** Other accepted arguments: `verify FILE`. */
  readonly otherForms?: readonly string[]
  readonly does: string
  readonly words: readonly string[]
  /** How many arguments may be omitted, counted from the end. */
  readonly spareWords?: number
  readonly options?: Readonly<Record<string, string>>
  /** Options without a value. */
  readonly flags?: Readonly<Record<string, string>>
  /** Returns false if a check failed. */
  run(given: Arguments, surroundings: Surroundings): Promise<boolean | void>
}

/** parseArgs errors are for programmers; these are for people. */
function faultInWords(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  const option = /'(-{1,2}[\w-]+)/.exec(message)?.[1] ?? 'an option'
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Unknown option: ${option}.`
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return `${option} needs a value.`
  return message
}

/** A negative number, as in `--longitude -97.4`, is a value, not an option. */
function joined(args: readonly string[]): string[] {
  return args.flatMap((word, index) => {
    const isNumber = /^-\d/.test(word)
    if (isNumber && /^--[^=]+$/.test(args[index - 1] ?? '')) return []
    const next = args[index + 1] ?? ''
    return /^--[^=]+$/.test(word) && /^-\d/.test(next) ? `${word}=${next}` : word
  })
}

export function readArguments(command: AdminCommand, args: readonly string[]): Arguments {
  const typed = <Type extends 'string' | 'boolean'>(of: object | undefined, kind: Type) =>
    Object.fromEntries(Object.keys(of ?? {}).map(name => [name, { type: kind }]))
  const options = { ...typed(command.options, 'string'), ...typed(command.flags, 'boolean') }
  try {
    const { values, positionals } = parseArgs({ args: joined(args), options, allowPositionals: true })
    const extra = positionals[command.words.length]
    const missing = command.words.slice(positionals.length, command.words.length - (command.spareWords ?? 0))
    if (extra !== undefined)
      throw new WrongArguments(`'${extra}' is one argument too many for ${command.name}.`)
    if (missing.length > 0) throw new WrongArguments(`${command.name} needs ${missing.join(' and ')}.`)
    return {
      words: positionals,
      option: name => (typeof values[name] === 'string' ? values[name] : undefined),
      flag: name => values[name] === true,
    }
  } catch (error) {
    if (error instanceof WrongUse) throw error
    throw new WrongArguments(faultInWords(error))
  }
}

/** Whether there is a database to work on: a command must not create an empty one in a mistyped folder. */
export function demandDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== undefined || hasOwnDatabase(dataDir)) return
  throw new WrongUse(
    `There is no database in ${dataDir}. Use the server's settings (DATA_DIR or DATABASE_URL), or start the server once first.`,
  )
}

export function hasOwnDatabase(dataDir: string): boolean {
  return ownDatabase(dataDir) !== undefined
}

/** Aligns columns by padding them to their widest entry. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
