import { accessSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart } from '#server/platform/cannot-start'

/**
 * Where a data folder's sockets are: inside it. Every user finds them in the same place, and a copy of the folder leads
 * only to itself.
 */
export const socketFolder = (dataDir: string) => join(dataDir, 'run')

/** Where PostgreSQL stores the data. */
export const clusterFolder = (dataDir: string) => join(dataDir, 'postgres')

/** Where PGlite stores the data on a machine that cannot run PostgreSQL. */
export const pgliteFolder = (dataDir: string) => join(dataDir, 'pglite')

const longestSocketFolder = 85

/** Returns a name for a folder that is short enough for a socket path. */
export function shortName(folder: string): string {
  if (Buffer.byteLength(folder) <= longestSocketFolder) return folder
  // Linux can address an open folder by its descriptor. It stays open: a closed descriptor's number may be reused for
  // another folder.
  if (process.platform === 'linux') return `/proc/self/fd/${openSync(folder, constants.O_DIRECTORY)}`
  throw new CannotStart(`The path of DATA_DIR is too long (${folder}). Set DATA_DIR to a shorter one.`)
}

/** Returns the owner of a path, or of its parent if the path does not exist or may not be read. */
function ownerOf(path: string): string {
  try {
    return `user ${statSync(path).uid}`
  } catch {
    return ownerOf(dirname(path))
  }
}

/** Returns why something in the folder cannot be used, and what to do about it; undefined if a person cannot fix it. */
function whyNot(dataDir: string, { code, path }: NodeJS.ErrnoException): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return (
        `${path ?? dataDir} belongs to ${ownerOf(path ?? dataDir)}, and user ${process.getuid?.()} may not use it. ` +
        'Start Skywarden as the owner of DATA_DIR, give all of it to this user (chown -R), or set DATA_DIR to another folder.'
      )
    case 'EROFS':
      return `DATA_DIR (${dataDir}) is read-only. Make it writable, or set DATA_DIR to another folder.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `DATA_DIR (${dataDir}) is not a folder. Set DATA_DIR to a folder.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no space left for DATA_DIR (${dataDir}). Make room, or set DATA_DIR to another folder.`
    default:
      return undefined
  }
}

/** Runs an operation on the data folder; reports errors that a person can fix in plain words. */
export function inDataFolder<Result>(dataDir: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    const reason = whyNot(dataDir, error as NodeJS.ErrnoException)
    throw reason === undefined ? error : new CannotStart(reason)
  }
}

/**
 * Creates a folder and its parents. Node's recursive mkdir never returns where no folder can be created, such as under
 * /proc.
 */
export function makeFolder(folder: string, mode?: number) {
  const above = dirname(folder)
  if (above !== folder && !existsSync(folder)) makeFolder(above)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The parents exist, but the folder cannot be created.
    if (code === 'ENOENT')
      throw new CannotStart(`${folder} cannot be created. Set DATA_DIR to another folder.`)
    if (code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}

/**
 * Returns whether there is a database. A folder that may not be entered is an error: it does not mean that there is
 * none.
 */
const hasDatabase = (dataDir: string, folder: string) =>
  inDataFolder(dataDir, () => statSync(join(folder, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined)

/**
 * Returns which database the data is in; undefined if there is none yet. If there are both, PostgreSQL is the one in
 * use.
 */
export function ownDatabase(dataDir: string): 'PostgreSQL' | 'PGlite' | undefined {
  if (hasDatabase(dataDir, clusterFolder(dataDir))) return 'PostgreSQL'
  return hasDatabase(dataDir, pgliteFolder(dataDir)) ? 'PGlite' : undefined
}

/** Creates missing parts of the folder, and checks that all of it is usable. */
export function prepareDataFolder(dataDir: string) {
  const mayUse = (folder: string) => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  inDataFolder(dataDir, () => {
    makeFolder(dataDir)
    mayUse(dataDir) // checked first, because errors below a folder that is not writable are less clear
    makeFolder(socketFolder(dataDir), 0o700)
    mayUse(socketFolder(dataDir))
    if (existsSync(clusterFolder(dataDir))) mayUse(clusterFolder(dataDir))
  })
}
