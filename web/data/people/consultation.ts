import { ask } from '#web/data/requests/ask.ts'
import type { Asked } from '#contract/call'
import { askMeteorologist, listConsultationCopies } from '#contract/messages/mass-notify'
import { useMutation, useQuery } from '@tanstack/react-query'

export type Question = Asked<typeof askMeteorologist>['body']

export function useAskMeteorologist() {
  return useMutation({
    mutationFn: (body: Question) => ask(askMeteorologist, { body }),
  })
}

/** Fetches people who can receive a copy of a question. */
export function useAdministrators() {
  return useQuery({
    queryKey: ['consultation', 'administrators'],
    queryFn: ({ signal }) => ask(listConsultationCopies, {}, signal),
  })
}
