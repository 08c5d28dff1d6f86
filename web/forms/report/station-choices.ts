import type { ListedStation } from '#contract/devices/stations'
import { localDay } from '#domain/conditions/local-day'
import { shownDates } from '#web/parts/time/times.ts'

/** The station a report was opened from. */
export interface OpenedStation {
  readonly id: number
  readonly hardwareId: string
  readonly locationName: string
}

export type StationChoice = Pick<ListedStation, 'hardwareId' | 'locationName'> & {
  /** Null until the station list arrives. */
  readonly timeZone: string | null
  readonly historySince: string | null
}

/**
 * Returns every selectable station, by its source's id. The one the report was opened from is available immediately.
 */
export function stationsById(
  listed: readonly ListedStation[] | undefined,
  opened: OpenedStation | null,
): ReadonlyMap<string, StationChoice> {
  const early: readonly StationChoice[] = opened ? [{ ...opened, timeZone: null, historySince: null }] : []
  return new Map([...early, ...(listed ?? [])].map(station => [station.hardwareId, station]))
}

/** If two stations share a name, their sources' ids distinguish them. */
export function stationChoices(stations: Iterable<StationChoice>): { value: string; label: string }[] {
  const all = [...stations]
  const counts = new Map<string, number>()
  for (const { locationName } of all) counts.set(locationName, (counts.get(locationName) ?? 0) + 1)
  return all.map(({ hardwareId, locationName }) => ({
    value: hardwareId,
    label: counts.get(locationName) === 1 ? locationName : `${locationName} (${hardwareId})`,
  }))
}

/**
 * Returns the number of the latest day that has started at one of the stations, or at the viewer's if none is known.
 */
export function todayAt(stations: readonly StationChoice[], ownZone: string, nowMs: number): number {
  const zones = stations.flatMap(({ timeZone }) => timeZone ?? [])
  return Math.max(...(zones.length === 0 ? [ownZone] : zones).map(zone => localDay(zone, nowMs)))
}

/** Returns which stations have no data for the start of a range; null if all do. */
export function historyNote(stations: readonly StationChoice[], startDate: string | null): string | null {
  const late = stations.flatMap(({ locationName, historySince }) =>
    startDate !== null && historySince !== null && startDate < historySince
      ? [{ locationName, since: shownDates(historySince, historySince) }]
      : [],
  )
  const [first, ...others] = late
  if (first === undefined) return null
  return others.length === 0
    ? `${first.locationName} has data since ${first.since}. Earlier rows will be empty.`
    : `${late.length} stations have no data for the start of this range. Those rows will be empty.`
}
