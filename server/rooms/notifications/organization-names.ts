import { minuteMs, type Clock } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { findCustomer } from '#server/rooms/customers/index'

/** The longest time until a changed name is used. */
const freshMs = minuteMs

/** Returns organization names for messages, looked up once per burst. */
export function organizationNames(db: Db, clock: Pick<Clock, 'monotonicMs'>) {
  const known = new Map<number, { readonly name: Promise<string | null>; readonly sinceMs: number }>()
  return async (customerId: number): Promise<string | null> => {
    const nowMs = clock.monotonicMs()
    const found = known.get(customerId)
    if (found && nowMs - found.sinceMs < freshMs) return found.name
    const name = findCustomer(db, 'system', customerId).then(row => row?.name ?? null)
    known.set(customerId, { name, sinceMs: nowMs })
    name.catch(() => known.delete(customerId))
    return name
  }
}
