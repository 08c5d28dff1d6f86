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
import type { Db, Tx } from '#server/platform/store/index'
import type { ImportedPlace } from './location-cells.ts'
import { isNotificationOnly, personOf } from './person.ts'
import { findUser, lockUserForUpdate, type UserRow } from './store.ts'

/** What signing in has to do with people who are added, changed or deleted. */
export interface Accounts {
  /** Sends the link by which a first password is set. */
  invite(tx: Tx, row: UserRow, now: Date): Promise<void>
  /** Ends every session of a person. */
  signOut(tx: Tx, userId: string, now: Date): Promise<void>
  /** Ends what was sent to the address that a person had, and tells it that another one counts from now on. */
  moveTo(tx: Tx, row: UserRow, email: string | null, now: Date): Promise<void>
  /** Takes away whatever a person could sign in with. */
  close(tx: Tx, userId: string, now: Date): Promise<void>
  /** The same, and everything else that would keep the person from being deleted. */
  forget(tx: Tx, userId: string, now: Date): Promise<void>
}

/** What becomes of people's locations; told by their names in the audit log. */
export interface LocationsOfPeople {
  /** The places of an organization that its people can be given. */
  places(db: Db, customerId: number): Promise<readonly ImportedPlace[]>
  /** Gives a person exactly some places of the organization; gives back what the audit log says of it, if it says anything. */
  give(
    tx: Tx,
    tell: AppendFact<Facts>,
    doing: Doing,
    person: UserRow,
    placeIds: readonly number[],
  ): Promise<Omit<AuditEntry, 'customerId'> | null>
  removeAll(tx: Tx, tell: AppendFact<Facts>, person: UserRow): Promise<readonly string[]>
  /** Removes those of their own; those that stand for an organization location stay, given by the organization. */
  keepGiven(
    tx: Tx,
    tell: AppendFact<Facts>,
    person: UserRow,
    now: Date,
  ): Promise<{ removed: readonly string[]; kept: readonly string[] }>
}

/** What the acts of this room work with. The rooms behind it know this one, so they are handed in. */
export interface UserChangeDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'keep'>
  readonly bus: Pick<Bus<Events>, 'say'>
  readonly accounts: Accounts
  readonly locations: LocationsOfPeople
  /** Which channels lead out of the house. */
  readonly providers: Providers
  /** Forgets how a person wanted to be told. */
  readonly forgetSettings: (tx: Tx, customerId: number, userId: string) => Promise<void>
}

export type PersonKind = 'full user' | 'notification only'

const isOfKind = (row: UserRow, kind: PersonKind) =>
  isNotificationOnly(row) === (kind === 'notification only')

/** A person of the own customer whom the caller may see; of anybody else not even the existence is told. */
export async function seenBy(db: Db, caller: Caller, id: string, kind: PersonKind): Promise<UserRow> {
  return checkedSeen(caller, await findUser(db, caller.customerId, id), kind)
}

/** A person whom the caller may change, held until the transaction ends. */
export async function seizedBy(tx: Tx, caller: Caller, id: string, kind: PersonKind): Promise<UserRow> {
  const row = checkedSeen(caller, await lockUserForUpdate(tx, caller.customerId, id), kind)
  if (!mayManage(caller, personOf(row))) {
    throw notAllowed('You can change and delete people below your own permission level only.')
  }
  return row
}

function checkedSeen(caller: Caller, row: UserRow | undefined, kind: PersonKind): UserRow {
  if (!row || !maySee(caller, personOf(row)) || !isOfKind(row, kind)) throw notFound('This person')
  return row
}

/** What was queued for people leaves at once instead of within seconds. */
export function sayMailQueued({ bus }: UserChangeDeps): void {
  bus.say('outbox-filled', { channel: 'email' })
}
