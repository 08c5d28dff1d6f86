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

/** What sign-in does when people are added, changed or deleted. */
export interface Accounts {
  /** Sends the link to set a first password. */
  invite(tx: Tx, row: UserRow, now: Date): Promise<void>
  /** Ends every session of a person. */
  signOut(tx: Tx, userId: string, now: Date): Promise<void>
  /** Invalidates links sent to a person's old address, and notifies it of the new one. */
  moveTo(tx: Tx, row: UserRow, email: string | null, now: Date): Promise<void>
  /** Removes everything a person could sign in with. */
  close(tx: Tx, userId: string, now: Date): Promise<void>
  /** The same, and removes anything else that would prevent deleting the person. */
  forget(tx: Tx, userId: string, now: Date): Promise<void>
}

/** Changes to people's locations, returned as names for the audit log. */
export interface LocationsOfPeople {
  /** The organization's places that its people can be assigned. */
  places(db: Db, customerId: number): Promise<readonly ImportedPlace[]>
  /** Assigns a person exactly some of the organization's places; returns the audit entry, if there is one. */
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

/** Dependencies of this room's actions. The rooms behind them import this one, so they are passed in. */
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
  /** Deletes what every room knows about a person who leaves, except for what proves something. */
  readonly forgetPerson: (tx: Tx, person: PersonOfCustomer) => Promise<void>
}

export type PersonKind = 'full user' | 'notification only'

const isOfKind = (row: UserRow, kind: PersonKind) =>
  isNotificationOnly(row) === (kind === 'notification only')

/** A person of the caller's customer whom they may see; for anyone else, not even their existence is disclosed. */
export async function seenBy(db: Db, caller: Caller, id: string, kind: PersonKind): Promise<UserRow> {
  return checkedSeen(caller, await findUser(db, caller.customerId, id), kind)
}

/** A person the caller may change, locked until the transaction ends. */
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

/** Sends queued emails immediately instead of within seconds. */
export function publishMailQueued({ bus }: UserChangeDeps): void {
  bus.publish('outbox-filled', { channel: 'email' })
}
