import { createHash } from 'node:crypto'
import { hourMs, later } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import { countMailOf, countMailTo, insertMail } from './store/account-mail.ts'
import type { LinkPurpose } from './store/accounts.ts'

const mostPerHour = 5

/**
 * Whether a person's account may cause another email for this purpose. The person must be locked, so that concurrent
 * requests see each other's emails.
 */
export async function mayMail(tx: Tx, userId: string, purpose: LinkPurpose, now: Date): Promise<boolean> {
  return (await countMailOf(tx, userId, purpose, later(now, -hourMs))) < mostPerHour
}

/** Counts an email for each of these people. Counted whatever it says: the limit protects the mailbox. */
export async function countMail(
  tx: Tx,
  userIds: readonly string[],
  purpose: Exclude<LinkPurpose, 'email'>,
  now: Date,
): Promise<void> {
  await insertMail(
    tx,
    userIds.map(user_id => ({ user_id, purpose, recipient_hash: null, at: now })),
  )
}

const hashAddress = (address: string) =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('base64url')

/**
 * Counts an email to an address that may be someone else's; returns false, and counts nothing, after too many by this
 * person or to this address. The person must be locked.
 */
export async function claimMailTo(tx: Tx, userId: string, address: string, now: Date): Promise<boolean> {
  if (!(await mayMail(tx, userId, 'email', now))) return false
  const recipient_hash = hashAddress(address)
  if ((await countMailTo(tx, recipient_hash, later(now, -hourMs))) >= mostPerHour) return false
  await insertMail(tx, [{ user_id: userId, purpose: 'email', recipient_hash, at: now }])
  return true
}
