import { ask } from '#web/data/requests/ask.ts'
import { RequestRefused } from '#web/data/requests/failures.ts'
import type { Reply } from '#contract/call'
import { listMapLayers, mapUrl, radarFrames, type RadarType } from '#contract/weather/radar'
import { surfaceAnalysis } from '#contract/weather/surface'
import { tropicalForecasts } from '#contract/weather/tropics'
import { skipToken, useQuery } from '@tanstack/react-query'

/** Polling intervals from the specification. */
const framesEveryMs = 180_000
const otherEveryMs = 60_000

/** Fetches the server's map layers. They change only when the server does. */
export function useMapLayers() {
  return useQuery({
    queryKey: ['map-layers'],
    queryFn: ({ signal }) => ask(listMapLayers, {}, signal),
    staleTime: Infinity,
  })
}

/** Fetches the frame URLs of a radar type, if one is chosen. Fails while no frame is known. */
export function useRadarFrames(type: RadarType | null) {
  return useQuery({
    queryKey: ['radar-frames', type],
    queryFn: type ? ({ signal }) => ask(radarFrames, { params: { type }, query: {} }, signal) : skipToken,
    refetchInterval: framesEveryMs,
  })
}

/** Fetches an image by its URL, which carries its own key. Throws if it cannot be decoded. */
export async function fetchPicture(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new RequestRefused(response.status, '', {})
  const blob = await response.blob()
  const image = await createImageBitmap(blob)
  image.close()
  return blob
}

/** Fetches the URL of the newest tropical model image. */
export function useTropicalModels(isWanted: boolean) {
  return useQuery({
    queryKey: ['tropical-models'],
    queryFn: ({ signal }) => ask(mapUrl, { query: { product: 'tropical-spaghetti-plot-us' } }, signal),
    enabled: isWanted,
    refetchInterval: otherEveryMs,
  })
}

export type ShownTropicalStorm = Reply<typeof tropicalForecasts>[number]['data'][number]
export type IssuedStorms = Reply<typeof tropicalForecasts>[number]

export function useTropicalForecasts(isWanted: boolean) {
  return useQuery({
    queryKey: ['tropical-forecast'],
    queryFn: ({ signal }) => ask(tropicalForecasts, {}, signal),
    enabled: isWanted,
    refetchInterval: otherEveryMs,
  })
}

export type ShownSurfaceAnalysis = Reply<typeof surfaceAnalysis>

export function useSurfaceAnalysis(isWanted: boolean) {
  return useQuery({
    queryKey: ['surface-analysis'],
    queryFn: ({ signal }) => ask(surfaceAnalysis, {}, signal),
    enabled: isWanted,
    refetchInterval: otherEveryMs,
  })
}
