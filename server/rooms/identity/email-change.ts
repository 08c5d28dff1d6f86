import { recordAudit, type AuditEntry } from '#server/platform/audit'
import { dayMs, later } from '#server/platform/clock'
import { notFound, tooMany } from '#server/platform/http/problems'
import type { Tx } from '#server/platform/store/index'
import {
  personAuditName,
  fullNameOf,
  isUserNameTaken,
  lockUserForUpdate,
  tellPersonChanged,
  updateUserRow,
  userNameWith,
  type EmailChange,
  type UserRow,
} from '#server/rooms/users/index'
import { makeLink, type LinkDeps, type OpenLink } from './account-links.ts'
import { claimMailTo } from './account-mail.ts'
import { holdPassword } from './current-password.ts'
import { useLink, useUpLinksOf } from './store/accounts.ts'

/**
 * Asks the new address to confirm the change. If the address is already the user name of an account in another
 * organization, that account's owner is notified instead: the requester must not find out that the account exists.
 */
async function queueConfirmation(deps: LinkDeps, tx: Tx, row: UserRow, newEmail: string, now: Date) {
  const about = { customerId: row.customer_id, to: newEmail, expiresAt: later(now, dayMs) }
  if (await isUserNameTaken(tx, row.customer_id, newEmail, row.id)) {
    const text = `Hello,\n\nSomeone asked to use this address for their Skywarden account, but you already have an account with it. Nothing has changed. If it was you, sign in with that account, or choose another address.\n`
    return deps.queueEmail(tx, { ...about, subject: 'Your Skywarden account', text }, now)
  }
  const secretLink = await makeLink(tx, { purpose: 'email', newEmail }, row, deps.baseUrl, now)
  const subject = 'Confirm your new email address for Skywarden'
  const text = `Hello ${fullNameOf(row)},\n\nConfirm that your Skywarden account may use this address:\n\n${secretLink}\n\nThe link works once, for 24 hours. If you did not ask for this, ignore this message: nothing has changed.\n`
  return deps.queueEmail(tx, { ...about, userId: row.id, subject, text, secretLink }, now)
}

/** Sends the confirmation link to the new address, and a notice to the current one. */
export async function requestEmailChange(
  deps: LinkDeps,
  { customer_id: customerId, id }: UserRow,
  { newEmail, password }: EmailChange,
  act: Pick<AuditEntry, 'by' | 'requestId'>,
  now: Date,
): Promise<void> {
  await deps.db.transaction().execute(async tx => {
    const row = await lockUserForUpdate(tx, customerId, id)
    if (!row) throw notFound('Your account')
    await holdPassword(tx, id, password)
    // Before anything depends on whether the address has an account: the limit must not reveal it.
    if (!(await claimMailTo(tx, id, newEmail, now))) throw tooMany(600)
    // Only the last address counts: an earlier one may have been mistyped, and belong to someone else.
    await useUpLinksOf(tx, row.id, now, 'email')
    await queueConfirmation(deps, tx, row, newEmail, now)
    await notifyOldAddress(
      deps,
      tx,
      row,
      `Someone who knows your password asked to change the email address of your Skywarden account to ${newEmail}. It will change when the link that we sent there is used.`,
      now,
    )
    const note = { action: 'e-mail change requested', target: personAuditName(row) }
    await recordAudit(
      tx,
      {
        ...act,
        customerId: row.customer_id,
        ...note,
        before: { email: row.email },
        after: { email: newEmail },
      },
      now,
    )
  })
}

/**
 * Activates the new address. Returns false if the link was just used, or if another person has that user name by now.
 */
export async function confirmEmailChange(
  deps: LinkDeps,
  { link, row: { customer_id: customerId, id } }: OpenLink,
  now: Date,
): Promise<boolean> {
  const { new_email: email } = link
  if (email === null) return false
  return deps.changes.commit(async (tx, appendFact) => {
    // The person first, then the links, as everywhere: two links used at once would otherwise wait for each other.
    const row = await lockUserForUpdate(tx, customerId, id)
    if (!row?.is_active) return false
    const userName = userNameWith(row, email)
    if (await isUserNameTaken(tx, row.customer_id, userName, row.id)) return false
    if (!(await useLink(tx, link.token_hash, now))) return false
    // Links sent to the old address would open the account to anyone who reads its mail.
    await useUpLinksOf(tx, row.id, now)
    await updateUserRow(tx, 'system', row.id, { email, user_name: userName })
    await notifyOldAddress(deps, tx, row, `The email address of your Skywarden account is now ${email}.`, now)
    await recordAudit(
      tx,
      {
        by: 'system',
        customerId: row.customer_id,
        action: 'e-mail address changed',
        target: personAuditName(row),
        before: { email: row.email, userName: row.user_name },
        after: { email, userName },
      },
      now,
    )
    tellPersonChanged(appendFact, row)
    return true
  })
}

/** Notifies the previous address that an administrator has entered a new one. */
export function notifyOfOthersChange(deps: LinkDeps, tx: Tx, row: UserRow, email: string | null, now: Date) {
  const what = `An administrator changed the email address of your Skywarden account to ${email ?? 'none'}.`
  return notifyOldAddress(deps, tx, row, what, now, 'If this is not right, tell your administrator.')
}

const ownAdvice =
  "If this was not you, set a new password right away with 'Forgot password?' on the sign-in page, and tell your administrator."

async function notifyOldAddress(
  { queueEmail }: LinkDeps,
  tx: Tx,
  row: UserRow,
  what: string,
  now: Date,
  advice = ownAdvice,
) {
  if (!row.email) return
  await queueEmail(
    tx,
    {
      customerId: row.customer_id,
      userId: row.id,
      to: row.email,
      subject: 'Your Skywarden email address',
      text: `Hello ${fullNameOf(row)},\n\n${what}\n\n${advice}\n`,
      expiresAt: later(now, dayMs),
    },
    now,
  )
}
