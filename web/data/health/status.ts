import { ask } from '#web/data/requests/ask.ts'
import { momentNow } from '#web/data/live/moment.ts'

import type { Asked, Reply } from '#contract/call'
import { getStatus, getWeatherSources, makeReal, pauseSource, setFeedFault } from '#contract/status'
import { firstLease, isValid, serverTimeMs } from '#domain/lightning/lease'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { onTick } from '#web/data/live/ticker.ts'
import { useEffect, useState } from 'react'

/** Re-renders repeatedly, because a lease expires without any event. */
function useLook(): void {
  const [, look] = useState(0)
  useEffect(() => onTick(() => look(count => count + 1)), [])
}

export type HouseStatus = Reply<typeof getStatus>

const statusKey = ['status'] as const
const askEveryMs = 5000
/** A server report older than this is invalid, because everything may have changed since. */
const believedMs = 20_000

export type KnownStatus =
  | { readonly kind: 'asking' }
  | { readonly kind: 'heard'; readonly status: HouseStatus; readonly serverNowMs: number }
  /** There is no valid report. The previous one is used only to name the components. */
  | { readonly kind: 'silent'; readonly before: HouseStatus | undefined; readonly error: Error | null }

async function askStatus(signal: AbortSignal) {
  const requested = momentNow()
  const status = await ask(getStatus, {}, signal)
  return { status, lease: firstLease(requested, Date.parse(status.asOf), believedMs) }
}

/** Fetches the server's status as it may be shown right now. */
export function useStatus(): KnownStatus & { readonly askAgain: () => void } {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: statusKey,
    queryFn: ({ signal }) => askStatus(signal),
    refetchInterval: askEveryMs,
    staleTime: 0,
    // A person who returns to the page waits for a fresh report.
    gcTime: 0,
    // Without a network the request fails immediately instead of waiting for one.
    networkMode: 'always',
  })
  useLook()
  const askAgain = () => void refetch()
  const now = momentNow()
  if (isPending) return { kind: 'asking', askAgain }
  if (data && !error && isValid(data.lease, now))
    return { kind: 'heard', status: data.status, serverNowMs: serverTimeMs(data.lease, now), askAgain }
  return { kind: 'silent', before: data?.status, error, askAgain }
}

export function useSetFeedFault() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof setFeedFault>['body']) => ask(setFeedFault, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: statusKey }),
  })
}

export type WeatherSources = Reply<typeof getWeatherSources>

/** Fetches the weather sources, visible to everyone. */
export function useWeatherSources() {
  return useQuery({
    queryKey: ['weather-sources'],
    queryFn: ({ signal }) => ask(getWeatherSources, {}, signal),
  })
}

export function usePauseSource() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof pauseSource>['body']) => ask(pauseSource, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: statusKey }),
  })
}

export function useMakeReal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof makeReal>['body']) => ask(makeReal, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: statusKey }),
  })
}
