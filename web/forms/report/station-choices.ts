import type { ListedStation } from '#contract/stations'
import { localDay } from '#domain/conditions/local-day'
import { shownDates } from '#web/parts/date-words.ts'

/** The station that a report is begun from. */
export interface OpenedStation {
  readonly id: number
  readonly hardwareId: string
  readonly locationName: string
}

export type ReportStation = Pick<ListedStation, 'hardwareId' | 'locationName'> & {
  /** Null until the list of stations has come. */
  readonly timeZone: string | null
  readonly historySince: string | null
}

/** Every station that can be chosen, by what its source calls it; the one that the report is begun from is there at once. */
export function stationsById(
  listed: readonly ListedStation[] | undefined,
  opened: OpenedStation | null,
): ReadonlyMap<string, ReportStation> {
  const early: readonly ReportStation[] = opened ? [{ ...opened, timeZone: null, historySince: null }] : []
  return new Map([...early, ...(listed ?? [])].map(station => [station.hardwareId, station]))
}

/** Two stations may have one name: then what their sources call them tells them apart. */
export function stationChoices(stations: Iterable<ReportStation>): { value: string; label: string }[] {
  const all = [...stations]
  const counts = new Map<string, number>()
  for (const { locationName } of all) counts.set(locationName, (counts.get(locationName) ?? 0) + 1)
  return all.map(({ hardwareId, locationName }) => ({
    value: hardwareId,
    label: counts.get(locationName) === 1 ? locationName : `${locationName} (${hardwareId})`,
  }))
}

/** The number of the latest day that has begun at one of the stations, or where the person is if none is known. */
export function todayAt(stations: readonly ReportStation[], ownZone: string, nowMs: number): number {
  const zones = stations.flatMap(({ timeZone }) => timeZone ?? [])
  return Math.max(...(zones.length === 0 ? [ownZone] : zones).map(zone => localDay(zone, nowMs)))
}

/** Which stations know nothing of the beginning of a range; null where all do. */
export function historyNote(stations: readonly ReportStation[], startDate: string | null): string | null {
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
