import { ask } from '#web/data/requests/ask.ts'
import { download } from '#web/data/requests/download.ts'
import type { Reply } from '#contract/call'
import {
  correctStationElevation,
  evapotranspirationMissing,
  exportConditionSnapshots,
  exportHistory,
  getEvapotranspiration,
  getEvapotranspirationOfRange,
  getWeatherStation,
  historyOfDay,
  historyOfMonth,
  historyOfRange,
  historyOfWeek,
  listConditionSnapshots,
  listMapStations,
  shareWeatherStation,
  stationImageTime,
  type WeatherStation,
} from '#contract/devices/stations'
import { listObservations } from '#contract/weather/observations'
import type { ExportKind } from '#domain/reports/report'
import type { NamedRange } from '#domain/reports/custom-range'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const minuteMs = 60_000
const stationEveryMs = minuteMs
const historyEveryMs = 5 * minuteMs
const imageEveryMs = 5 * minuteMs
const evapotranspirationEveryMs = 5 * minuteMs

export type ObservationRow = Reply<typeof listObservations>[number]
export type StationHour = Reply<typeof historyOfDay>[number]
export type StationDay = Reply<typeof historyOfRange>[number]
export type EtRow = Reply<typeof getEvapotranspiration>[number]

/** Offline, a query fails with an error instead of silently waiting for a network. */
const tellsWhenOffline = { networkMode: 'always' } as const

const stationKey = (id: string) => ['station', id] as const
const of = (id: string) => ({ params: { id } })

/** Fetches every station the viewer can see, with its temperature. */
export function useMapStations(isWanted: boolean) {
  return useQuery({
    queryKey: ['map-stations'],
    queryFn: ({ signal }) => ask(listMapStations, {}, signal),
    enabled: isWanted,
    refetchInterval: historyEveryMs,
  })
}

/** Fetches a station with its latest reading. The id comes from the URL and may be anything. */
export function useWeatherStation(id: string) {
  return useQuery({
    queryKey: stationKey(id),
    queryFn: ({ signal }) => ask(getWeatherStation, of(id), signal),
    refetchInterval: stationEveryMs,
    ...tellsWhenOffline,
  })
}

/** Fetches when a station's camera last took a picture. */
export function useStationImageTime(id: string) {
  return useQuery({
    queryKey: [...stationKey(id), 'image-time'],
    queryFn: ({ signal }) => ask(stationImageTime, of(id), signal),
    refetchInterval: imageEveryMs,
    ...tellsWhenOffline,
  })
}

/** Opens a station's page to visitors, or closes it. Updates the cached station from the response. */
export function useShareStation(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isPublic: boolean) => ask(shareWeatherStation, { ...of(id), body: { isPublic } }),
    onSuccess: ({ isPublic }) =>
      client.setQueryData<WeatherStation>(stationKey(id), before => before && { ...before, isPublic }),
  })
}

/** Sets a station's elevation and refetches its evapotranspiration. */
export function useCorrectElevation(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (elevationFeet: number | null) =>
      ask(correctStationElevation, { ...of(id), body: { elevationFeet } }),
    onSuccess: ({ elevationFeet }) => {
      client.setQueryData<WeatherStation>(stationKey(id), before => before && { ...before, elevationFeet })
      return client.invalidateQueries({ queryKey: [...stationKey(id), 'evapotranspiration'] })
    },
  })
}

/** Fetches the data a station lacks for evapotranspiration. */
export function useEvapotranspirationMissing(id: string) {
  return useQuery({
    queryKey: [...stationKey(id), 'evapotranspiration', 'missing'],
    queryFn: ({ signal }) => ask(evapotranspirationMissing, of(id), signal),
    ...tellsWhenOffline,
  })
}

/** Fetches the last 24 hours, by hour. */
export function useHourlyHistory(id: string) {
  return useQuery({
    queryKey: [...stationKey(id), 'hours'],
    queryFn: ({ signal }) => ask(historyOfDay, of(id), signal),
    refetchInterval: historyEveryMs,
    ...tellsWhenOffline,
  })
}

export type DaysRequest = 'week' | 'month' | NamedRange

function askForDays(id: string, request: DaysRequest, signal: AbortSignal): Promise<StationDay[]> {
  if (request === 'week') return ask(historyOfWeek, of(id), signal)
  if (request === 'month') return ask(historyOfMonth, of(id), signal)
  return ask(historyOfRange, { ...of(id), query: request }, signal)
}

/** Fetches a station's history by day, but only when asked. */
export function useDailyHistory(id: string, request: DaysRequest | null) {
  return useQuery({
    queryKey: [...stationKey(id), 'days', request],
    queryFn: request === null ? skipToken : ({ signal }) => askForDays(id, request, signal),
    refetchInterval: historyEveryMs,
    ...tellsWhenOffline,
  })
}

/** Fetches the last 24 hours by quarter hour, with lightning. */
export function useConditionSnapshots(id: string) {
  return useQuery({
    queryKey: [...stationKey(id), 'snapshots'],
    queryFn: ({ signal }) => ask(listConditionSnapshots, { ...of(id), query: {} }, signal),
    refetchInterval: historyEveryMs,
    ...tellsWhenOffline,
  })
}

export type EtRequest = '3' | '7' | NamedRange

function askForEvapotranspiration(id: string, request: EtRequest, signal: AbortSignal): Promise<EtRow[]> {
  if (typeof request === 'string')
    return ask(getEvapotranspiration, { ...of(id), query: { days: request } }, signal)
  return ask(getEvapotranspirationOfRange, { ...of(id), query: request }, signal)
}

/** Fetches daily evapotranspiration, but only when asked. */
export function useEvapotranspiration(id: string, request: EtRequest | null) {
  return useQuery({
    queryKey: [...stationKey(id), 'evapotranspiration', request],
    queryFn: request === null ? skipToken : ({ signal }) => askForEvapotranspiration(id, request, signal),
    refetchInterval: evapotranspirationEveryMs,
    ...tellsWhenOffline,
  })
}

interface ExportWish extends NamedRange {
  readonly kind: ExportKind
}

/** Downloads a station's readings as a table. */
export function useExportStation({ id, locationName }: Pick<WeatherStation, 'id' | 'locationName'>) {
  const params = { id: String(id) }
  const fileName = `${locationName}.csv`
  return useMutation({
    mutationFn: ({ kind, ...query }: ExportWish) =>
      kind === 'Condition Snapshots'
        ? download(exportConditionSnapshots, { params, query }, fileName)
        : download(exportHistory, { params: { ...params, interval: kind }, query }, fileName),
  })
}
