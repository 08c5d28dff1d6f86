import { accessSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart } from '#server/platform/cannot-start'

/**
 * Where the sockets of a data folder stand: inside it, so that there is one place whoever the user is, and that a copy
 * of the folder leads nowhere but to itself.
 */
export const socketFolder = (dataDir: string) => join(dataDir, 'run')

/** Where PostgreSQL keeps the data. */
export const clusterFolder = (dataDir: string) => join(dataDir, 'postgres')

const longestSocketFolder = 85

/** A name for a folder that is short enough for the path of a socket. */
export function shortName(folder: string): string {
  if (Buffer.byteLength(folder) <= longestSocketFolder) return folder
  // Linux knows an open folder by its number. It stays open: a number that is given back may come to mean another one.
  if (process.platform === 'linux') return `/proc/self/fd/${openSync(folder, constants.O_DIRECTORY)}`
  throw new CannotStart(`The path of DATA_DIR is too long (${folder}). Set DATA_DIR to a shorter one.`)
}

/** Who owns a path, or what holds it if it is not there or may not be looked at. */
function ownerOf(path: string): string {
  try {
    return `user ${statSync(path).uid}`
  } catch {
    return ownerOf(dirname(path))
  }
}

/** Why something in the folder cannot be used, and what to do about it; nothing if that is not for a person to mend. */
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
      return `There is no room left for DATA_DIR (${dataDir}). Make room, or set DATA_DIR to another folder.`
    default:
      return undefined
  }
}

/** Does something with the data folder; what a person can mend is told in plain words. */
export function inDataFolder<Result>(dataDir: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    const reason = whyNot(dataDir, error as NodeJS.ErrnoException)
    throw reason === undefined ? error : new CannotStart(reason)
  }
}

/** Makes a folder with those above it. Node's own way to do that never ends where none can be made, as below /proc. */
export function makeFolder(folder: string, mode?: number) {
  const above = dirname(folder)
  if (above !== folder && !existsSync(folder)) makeFolder(above)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Those above it are there, and still it cannot be.
    if (code === 'ENOENT') throw new CannotStart(`${folder} cannot be made. Set DATA_DIR to another folder.`)
    if (code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}

/** Makes what is missing of the folder, and looks whether all of it may be used. */
export function prepareDataFolder(dataDir: string) {
  const mayUse = (folder: string) => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  inDataFolder(dataDir, () => {
    makeFolder(dataDir)
    mayUse(dataDir) // first: of what is below a folder that cannot be written, less is told
    makeFolder(socketFolder(dataDir), 0o700)
    mayUse(socketFolder(dataDir))
    if (existsSync(clusterFolder(dataDir))) mayUse(clusterFolder(dataDir))
  })
}
