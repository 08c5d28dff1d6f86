import { ask } from './ask.ts'
import { queryClient } from './client.ts'
import { proactiveForecastMessage } from '#contract/forecasts'
import { listNotifications, type Notification } from '#contract/notifications'
import { skipToken, keepPreviousData, useQuery } from '@tanstack/react-query'

// What the signed-in person was told

const notificationsKey = ['notifications'] as const
const weekMs = 7 * 24 * 60 * 60_000
const bellEveryMs = 30_000

/** A moment more than now: what the server has just written may stand before this browser's clock. */
const clockLeewayMs = 60_000

function askForWeek(count: number, signal: AbortSignal): Promise<Notification[]> {
  const nowMs = Date.now()
  const startDate = new Date(nowMs - weekMs).toISOString()
  const endDate = new Date(nowMs + clockLeewayMs).toISOString()
  return ask(listNotifications, { body: { count, startDate, endDate } }, signal)
}

/** The newest notifications of the past 7 days. */
export function useNotifications(count: number) {
  return useQuery({
    queryKey: [...notificationsKey, count],
    queryFn: ({ signal }) => askForWeek(count, signal),
    refetchInterval: bellEveryMs,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

const settleMs = 2000
let soon: ReturnType<typeof setTimeout> | undefined

/** Something has happened of which people are told: they are told a moment later, and many things at once are one. */
export function askForNotificationsSoon(): void {
  soon ??= setTimeout(() => {
    soon = undefined
    void queryClient.invalidateQueries({ queryKey: notificationsKey })
  }, settleMs)
}

/** A meteorologist's message in full; a notification has only its beginning. Nothing is asked for without an id. */
export function useForecastMessage(id: string | null) {
  return useQuery({
    queryKey: ['proactive-forecast-message', id],
    queryFn:
      id === null ? skipToken : ({ signal }) => ask(proactiveForecastMessage, { params: { id } }, signal),
    staleTime: Infinity,
  })
}
