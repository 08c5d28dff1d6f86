import { dayMs, later } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import { listUsers } from '#server/rooms/users/index'

export interface Notice {
  readonly customerId: number
  readonly subject: string
  readonly text: string
  /** Identifies the notice: only one is sent for each key. */
  readonly key: string
}

export type NotifyAdmins = (tx: Tx, notice: Notice, now: Date) => Promise<void>

const usefulMs = 3 * dayMs

/** Emails an organization's administrators that something needs their attention, in the transaction of the change. */
export function createNotifyAdmins(queueEmail: QueueEmail, onQueued: () => void): NotifyAdmins {
  return async (tx, { customerId, subject, text, key }, now) => {
    const people = await listUsers(tx, customerId)
    for (const { id, role, is_active, email } of people) {
      if (role !== 'Admin' || !is_active || email === null) continue
      const expiresAt = later(now, usefulMs)
      const about = { customerId, userId: id, to: email, expiresAt, dedupeKey: `${key} ${id}` }
      await queueEmail(tx, { ...about, subject, text }, now)
    }
    onQueued()
  }
}
