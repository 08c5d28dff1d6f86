import { maySee } from '#domain/access/people'
import {
  addressFault,
  faultsInWords,
  keepsEverything,
  notSentBecause,
  type Providers,
} from '#domain/notifications/reachability'
import { diallable } from '#domain/notifications/recipient'
import type { Caller } from '#server/platform/http/caller'
import { badInput } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { findGroup } from '#server/rooms/groups/index'
import { fullNameOf, listUsers, personOf, type UserRow } from '#server/rooms/users/index'

/** A person with the addresses at which a mass message reaches them. */
export interface MassRecipient {
  readonly channel: MassChannel
  readonly row: UserRow
  readonly phone: string | null
  readonly email: string | null
}

export type MassChannel = 1 | 2 | 3
const texts = (channel: MassChannel) => (channel & 1) !== 0
const emails = (channel: MassChannel) => (channel & 2) !== 0

function recipientOf(row: UserRow, channel: MassChannel): MassRecipient {
  return {
    channel,
    row,
    phone: texts(channel) ? diallable(row.phone_number) : null,
    // People who unsubscribed get no email, regardless of the sender.
    email: emails(channel) && row.email_unsubscribed_at === null ? row.email : null,
  }
}

/**
 * Everyone who was selected, individually or with a user group, without duplicates. If anyone cannot be found or is
 * outside the caller's reach, the whole message is rejected: a wrong list must not silently become larger or smaller.
 */
export async function resolveRecipients(
  db: Db,
  caller: Caller,
  chosen: readonly string[],
  channel: MassChannel,
): Promise<MassRecipient[]> {
  const everybody = (await listUsers(db, caller.customerId)).filter(
    row => row.is_active && maySee(caller, personOf(row)),
  )
  const byId = new Map(everybody.map(row => [row.id, row]))
  const found = new Map<string, UserRow>()
  const faults: string[] = []
  for (const name of chosen) {
    const people = /^\d+$/.test(name) ? await groupOf(db, caller, Number(name), everybody) : byId.get(name)
    if (people === undefined)
      faults.push('includes someone who cannot receive messages. Choose the recipients again.')
    else if (people === 'unknown group') faults.push('includes a user group that no longer exists.')
    else if (Array.isArray(people) && people.length === 0) faults.push('includes a user group without users.')
    else for (const row of Array.isArray(people) ? people : [people]) found.set(row.id, row)
  }
  if (faults.length > 0) throw badInput({ Recipients: [...new Set(faults)] })
  return [...found.values()].map(row => recipientOf(row, channel))
}

async function groupOf(db: Db, caller: Caller, groupId: number, everybody: readonly UserRow[]) {
  const group = await findGroup(db, caller.customerId, groupId)
  const isReached = caller.role !== 'AssistantAdmin' || caller.groupId === groupId
  if (!group || !isReached) return 'unknown group' as const
  return everybody.filter(row => row.user_group_id === groupId)
}

/** Why a message does not reach a person; null if it does. */
export function unreachedBecause(recipient: MassRecipient, providers: Providers): string | null {
  const { row, channel, phone, email } = recipient
  const addresses = {
    email: row.email,
    isUnsubscribed: row.email_unsubscribed_at !== null,
    phoneNumber: row.phone_number,
  }
  if (!hasAddress(recipient)) {
    const asked = [
      ...(texts(channel) ? ['sms' as const] : []),
      ...(emails(channel) ? ['email' as const] : []),
    ]
    return faultsInWords(asked.flatMap(each => addressFault(each, addresses) ?? []))
  }
  const reasons = [
    ...(phone === null ? [] : [notSentBecause('sms', providers)]),
    ...(email === null ? [] : [notSentBecause('email', providers)]),
  ]
  return reasons.every(reason => reason !== null) ? [...new Set(reasons)].join('; ') : null
}

export const hasAddress = ({ phone, email }: MassRecipient) => phone !== null || email !== null

/**
 * Whether a message to a person is worth queuing. Without a provider, all messages are kept in the outbox, where they
 * can be read.
 */
export function isWorthSending(recipient: MassRecipient, providers: Providers): boolean {
  return keepsEverything(providers) ? hasAddress(recipient) : unreachedBecause(recipient, providers) === null
}
export const recipientName = ({ row }: MassRecipient) => fullNameOf(row)
