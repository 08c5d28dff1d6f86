import { ask } from '#web/data/requests/ask.ts'
import {
  endOtherSessions,
  endSession,
  endSessionsOf,
  listSessions,
  listSignIns,
} from '#contract/people/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const sessionsKey = ['sessions'] as const

/** Fetches where the signed-in person is signed in. */
export function useSessions() {
  return useQuery({
    queryKey: [...sessionsKey, 'open'],
    queryFn: ({ signal }) => ask(listSessions, {}, signal),
  })
}

export function useSignIns() {
  return useQuery({
    queryKey: [...sessionsKey, 'events'],
    queryFn: ({ signal }) => ask(listSignIns, {}, signal),
  })
}

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => ask(endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(endOtherSessions, {}),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** Signs another person out of every browser. */
export function useEndSessionsOf() {
  return useMutation({ mutationFn: (userId: string) => ask(endSessionsOf, { body: { userId } }) })
}
