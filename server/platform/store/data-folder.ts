import { accessSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart } from '#server/platform/cannot-start'

/**
 * Where the sockets of a data folder stand: inside it, so that there is one place whoever the user is, and that a copy
 * of the folder leads nowhere but to itself.
 */
export const socketFolder = (dataDir: string) => join(dataDir, 'run')

const longestSocketFolder = 85

/** A name for a folder that is short enough for the path of a socket. */
export function shortName(folder: string): string {
  if (Buffer.byteLength(folder) <= longestSocketFolder) return folder
  // Linux knows an open folder by its number. It stays open: a number that is given back may come to mean another one.
  if (process.platform === 'linux') return `/proc/self/fd/${openSync(folder, constants.O_DIRECTORY)}`
  throw new CannotStart(`The path of DATA_DIR is too long (${folder}). Set DATA_DIR to a shorter one.`)
}

function ownerOf(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found ? `user ${found.uid}` : ownerOf(dirname(folder))
}

/** Why a folder cannot be written to, and what to do about it; nothing if that is not for a person to mend. */
function whyNot(dataDir: string, code: string | undefined): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return (
        `DATA_DIR (${dataDir}) belongs to ${ownerOf(dataDir)}, and user ${process.getuid?.()} may not use it. ` +
        'Start Skywarden as its owner, give the folder to this user (chown -R), or set DATA_DIR to another folder.'
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
    const reason = whyNot(dataDir, (error as NodeJS.ErrnoException).code)
    throw reason === undefined ? error : new CannotStart(reason)
  }
}

export function prepareDataFolder(dataDir: string) {
  inDataFolder(dataDir, () => {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    mkdirSync(socketFolder(dataDir), { recursive: true, mode: 0o700 })
  })
}
