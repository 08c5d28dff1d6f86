import { ask } from './ask.ts'
import type { Asked } from '#contract/call'
import { askMeteorologist } from '#contract/mass-notify'
import { listUsersByRole } from '#contract/users'
import { useMutation, useQuery } from '@tanstack/react-query'

export type Question = Asked<typeof askMeteorologist>['body']

export function useAskMeteorologist() {
  return useMutation({
    mutationFn: (body: Question) => ask(askMeteorologist, { body }),
  })
}

/** The ids of Admin and Assistant Admin. */
const administrators: Asked<typeof listUsersByRole>['body']['roles'] = ['2', '3']

/** Those who may get a copy of a question. */
export function useAdministrators() {
  return useQuery({
    queryKey: ['user', 'roles', administrators],
    queryFn: ({ signal }) => ask(listUsersByRole, { body: { roles: administrators } }, signal),
  })
}
