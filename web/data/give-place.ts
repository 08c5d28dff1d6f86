import { ask } from './ask.ts'
import { givenLocations } from './given-locations.ts'
import { locationsKey } from './locations.ts'
import { peopleKey } from './people-keys.ts'
import { currentUserKey } from './users.ts'
import {
  listOrganizationLocationsOfUser,
  setOrganizationLocationsOfUser,
  type OrganizationLocation,
} from '#contract/locations'
import { useMutation, useQueryClient } from '@tanstack/react-query'

async function givePlace(userId: string, place: OrganizationLocation): Promise<void> {
  // Whatever is not listed is taken away: what they have is asked for at the last moment.
  const had = await ask(listOrganizationLocationsOfUser, { params: { id: userId } })
  if (had.some(({ id }) => id === place.id)) return
  const all = [...had, place]
  const body = givenLocations(
    all.map(({ id }) => id),
    all,
  )
  await ask(setOrganizationLocationsOfUser, { params: { userId }, body })
}

/** Puts an organization location on people's dashboards, beside those that they have. */
export function useGivePlace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ place, userIds }: { place: OrganizationLocation; userIds: readonly string[] }) => {
      for (const userId of userIds) await givePlace(userId, place)
    },
    // Also where it failed half-way: some may have it by then.
    onSettled: () =>
      Promise.all(
        [peopleKey, locationsKey, currentUserKey].map(queryKey => client.invalidateQueries({ queryKey })),
      ),
  })
}
