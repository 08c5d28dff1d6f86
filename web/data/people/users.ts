import { ask } from '#web/data/requests/ask.ts'
import { queryClient } from '#web/data/requests/client.ts'
import { getCurrentUser, updateProfile, type CurrentUser, type ProfileInput } from '#contract/people/users'
import { useSession } from '#web/session/use-session.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export const currentUserKey = ['user', 'current'] as const

const currentUser = queryOptions({
  queryKey: currentUserKey,
  queryFn: ({ signal }) => ask(getCurrentUser, {}, signal),
})

export function useCurrentUser() {
  return useQuery(currentUser)
}

export function askForMeAhead(): Promise<void> {
  return queryClient.prefetchQuery(currentUser)
}

/** Returns the signed-in person, for everything inside the shell, which renders nothing until they are known. */
export function useMe(): CurrentUser {
  const { data } = useCurrentUser()
  if (!data) throw new Error('useMe can only be used inside the shell')
  return data
}

/** Fetches the signed-in person if there is one, for pages that visitors also see. */
export function useViewer(): CurrentUser | null {
  const isSignedIn = useSession().state === 'signed-in'
  const { data } = useQuery({ ...currentUser, enabled: isSignedIn })
  return isSignedIn ? (data ?? null) : null
}

export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileInput) => ask(updateProfile, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserKey }),
  })
}
