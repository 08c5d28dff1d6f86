import { placesOfGroup } from '#server/rooms/locations/index'
import { dayName } from '#domain/conditions/local-day'
import type { Instrument } from '#contract/devices/instruments'
import { dayMs } from '#server/platform/clock'
import { reachOf, type Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { findInstrument, listInstrumentRows, type InstrumentRow } from './store/instruments.ts'
import { listDaysHeard, listHeard } from './store/reports.ts'
import { wireInstrument } from './wire.ts'

/** The instruments that the caller may see: for people who manage one group, those at that group's places. */
async function seenOf(
  db: Db,
  caller: Caller,
  instruments: readonly InstrumentRow[],
): Promise<InstrumentRow[]> {
  if (caller.role !== 'AssistantAdmin') return [...instruments]
  if (caller.groupId === null) return []
  const places = await placesOfGroup(db, caller.customerId, caller.groupId)
  return instruments.filter(({ organization_location_id: place }) => place !== null && places.has(place))
}

export async function instrumentsSeenBy(db: Db, caller: Caller): Promise<InstrumentRow[]> {
  return seenOf(db, caller, await listInstrumentRows(db, caller.customerId))
}

/** Finds an instrument that the caller may see. Does not disclose whether any other instrument exists. */
export async function instrumentSeenBy(db: Db, caller: Caller, id: number): Promise<InstrumentRow> {
  const found = await findInstrument(db, reachOf(caller), id)
  const [instrument] = found ? await seenOf(db, caller, [found]) : []
  if (!instrument) throw notFound('This instrument')
  return instrument
}

/** Instruments together with what they last sent. */
export async function described(db: Db, rows: readonly InstrumentRow[], now: Date): Promise<Instrument[]> {
  const ids = rows.map(({ id }) => id)
  const reports = await listHeard(db, 'system', ids)
  const yesterday = dayName(Math.floor(now.getTime() / dayMs) - 1)
  const days = await listDaysHeard(db, 'system', ids, yesterday)
  return rows.map(row => wireInstrument(row, reports.get(row.id), days, now))
}

export async function describedOne(db: Db, row: InstrumentRow, now: Date): Promise<Instrument> {
  const [one] = await described(db, [row], now)
  if (!one) throw notFound('This instrument')
  return one
}
