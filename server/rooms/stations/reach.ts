import { may } from '#domain/access/may'
import type { Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import type { KnownStation, StationBook } from './book.ts'

/**
 * Airports are everybody's; a customer's station is for its people, for Super Admin and for the mesonet, and for
 * whoever comes when its customer has opened its page.
 */
export function isSeenBy(caller: Caller | undefined, { row }: KnownStation): boolean {
  if (row.is_public) return true
  if (!caller) return false
  return (
    row.network === 'metar' ||
    caller.role === 'SuperAdmin' ||
    row.customer_id === caller.customerId ||
    may(caller, { permissions: ['mesonet.access'] })
  )
}

/** Of a station that the caller may not see, not even the existence is told. */
export function stationSeenBy(book: StationBook, caller: Caller | undefined, id: number): KnownStation {
  const station = book.find(id)
  if (!station || !isSeenBy(caller, station)) throw notFound('This weather station')
  return station
}

/** Whether somebody may open a station's page to the public: its customer's administrators, for their own. */
export function mayShare(caller: Caller | undefined, { row }: KnownStation): boolean {
  if (!caller || row.network === 'metar') return false
  return caller.role === 'SuperAdmin' || (caller.role === 'Admin' && row.customer_id === caller.customerId)
}
