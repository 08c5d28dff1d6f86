import { ask } from '#web/data/requests/ask.ts'
import { givenLocations } from './given-locations.ts'
import { locationsKey } from '#web/data/places/locations.ts'
import { peopleKey } from './people-keys.ts'
import { currentUserKey } from './users.ts'
import {
  listOrganizationLocationsOfUser,
  setOrganizationLocationsOfUser,
  type OrganizationLocation,
} from '#contract/places/locations'
import { useMutation, useQueryClient } from '@tanstack/react-query'

async function givePlace(userId: string, place: OrganizationLocation): Promise<void> {
  // The server removes every location that is not listed, so the person's list is fetched as late as possible.
  const had = await ask(listOrganizationLocationsOfUser, { params: { id: userId } })
  if (had.some(({ id }) => id === place.id)) return
  const all = [...had, place]
  const body = givenLocations(
    all.map(({ id }) => id),
    all,
  )
  await ask(setOrganizationLocationsOfUser, { params: { userId }, body })
}

/** Adds an organization location to people's dashboards and keeps the locations they have. */
export function useGivePlace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ place, userIds }: { place: OrganizationLocation; userIds: readonly string[] }) => {
      for (const userId of userIds) await givePlace(userId, place)
    },
    // Refetches after a partial failure too, because some people may already have the place.
    onSettled: () =>
      Promise.all(
        [peopleKey, locationsKey, currentUserKey].map(queryKey => client.invalidateQueries({ queryKey })),
      ),
  })
}
