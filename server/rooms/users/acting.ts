import { mayManage, maySee } from '#domain/access/people'
import type { Providers } from '#domain/notifications/reachability'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { AuditEntry } from '#server/platform/audit'
import type { Bus } from '#server/platform/bus'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import type { Doing } from '#server/platform/http/ask'
import type { Caller } from '#server/platform/http/caller'
import { notAllowed, notFound } from '#server/platform/http/problems'
import type { PersonOfCustomer } from '#server/platform/personal-data'
import type { Db, Tx } from '#server/platform/store/index'
import type { ImportedPlace } from './location-cells.ts'
import { isNotificationOnly, personOf } from './person.ts'
import { findUser, lockUserForUpdate, type UserRow } from './store.ts'

/** Updates sign-in when people are added, changed or deleted. */
export interface Accounts {
  /** Sends people of one customer the link to set a first password. */
  invite(tx: Tx, rows: readonly UserRow[], now: Date): Promise<void>
  /** Ends every session of a person. */
  signOut(tx: Tx, userId: string, now: Date): Promise<void>
  /** Invalidates links sent to a person's old address, and notifies it of the new one. */
  moveTo(tx: Tx, row: UserRow, email: string | null, now: Date): Promise<void>
  /** Removes everything with which a person could sign in. */
  close(tx: Tx, userId: string, now: Date): Promise<void>
  /** Like `close`, and also removes anything else that would prevent deleting the person. */
  forget(tx: Tx, userId: string, now: Date): Promise<void>
}

/** Changes people's locations; the results are audit entries or names for the audit log. */
export interface LocationsOfPeople {
  /** Returns the organization's places that can be assigned to its people. */
  places(db: Db, customerId: number): Promise<readonly ImportedPlace[]>
  /** Assigns a person exactly the listed places of the organization. Returns the audit entry if anything changed. */
  give(
    tx: Tx,
    appendFact: AppendFact<Facts>,
    doing: Doing,
    person: UserRow,
    placeIds: readonly number[],
  ): Promise<Omit<AuditEntry, 'customerId'> | null>
  removeAll(tx: Tx, appendFact: AppendFact<Facts>, person: UserRow): Promise<readonly string[]>
  /** Removes the person's own locations; those linked to an organization location stay as assigned. */
  keepGiven(
    tx: Tx,
    appendFact: AppendFact<Facts>,
    person: UserRow,
    now: Date,
  ): Promise<{ removed: readonly string[]; kept: readonly string[] }>
}

/** Dependencies of this room's actions. They are passed in because their rooms import this one. */
export interface UserChangeDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly bus: Pick<Bus<Events>, 'publish'>
  readonly accounts: Accounts
  readonly locations: LocationsOfPeople
  /** The channels that have a provider. */
  readonly providers: Providers
  /** Deletes a person's notification settings. */
  readonly forgetSettings: (tx: Tx, customerId: number, userId: string) => Promise<void>
  /** Ends a person's API tokens: whoever made them may not have the rights of the person's new role or group. */
  readonly endApiTokens: (tx: Tx, person: UserRow, now: Date) => Promise<void>
  /** Deletes what every room stores about a person who leaves, except for what serves as proof. */
  readonly forgetPerson: (tx: Tx, person: PersonOfCustomer) => Promise<void>
}

export type PersonKind = 'full user' | 'notification only'

const isOfKind = (row: UserRow, kind: PersonKind) =>
  isNotificationOnly(row) === (kind === 'notification only')

/** Finds a person of the caller's customer whom the caller may see. Does not disclose whether anyone else exists. */
export async function seenBy(db: Db, caller: Caller, id: string, kind: PersonKind): Promise<UserRow> {
  return checkedSeen(caller, await findUser(db, caller.customerId, id), kind)
}

/** Finds a person whom the caller may change, locked until the transaction ends. */
export async function seizedBy(tx: Tx, caller: Caller, id: string, kind: PersonKind): Promise<UserRow> {
  const row = checkedSeen(caller, await lockUserForUpdate(tx, caller.customerId, id), kind)
  if (!mayManage(caller, personOf(row))) {
    throw notAllowed('You can change or delete only people below your own permission level.')
  }
  return row
}

function checkedSeen(caller: Caller, row: UserRow | undefined, kind: PersonKind): UserRow {
  if (!row || !maySee(caller, personOf(row)) || !isOfKind(row, kind)) throw notFound('This person')
  return row
}

/** Publishes that emails are queued, so that they are sent immediately instead of within seconds. */
export function publishMailQueued({ bus }: UserChangeDeps): void {
  bus.publish('outbox-filled', { channel: 'email' })
}
