import { ask } from './ask.ts'
import { groupsKey, peopleKey } from './people-keys.ts'
import type { Asked } from '#contract/call'
import { addGroup, deleteGroup, listGroups, updateGroup } from '#contract/groups'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

/** The user groups of the own customer; for Assistant Admin the own one. */
export function useGroups() {
  return useQuery({
    queryKey: groupsKey,
    queryFn: ({ signal }) => ask(listGroups, {}, signal),
  })
}

function useChange<Wish, Answer>(make: (wish: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: groupsKey })
      void client.invalidateQueries({ queryKey: peopleKey })
    },
  })
}

export function useAddGroup() {
  return useChange((body: Asked<typeof addGroup>['body']) => ask(addGroup, { body }))
}

export function useUpdateGroup() {
  return useChange((body: Asked<typeof updateGroup>['body']) => ask(updateGroup, { body }))
}

export function useDeleteGroup() {
  return useChange((id: number) => ask(deleteGroup, { params: { id: String(id) } }))
}
