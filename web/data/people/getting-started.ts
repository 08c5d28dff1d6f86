import { setupStateOf, type OrganizationKnown, type SetupState } from './getting-started-steps.ts'
import { useLocations, useOrganizationLocations } from '#web/data/places/locations.ts'
import { usePolicies } from '#web/data/policies/policies.ts'
import { useMe } from './users.ts'
import { usePeople } from './people.ts'

export type KnownStanding =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly error: Error; readonly askAgain: () => void }
  | { readonly kind: 'known'; readonly standing: SetupState }

/** Returns how much of the setup for weather notifications an organization has completed. */
export function useStanding(): KnownStanding {
  const me = useMe()
  const places = useOrganizationLocations()
  const own = useLocations()
  const policies = usePolicies()
  const people = usePeople()
  const asked = [places, own, policies, people]
  if (places.data && own.data && policies.data && people.data) {
    const known: OrganizationKnown = {
      me,
      places: places.data,
      own: own.data,
      policies: policies.data,
      people: people.data,
    }
    return { kind: 'known', standing: setupStateOf(known) }
  }
  const error = asked.find(query => query.isError)?.error
  if (!error) return { kind: 'asking' }
  const askAgain = () => asked.filter(query => query.isError).forEach(query => void query.refetch())
  return { kind: 'failed', error, askAgain }
}
