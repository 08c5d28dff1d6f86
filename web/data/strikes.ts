import { ask } from './ask.ts'
import type { Reply } from '#contract/call'
import { clusterStrikes } from '#contract/lightning'
import type { Point } from '#domain/geo/distance'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'

export type NearStrike = Reply<typeof clusterStrikes>[number]

const quietEveryMs = 60_000
const stormEveryMs = 10_000
/** From this zoom on the server gathers nothing to clusters. */
const singleZoom = '9'
const milesPerDegree = 69
const degreesText = (degrees: number) => degrees.toFixed(4)

/** Every strike of the last 30 minutes in the square around a place. */
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

/** From this zoom level on strikes are told one by one. */
const nonClusterLevel = '8'

/** The strikes of the last 30 minutes in a part of the map; nothing is asked for without one. */
export function useStrikesIn(bounds: Bounds | null, zoom: number) {
  const level = String(Math.max(0, Math.floor(zoom)))
  const query = bounds && {
    top: degreesText(bounds.north),
    bottom: degreesText(bounds.south),
    left: degreesText(bounds.west),
    right: degreesText(bounds.east),
    zoom: level,
    nonClusterLevel,
  }
  return useQuery({
    queryKey: ['strikes', query],
    queryFn: query ? ({ signal }) => ask(clusterStrikes, { query }, signal) : skipToken,
    refetchInterval: quietEveryMs,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    // Beside the strikes of here a moment ago a blank map would say that there are none.
    placeholderData: keepPreviousData,
  })
}
