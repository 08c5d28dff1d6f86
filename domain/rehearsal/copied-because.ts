/** What a house is known by. What could not be found out is null, and is never held against it. */
export interface HouseMarks {
  /** The number that a PostgreSQL server got when it was made; its replicas have the same, a restored one another. */
  readonly system: string | null
  /** The number of the database on that server: a copy made there has another. */
  readonly database: string | null
  /** Of a house with its database inside the data folder: the folder. */
  readonly folder: FolderMarks | null
  /** Where people reach it. */
  readonly address: string | null
}

export interface FolderMarks {
  /** The number of a file that is written once and never again. */
  readonly inode: string
  /** When that file was made; null where the file system does not know. */
  readonly bornMs: number | null
  readonly path: string
}

const differ = (one: string | null, other: string | null) => one !== null && other !== null && one !== other

/**
 * A copy has another number and was made later. Both must differ: some file systems assign new inode numbers
 * with every mount, and a folder that was moved is still the same.
 */
function isCopied(before: FolderMarks, now: FolderMarks): boolean {
  if (before.inode === now.inode) return false
  if (before.bornMs !== null && now.bornMs !== null) return before.bornMs !== now.bornMs
  return before.path !== now.path
}

/** An address of this machine alone is that of a trial: the one that comes after it is the first real one. */
const isLocal = (address: string) =>
  /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/.test(address)

/** Why a house with these marks is a copy of the one that had those; null where it is the same house. */
export function copiedBecause(before: HouseMarks, now: HouseMarks): string | null {
  if (differ(before.system, now.system)) return 'The database was restored to another PostgreSQL server.'
  if (differ(before.database, now.database))
    return 'The database is a copy made on the same PostgreSQL server.'
  if (before.folder && now.folder) {
    return isCopied(before.folder, now.folder) ? `The data folder is a copy of ${before.folder.path}.` : null // its own folder is the best proof there is: the address may change
  }
  const { address } = before
  if (address !== null && !isLocal(address) && differ(address, now.address))
    return `The address is ${now.address}, and was ${address}.`
  return null
}

/** Why something was not sent, wherever that is shown. */
export const heldBecause = 'Held: rehearsal'
