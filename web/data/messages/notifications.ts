import { ask } from '#web/data/requests/ask.ts'
import { queryClient } from '#web/data/requests/client.ts'
import { proactiveForecastMessage } from '#contract/weather/forecasts'
import { listNotifications, type Notification } from '#contract/messages/notifications'
import { skipToken, keepPreviousData, useQuery } from '@tanstack/react-query'

// The signed-in person's notifications

const notificationsKey = ['notifications'] as const
const weekMs = 7 * 24 * 60 * 60_000
const bellEveryMs = 30_000

/** Slightly in the future, because the server's clock may be ahead of this browser's. */
const clockLeewayMs = 60_000

function askForWeek(count: number, signal: AbortSignal): Promise<Notification[]> {
  const nowMs = Date.now()
  const startDate = new Date(nowMs - weekMs).toISOString()
  const endDate = new Date(nowMs + clockLeewayMs).toISOString()
  return ask(listNotifications, { body: { count, startDate, endDate } }, signal)
}

/** Fetches the newest notifications of the past 7 days. */
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

/**
 * Refetches after an event that causes notifications, with a delay, because they are sent a moment later. A burst of
 * events triggers one refetch.
 */
export function askForNotificationsSoon(): void {
  soon ??= setTimeout(() => {
    soon = undefined
    void queryClient.invalidateQueries({ queryKey: notificationsKey })
  }, settleMs)
}

/** Fetches a meteorologist's full message, once there is an id. A notification contains only the beginning. */
export function useForecastMessage(id: string | null) {
  return useQuery({
    queryKey: ['proactive-forecast-message', id],
    queryFn:
      id === null ? skipToken : ({ signal }) => ask(proactiveForecastMessage, { params: { id } }, signal),
    staleTime: Infinity,
  })
}
