import { may } from '#domain/access/may'
import type { Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import type { KnownStation, StationBook } from './known-stations.ts'

/**
 * Whether the caller may see a station. Airports are visible to everyone. A customer's station is visible to its
 * people, Super Admins and the mesonet, and to anyone if the customer has made its page public.
 */
export function isStationSeenBy(caller: Caller | undefined, { row }: KnownStation): boolean {
  if (row.is_public) return true
  if (!caller) return false
  return (
    row.network === 'metar' ||
    caller.role === 'SuperAdmin' ||
    row.customer_id === caller.customerId ||
    may(caller, { permissions: ['mesonet.access'] })
  )
}

/** Returns a station that the caller may see. Does not disclose whether any other station exists. */
export function stationSeenBy(book: StationBook, caller: Caller | undefined, id: number): KnownStation {
  const station = book.find(id)
  if (!station || !isStationSeenBy(caller, station)) throw notFound('This weather station')
  return station
}

/** Whether the caller may make a station's page public: administrators may, for stations of their own customer. */
export function mayShare(caller: Caller | undefined, { row }: KnownStation): boolean {
  if (!caller || row.network === 'metar') return false
  return caller.role === 'SuperAdmin' || (caller.role === 'Admin' && row.customer_id === caller.customerId)
}
