import { ask } from './ask.ts'
import type { Reply } from '#contract/call'
import { clusterStrikes } from '#contract/lightning'
import type { Point } from '#domain/geo/distance'
import { useQuery } from '@tanstack/react-query'

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
