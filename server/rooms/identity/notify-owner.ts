import { dayMs, later } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import { fullNameOf, type UserRow } from '#server/rooms/users/index'

export interface FactorNews {
  readonly subject: string
  readonly what: string
  readonly advice: string
}

export const passwordAlone = 'Your password alone is now enough to sign in.'

export const twoStepNews = (
  what: string,
  advice = "If this was not you, set a new password right away with 'Forgot password?' on the sign-in page, check two-step verification on your profile, and tell your administrator.",
): FactorNews => ({ subject: 'Your Skywarden two-step verification', what, advice })

/**
 * Notifies an account's owner that the account can now be opened in a new way, on a channel that an intruder may not
 * control.
 */
export async function notifyOwner(
  queueEmail: QueueEmail,
  tx: Tx,
  row: UserRow,
  { subject, what, advice }: FactorNews,
  now: Date,
): Promise<void> {
  if (row.email === null) return
  const text = `Hello ${fullNameOf(row)},\n\n${what}\n\n${advice}\n`
  const about = { customerId: row.customer_id, userId: row.id, to: row.email, expiresAt: later(now, dayMs) }
  await queueEmail(tx, { ...about, subject, text }, now)
}
