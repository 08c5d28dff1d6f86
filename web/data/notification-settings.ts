import { ask } from './ask.ts'
import { currentIn } from './failures.ts'
import { currentUserKey } from './users.ts'
import type { Asked } from '#contract/call'
import {
  getAlertTimes,
  getNotificationSettings,
  setAlertTimes,
  setNotificationSettings,
  testNotification,
} from '#contract/notification-settings'
import { whyNotified } from '#contract/outbox'
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
    // Whoever was overtaken sees what is there now.
    onError: error => {
      const current = currentIn(setNotificationSettings, error)
      if (current) client.setQueryData(settingsKey, current)
    },
    onSuccess: saved => {
      client.setQueryData(settingsKey, saved)
      // The top bar says whether they decline notifications, and every time is shown in their zone.
      void client.invalidateQueries({ queryKey: currentUserKey })
    },
  })
}

/** When the signed-in person is told: by times of their own, or by those of their group. */
export function useAlertTimes() {
  return useQuery({ queryKey: alertTimesKey, queryFn: ({ signal }) => ask(getAlertTimes, {}, signal) })
}

/** With an empty list the times of the group count again. */
export function useSaveAlertTimes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof setAlertTimes>['body']) => ask(setAlertTimes, { body }),
    // Whoever was overtaken sees what is there now.
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

/** What became of the last test message, looked at until nothing of it waits any more. */
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
