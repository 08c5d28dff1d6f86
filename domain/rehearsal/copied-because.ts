/**
 * Properties that identify a deployment. A property that could not be determined is null and never counts as a
 * difference.
 */
export interface HouseMarks {
  /** The system identifier of a PostgreSQL server; replicas share it, a restored server has a different one. */
  readonly system: string | null
  /** The OID of the database on that server; a copy made there has a different one. */
  readonly database: string | null
  /** For a deployment with its database inside the data folder: the folder. */
  readonly folder: FolderMarks | null
  /** The deployment's public URL. */
  readonly address: string | null
}

export interface FolderMarks {
  /** The inode number of a file that is written only once. */
  readonly inode: string
  /** When that file was created; null if the file system does not record it. */
  readonly bornMs: number | null
  readonly path: string
}

const differ = (one: string | null, other: string | null) => one !== null && other !== null && one !== other

/**
 * Whether the folder is a copy. A copy has a different inode number and was made later. Both must differ, because some
 * file systems assign new inode numbers with every mount, and a folder that was moved is still the same.
 */
function isCopied(before: FolderMarks, now: FolderMarks): boolean {
  if (before.inode === now.inode) return false
  if (before.bornMs !== null && now.bornMs !== null) return before.bornMs !== now.bornMs
  return before.path !== now.path
}

/** A local address belongs to a trial, so the next address is the first real one. */
const isLocal = (address: string) =>
  /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/.test(address)

/**
 * Why the deployment with the second set of marks is a copy of the one with the first set; null if it is the same one.
 */
export function copiedBecause(before: HouseMarks, now: HouseMarks): string | null {
  if (differ(before.system, now.system)) return 'The database was restored to another PostgreSQL server.'
  if (differ(before.database, now.database))
    return 'The database is a copy made on the same PostgreSQL server.'
  if (before.folder && now.folder) {
    // The deployment's own folder is the best proof, because the address may change.
    return isCopied(before.folder, now.folder) ? `The data folder is a copy of ${before.folder.path}.` : null
  }
  const { address } = before
  if (address !== null && !isLocal(address) && differ(address, now.address))
    return `The address changed from ${address} to ${now.address}.`
  return null
}

/** The reason why something was not sent, wherever that is shown. */
export const heldBecause = 'Held: rehearsal'
