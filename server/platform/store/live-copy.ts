import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CannotStart } from '#server/platform/cannot-start'
import { clusterFolder, socketFolder } from './data-folder.ts'
import { postmasterFile, recordedFolder } from './postmaster-record.ts'
import { adminCommand } from '#server/platform/version'

// Files copied one after another while PostgreSQL writes are inconsistent. A quick copy of a small database often
// starts anyway, and fails much later. PostgreSQL removes its record on a clean shutdown. A record that names another
// folder therefore means that this one was copied, or moved after a crash.

const identityFile = (dataDir: string) => join(socketFolder(dataDir), 'identity')

/**
 * Returns what identifies a folder: a copy has other inode numbers, and a moved folder keeps them. There are two,
 * because one may match by chance.
 */
function identityOf(cluster: string): string {
  return [cluster, join(cluster, 'PG_VERSION')].map(path => statSync(path, { bigint: true }).ino).join(' ')
}

/** Records which folder this is, to recognize the folder if it is moved after a crash. */
export function rememberFolder(dataDir: string) {
  rmSync(identityFile(dataDir), { force: true }) // it may have been written by another user
  writeFileSync(identityFile(dataDir), identityOf(clusterFolder(dataDir)))
}

function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map(path => statSync(path, { throwIfNoEntry: false }))
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

function wasMoved(dataDir: string): boolean {
  const file = identityFile(dataDir)
  return existsSync(file) && readFileSync(file, 'utf8') === identityOf(clusterFolder(dataDir))
}

/** Rejects a copy of a folder that was in use while it was copied. A crash in the same folder is accepted. */
export function refuseLiveCopy(dataDir: string) {
  const cluster = clusterFolder(dataDir)
  const original = recordedFolder(cluster)
  // The same path means the same folder: a recreated container may see other inode numbers.
  if (original === undefined || original === resolve(cluster)) return
  if (isSameFolder(original, cluster) || wasMoved(dataDir)) return
  throw new CannotStart(
    `${dataDir} was copied from ${original} while Skywarden was running there, so its database may be damaged. ` +
      `Run '${adminCommand} backup FILE' there and '${adminCommand} restore FILE' into an empty DATA_DIR here, or stop ` +
      `Skywarden there and copy again. If this is the folder itself, moved after a crash, delete ${postmasterFile(cluster)} and start again.`,
  )
}
