import { ask } from '#web/data/requests/ask.ts'
import { useOrganizationLocations } from '#web/data/places/locations.ts'
import { getRiskProfile, workRestForLocation } from '#contract/weather/heat-stress'
import { useQuery } from '@tanstack/react-query'

/** Only administrators change profiles, and rarely. */
const profileStaysMs = 10 * 60_000

/** Fetches the work/rest profile that applies at an organization location; null if there is none. */
export function useWorkRest(organizationLocationId: number | null) {
  return useQuery({
    queryKey: ['work-rest', organizationLocationId],
    queryFn: ({ signal }) =>
      organizationLocationId === null
        ? null
        : ask(
            workRestForLocation,
            { params: { organizationLocationId: String(organizationLocationId) } },
            signal,
          ),
    staleTime: profileStaysMs,
  })
}

/** Fetches an organization location's risk levels; empty without a risk profile. */
export function useRiskLevels(organizationLocationId: number | null, isWanted: boolean) {
  const places = useOrganizationLocations()
  const place = places.data?.find(({ id }) => id === organizationLocationId)
  const profileId = place?.riskProfileId ?? null
  const asked = useQuery({
    queryKey: ['risk-profile', profileId],
    queryFn: async ({ signal }) =>
      profileId === null
        ? []
        : (await ask(getRiskProfile, { params: { id: String(profileId) } }, signal)).riskLevels,
    enabled: isWanted && places.data !== undefined,
    staleTime: profileStaysMs,
  })
  return {
    data: isWanted ? asked.data : [],
    error: isWanted ? (places.error ?? asked.error) : null,
    refetch: () => Promise.all([places.refetch(), asked.refetch()]),
  }
}
