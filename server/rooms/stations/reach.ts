import { may } from '#domain/access/may'
import type { Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import type { KnownStation, StationBook } from './book.ts'

/** Airports are everybody's; a customer's station is for its people, for Super Admin and for the mesonet. */
export function isSeenBy(caller: Caller, { row }: KnownStation): boolean {
  return (
    row.network === 'metar' ||
    caller.role === 'SuperAdmin' ||
    row.customer_id === caller.customerId ||
    may(caller, { permissions: ['mesonet.access'] })
  )
}

/** Of a station that the caller may not see, not even the existence is told. */
export function stationSeenBy(book: StationBook, caller: Caller, id: number): KnownStation {
  const station = book.find(id)
  if (!station || !isSeenBy(caller, station)) throw notFound('This weather station')
  return station
}
