import { download } from '#web/data/requests/download.ts'
import { ask } from '#web/data/requests/ask.ts'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { olderThan, pageRows } from '#web/data/requests/pages.ts'
import type { Asked } from '#contract/call'
import {
  delayEvidence,
  delayEvidenceCsv,
  delayHistory,
  delaysCsv,
  getDelaySummary,
  type DelayRecord,
} from '#contract/weather/lightning'
import { acceptSatellite, getSatelliteAcceptance } from '#contract/weather/satellite'
import type { Location } from '#contract/places/locations'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

/** Refetched often, because a delay in progress keeps changing while the page shows it. */
const historyRefreshMs = 10_000

export function useDelayHistory(locationId: number) {
  return useInfiniteQuery({
    queryKey: ['delay-history', locationId],
    queryFn: ({ pageParam, signal }): Promise<DelayRecord[]> =>
      ask(
        delayHistory,
        { params: { id: String(locationId) }, query: { before: pageParam, count: String(pageRows) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: olderThan,
    staleTime: 0,
    refetchInterval: historyRefreshMs,
  })
}

const minuteMs = 60_000
const runningEveryMs = minuteMs
const quietEveryMs = 5 * minuteMs

/** Fetches totals of the last 30 days' delays. Refetched whenever a ring changes state. */
export function useDelaySummary(location: Location) {
  const client = useQueryClient()
  const { id } = location
  const shown = useLiveView(
    useCallback(
      () =>
        readPlace(location)
          .rings.map(ring => ring.shown.show)
          .join(' '),
      [location],
    ),
  )
  const shownBefore = useRef(shown)
  useEffect(() => {
    if (shownBefore.current === shown) return
    shownBefore.current = shown
    void client.invalidateQueries({ queryKey: ['delay-summary', id] })
  }, [client, id, shown])
  return useQuery({
    queryKey: ['delay-summary', id],
    queryFn: ({ signal }) => ask(getDelaySummary, { params: { id: String(id) }, query: {} }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? runningEveryMs : quietEveryMs),
  })
}

const satelliteKey = (locationId: number) => ['satellite', locationId]

/** Whether satellite data alone may decide All Clear at a location, and who accepted that. */
export function useSatelliteAcceptance(locationId: number) {
  return useQuery({
    queryKey: satelliteKey(locationId),
    queryFn: ({ signal }) => ask(getSatelliteAcceptance, { params: { id: String(locationId) } }, signal),
    staleTime: 0,
  })
}

export function useAcceptSatellite(locationId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof acceptSatellite>['body']) =>
      ask(acceptSatellite, { params: { id: String(locationId) }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: satelliteKey(locationId) }),
  })
}

/** Downloads the last 30 days' delays as a table. */
export function useDownloadDelays({ id, label }: Location) {
  return useMutation({
    mutationFn: () =>
      download(delaysCsv, { params: { id: String(id) }, query: {} }, `${fileName(`Delays ${label}`)}.csv`),
  })
}

/** Makes a file name without spaces, because people type it on a command line to verify the file. */
function fileName(words: string): string {
  return words.replace(/[^\p{L}\p{N}._]+/gu, '-')
}

function evidenceName({ id, locationLabel, ring, opened }: DelayRecord): string {
  const minute = opened.slice(0, 16).replace(':', '')
  return fileName(`Delay ${id} ${locationLabel} ring ${ring} ${minute}Z`)
}

/** Downloads a delay's evidence: the full response, as `verify-evidence` reads it. */
export function useDownloadEvidence(delay: DelayRecord) {
  return useMutation({
    mutationFn: () =>
      download(delayEvidence, { params: { id: String(delay.id) } }, `${evidenceName(delay)}.json`),
  })
}

/** Downloads the same evidence as a table. */
export function useDownloadTable(delay: DelayRecord) {
  return useMutation({
    mutationFn: () =>
      download(delayEvidenceCsv, { params: { id: String(delay.id) } }, `${evidenceName(delay)}.csv`),
  })
}
