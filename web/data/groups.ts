import { ask } from './ask.ts'
import { listGroups } from '#contract/groups'
import { useQuery } from '@tanstack/react-query'

const groupsKey = ['site'] as const

/** The user groups of the organization; for an Assistant Admin the own one. */
export function useGroups() {
  return useQuery({
    queryKey: groupsKey,
    queryFn: ({ signal }) => ask(listGroups, {}, signal),
  })
}
