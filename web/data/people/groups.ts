import { ask } from '#web/data/requests/ask.ts'
import { groupsKey, peopleKey } from './people-keys.ts'
import { withGroupName } from './with-person.ts'
import type { Asked } from '#contract/call'
import { addGroup, deleteGroup, listGroups, updateGroup } from '#contract/people/groups'
import type { User } from '#contract/people/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

/** Fetches the customer's user groups. An Assistant Admin sees only their own group. */
export function useGroups() {
  return useQuery({
    queryKey: groupsKey,
    queryFn: ({ signal }) => ask(listGroups, {}, signal),
  })
}

function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
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

/** Shows the new name with the group's people immediately, without waiting for their list to reload. */
export function useUpdateGroup() {
  const client = useQueryClient()
  return useChange(async (body: Asked<typeof updateGroup>['body']) => {
    const answer = await ask(updateGroup, { body })
    const { id, name } = answer.userGroup
    client.setQueryData<readonly User[]>(peopleKey, people => people && withGroupName(people, id, name))
    return answer
  })
}

export function useDeleteGroup() {
  return useChange((id: number) => ask(deleteGroup, { params: { id: String(id) } }))
}
