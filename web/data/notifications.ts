import { ask } from './ask.ts'
import { queryClient } from './client.ts'
import { olderThan, pageRows } from './pages.ts'
import { proactiveForecastMessage } from '#contract/forecasts'
import {
  listNotifications,
  listOutbox,
  readDelivery,
  whyNotified,
  type Delivery,
  type Notification,
  type ToldOrNot,
} from '#contract/notifications'
import { skipToken, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'

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
    queryFn: id === null ? skipToken : ({ signal }) => ask(proactiveForecastMessage, { params: { id } }, signal),
    staleTime: Infinity,
  })
}

// The outbox

export function useOutbox() {
  return useInfiniteQuery({
    queryKey: ['outbox'],
    queryFn: ({ pageParam, signal }): Promise<Delivery[]> =>
      ask(listOutbox, { query: { before: pageParam, count: String(pageRows) } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: olderThan,
    staleTime: 0,
  })
}

export function useDelivery(id: number) {
  return useQuery({
    queryKey: ['outbox', id],
    queryFn: ({ signal }) => ask(readDelivery, { params: { id: String(id) } }, signal),
  })
}

/** What concerned a person, newest first: whether they were told of it, and why or why not. */
export function useWhyNotified(personId: string) {
  return useInfiniteQuery({
    queryKey: ['why-notified', personId],
    queryFn: ({ pageParam, signal }): Promise<ToldOrNot[]> =>
      ask(
        whyNotified,
        { params: { id: personId }, query: { before: pageParam, count: String(pageRows) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: olderThan,
    staleTime: 0,
  })
}
