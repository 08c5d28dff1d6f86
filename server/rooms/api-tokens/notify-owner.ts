import { dayMs, later } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import { fullNameOf, type UserRow } from '#server/rooms/users/index'

interface NotifyDeps {
  readonly queueEmail: QueueEmail
}

async function notifyOwner({ queueEmail }: NotifyDeps, tx: Tx, owner: UserRow, news: string, now: Date) {
  if (owner.email === null) return
  const about = {
    customerId: owner.customer_id,
    userId: owner.id,
    to: owner.email,
    expiresAt: later(now, dayMs),
  }
  const text = `Hello ${fullNameOf(owner)},\n\n${news}\n`
  await queueEmail(tx, { ...about, subject: 'Your Skywarden API tokens', text }, now)
}

/** A token keeps working after a password change, so its owner is emailed about it. */
export function notifyOfCreation(deps: NotifyDeps, tx: Tx, owner: UserRow, name: string, now: Date) {
  const what = `The API token “${name}” was created for your Skywarden account.`
  const advice =
    'If this was not you or your administrator, revoke it on your profile, set a new password, and tell your administrator. A new password does not revoke API tokens.'
  return notifyOwner(deps, tx, owner, `${what}\n\n${advice}`, now)
}

/** A script or display that stops must not leave its owner wondering why. */
export function notifyOfEnd(deps: NotifyDeps, tx: Tx, owner: UserRow, names: readonly string[], now: Date) {
  const what = `These API tokens of your Skywarden account ended, because your permission level or user group changed: ${names.map(name => `“${name}”`).join(', ')}.`
  return notifyOwner(
    deps,
    tx,
    owner,
    `${what}\n\nIf you still need them, create new ones on your profile.`,
    now,
  )
}
