import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CannotStart } from '#server/platform/cannot-start'
import { clusterFolder, socketFolder } from './data-folder.ts'
import { postmasterFile, recordedFolder } from './postmaster-record.ts'

// Files that are copied one after the other while PostgreSQL writes do not fit together. A quick copy of a small
// database often starts all the same, and fails much later. PostgreSQL removes its record when it ends properly, so a
// record that names another folder says that this one was copied, or moved after a crash.

const identityFile = (dataDir: string) => join(socketFolder(dataDir), 'identity')

/** A copy has other numbers; a folder that was moved keeps them. Two, since one may be the same by chance. */
function identityOf(cluster: string): string {
  return [cluster, join(cluster, 'PG_VERSION')].map(path => statSync(path, { bigint: true }).ino).join(' ')
}

/** Writes down which folder this is, so that it is known again if it is moved after a crash. */
export function rememberFolder(dataDir: string) {
  rmSync(identityFile(dataDir), { force: true }) // another user may have written it
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

/** Refuses a copy of a folder that was in use while it was copied. A crash in the same folder is not one. */
export function refuseLiveCopy(dataDir: string) {
  const cluster = clusterFolder(dataDir)
  const original = recordedFolder(cluster)
  // The same path counts as the same folder: a container that is made anew may see other numbers.
  if (original === undefined || original === resolve(cluster)) return
  if (isSameFolder(original, cluster) || wasMoved(dataDir)) return
  throw new CannotStart(
    `${dataDir} was copied from ${original} while Skywarden was running there, so its database may be damaged. ` +
      "Run 'npm run admin -- backup FILE' there and 'npm run admin -- restore FILE' into an empty DATA_DIR here, or stop " +
      `Skywarden there and copy again. If this is the folder itself, moved after a crash, delete ${postmasterFile(cluster)} and start again.`,
  )
}
