import { ask } from '#web/data/requests/ask.ts'
import { currentIn } from '#web/data/requests/failures.ts'
import { currentUserKey } from '#web/data/people/users.ts'
import type { Asked } from '#contract/call'
import {
  getAlertTimes,
  getNotificationSettings,
  setAlertTimes,
  setNotificationSettings,
  testNotification,
} from '#contract/messages/notification-settings'
import { whyNotified } from '#contract/messages/outbox'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export const settingsKey = ['notification-settings'] as const
const alertTimesKey = ['alert-times'] as const

export function useNotificationSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => ask(getNotificationSettings, {}, signal),
  })
}

export function useSaveNotificationSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof setNotificationSettings>['body']) =>
      ask(setNotificationSettings, { body }),
    // After a version conflict, show the current version.
    onError: error => {
      const current = currentIn(setNotificationSettings, error)
      if (current) client.setQueryData(settingsKey, current)
    },
    onSuccess: saved => {
      client.setQueryData(settingsKey, saved)
      // The top bar shows whether the person declines notifications, and all times use their zone.
      void client.invalidateQueries({ queryKey: currentUserKey })
    },
  })
}

/** Fetches when the signed-in person is notified: on their own schedule or their group's. */
export function useAlertTimes() {
  return useQuery({ queryKey: alertTimesKey, queryFn: ({ signal }) => ask(getAlertTimes, {}, signal) })
}

/** An empty list restores the group's schedule. */
export function useSaveAlertTimes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof setAlertTimes>['body']) => ask(setAlertTimes, { body }),
    // After a version conflict, show the current version.
    onError: error => {
      const current = currentIn(setAlertTimes, error)
      if (current) client.setQueryData(alertTimesKey, current)
    },
    onSuccess: saved => client.setQueryData(alertTimesKey, saved),
  })
}

export function useSendTest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(testNotification, {}),
    onSuccess: () => client.resetQueries({ queryKey: ['last-test'] }),
  })
}

const rowsToLookAt = 20
const lookEveryMs = 2000

/** Fetches the outcome of the last test message, and polls until none of it is pending. */
export function useLastTest(personId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['last-test', personId],
    queryFn: async ({ signal }) => {
      const query = { count: String(rowsToLookAt) }
      const rows = await ask(whyNotified, { params: { id: personId }, query }, signal)
      return rows.find(({ kind }) => kind === 'test') ?? null
    },
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ state: step }) => step === 'waiting') ? lookEveryMs : false,
  })
}
