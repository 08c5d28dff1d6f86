import { ask } from '#web/data/requests/ask.ts'
import type { Stream } from '#web/data/requests/asking.ts'
import { readHeard } from '#web/data/live/delays.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import type { Reply } from '#contract/call'

import { clusterStrikes, mapLightning } from '#contract/weather/map-lightning'
import type { Point } from '#domain/geo/distance'
import { keepPreviousData, skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

export type NearStrike = Reply<typeof clusterStrikes>[number]

const quietEveryMs = 60_000
const stormEveryMs = 10_000
/** From this zoom level on, the server does not cluster strikes. */
const singleZoom = '9'
const milesPerDegree = 69
const degreesText = (degrees: number) => degrees.toFixed(4)

/** Fetches every strike of the last 30 minutes in the square around a place. */
export function useStrikesAround({ latitude, longitude }: Point, miles: number, inDelay: boolean) {
  const north = miles / milesPerDegree
  const east = north / Math.max(0.1, Math.cos((latitude * Math.PI) / 180))
  const bounds = {
    top: degreesText(Math.min(90, latitude + north)),
    bottom: degreesText(Math.max(-90, latitude - north)),
    left: degreesText(longitude - east),
    right: degreesText(longitude + east),
  }
  return useQuery({
    queryKey: ['strikes', bounds],
    queryFn: ({ signal }) => ask(clusterStrikes, { query: { ...bounds, zoom: singleZoom } }, signal),
    refetchInterval: inDelay ? stormEveryMs : quietEveryMs,
  })
}

interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** From this zoom level on, strikes are returned one by one. */
const nonClusterLevel = '8'

/** The lightning on a map, and how complete it is. */
export type MapLightning = Reply<typeof mapLightning>

function mapQuery(bounds: Bounds, zoom: number, atMs: number | null) {
  return {
    top: degreesText(bounds.north),
    bottom: degreesText(bounds.south),
    left: degreesText(bounds.west),
    right: degreesText(bounds.east),
    zoom: String(Math.max(0, Math.floor(zoom))),
    nonClusterLevel,
    ...(atMs !== null && { at: new Date(atMs).toISOString() }),
  }
}

const keyOf = (query: ReturnType<typeof mapQuery> | null) => ['map-lightning', query]
const askFor =
  (query: ReturnType<typeof mapQuery>) =>
  ({ signal }: { signal: AbortSignal }) =>
    ask(mapLightning, { query }, signal)

/**
 * Fetches the strikes of the last 30 minutes in part of the map. Waits until the bounds are known. Refetched as soon as
 * the live stream reports a strike at one of the viewer's locations or a change in the feeds, because the map and the
 * locations must not disagree.
 */
export function useStrikesIn(bounds: Bounds | null, zoom: number, stream: Stream) {
  const word = useLiveView(newestWord)
  const query = bounds && mapQuery(bounds, zoom, null)
  const asked = useQuery({
    queryKey: keyOf(query),
    queryFn: query ? askFor(query) : skipToken,
    refetchInterval: ({ state }) =>
      stream === 'down' || (state.data?.strikes.length ?? 0) > 0 ? stormEveryMs : quietEveryMs,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    // A blank map right after strikes were shown here would suggest that there are none.
    placeholderData: keepPreviousData,
  })
  const askAgain = useEffectEvent(() => void (bounds && asked.refetch()))
  const received = useRef(word)
  useEffect(() => {
    if (received.current === word) return
    received.current = word
    askAgain()
  }, [word])
  return asked
}

/** Changes with every strike at one of the viewer's locations, and when feeds go silent or return. */
function newestWord(): string {
  const { delays, coveredThrough } = readHeard()
  const strikes = [...delays.values()].flatMap(({ statements }) =>
    statements.map(({ lastStrike }) => lastStrike ?? ''),
  )
  return `${coveredThrough === null} ${strikes.reduce((one, other) => (one > other ? one : other), '')}`
}

const pastKeptMs = 10 * 60_000

/** Fetches the strikes of the 30 minutes before each of the given past instants. They never change. */
export function usePastStrikes(bounds: Bounds | null, zoom: number, instants: readonly number[]) {
  const queries = bounds ? instants.map(atMs => mapQuery(bounds, zoom, atMs)) : []
  return useQueries({
    queries: queries.map(query => ({
      queryKey: keyOf(query),
      queryFn: askFor(query),
      staleTime: pastKeptMs,
      // Missing data may have arrived since then.
      refetchInterval: ({ state }: { state: { data?: MapLightning | undefined } }) =>
        state.data?.isComplete ? false : quietEveryMs,
    })),
  })
}
