import { ask } from '#web/data/requests/ask.ts'
import { askAfresh } from '#web/data/requests/ask-again.ts'
import { locationsEvery, type Stream } from '#web/data/requests/asking.ts'
import { queryClient } from '#web/data/requests/client.ts'
import { peopleKey } from '#web/data/people/people-keys.ts'
import { withPlaces } from '#web/data/people/with-person.ts'
import { dropFirstRequest } from '#web/session/first-requests.ts'
import type { Asked } from '#contract/call'
import {
  addLocation,
  addOrganizationLocation,
  checkRestriction,
  deleteLocation,
  listLocations,
  listOrganizationLocations,
  reverseLookup,
  searchAddress,
  setOrganizationLocationsOfUser,
  updateLocation,
  type Location,
} from '#contract/places/locations'
import type { User } from '#contract/people/users'
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'

export const locationsKey = ['location'] as const

const ownLocations = queryOptions({
  queryKey: locationsKey,
  queryFn: ({ signal }) => ask(listLocations, {}, signal),
})

/** Fetches the viewer's locations. The live stream reports changes; while it is down, they are polled. */
export function useLocations(stream: Stream = 'awaited') {
  return useQuery({ ...ownLocations, refetchInterval: locationsEvery(stream) })
}

export function askForLocationsAhead(): Promise<void> {
  return queryClient.prefetchQuery(ownLocations)
}

/** Requests the list again after a change. */
export function refreshLocations(): void {
  dropFirstRequest(listLocations.path)
  askAfresh(locationsKey, 'all')
}

/**
 * A stream begins with the state of every place. A list with different places is older than the stream, and the change
 * in between was not reported.
 */
export async function refreshUnlessListed(ids: readonly number[]): Promise<void> {
  const underWay = queryClient.getQueryCache().find({ queryKey: locationsKey })?.promise
  await underWay?.catch(() => {}) // if that request fails, the previous list is used
  const listed = queryClient.getQueryData<Location[]>(locationsKey)
  const named = new Set(ids)
  if (listed && (listed.length !== named.size || listed.some(({ id }) => !named.has(id)))) refreshLocations()
}

const organizationLocationsKey = ['organization-location'] as const

export function useOrganizationLocations() {
  return useQuery({
    queryKey: organizationLocationsKey,
    queryFn: ({ signal }) => ask(listOrganizationLocations, {}, signal),
  })
}

/** A change is saved, also if the list that shows it is slow. */
const mostWaitMs = 2000

async function refetched(client: QueryClient) {
  await client.invalidateQueries({ queryKey: locationsKey })
  // The live stream may have begun another request instead.
  const isUnderWay = client.isFetching({ queryKey: locationsKey }) > 0
  if (isUnderWay) await client.refetchQueries({ queryKey: locationsKey }, { cancelRefetch: false })
}

/** Refetches the list, so that whoever opens the location again sees what was saved. */
function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    onSuccess: () =>
      Promise.race([refetched(client), new Promise<void>(resolve => setTimeout(resolve, mostWaitMs))]),
  })
}

export function useAddLocation() {
  return useChange((body: Asked<typeof addLocation>['body']) => ask(addLocation, { body }))
}

export function useAddOrganizationLocation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof addOrganizationLocation>['body']) =>
      ask(addOrganizationLocation, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: organizationLocationsKey }),
  })
}

export function useUpdateLocation() {
  return useChange((body: Asked<typeof updateLocation>['body']) => ask(updateLocation, { body }))
}

export function useDeleteLocation() {
  return useChange((id: number) => ask(deleteLocation, { params: { id: String(id) } }))
}

type GivenLocations = Asked<typeof setOrganizationLocationsOfUser>['body']

/** Sets a person's organization locations. They are part of the list of people. */
export function useGiveLocations() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, locations }: { userId: string; locations: GivenLocations }) =>
      ask(setOrganizationLocationsOfUser, { params: { userId }, body: locations }),
    onSuccess: (_answer, { userId, locations }) => {
      const given = locations.map(({ organizationLocationId }) => organizationLocationId)
      client.setQueryData<readonly User[]>(peopleKey, people => people && withPlaces(people, userId, given))
      void client.invalidateQueries({ queryKey: peopleKey })
    },
  })
}

interface Point {
  latitude: number
  longitude: number
}

/** Checks whether to warn the person before they save a location at this point. */
export function useCheckRestriction() {
  return useMutation({
    mutationFn: ({ latitude, longitude }: Point) =>
      ask(checkRestriction, { body: { Latitude: latitude, Longitude: longitude } }),
  })
}

const townsStayMs = 10 * 60_000

/** Fetches places that match an address, unless the text is empty. */
export function useAddressSearch(text: string) {
  return useQuery({
    queryKey: ['address', text],
    queryFn: ({ signal }) => ask(searchAddress, { query: { text } }, signal),
    enabled: text !== '',
    staleTime: townsStayMs,
    retry: false,
    networkMode: 'always',
  })
}

/** The precision that the lookup uses: a few feet. Never written with an exponent. */
const degreesText = (degrees: number) => String(Number(degrees.toFixed(5)))

/** Fetches what is near a point, if there is a point. */
export function useNearest(point: Point | null) {
  const [latitude, longitude] = point ? [degreesText(point.latitude), degreesText(point.longitude)] : ['', '']
  return useQuery({
    queryKey: ['nearest', latitude, longitude],
    queryFn: ({ signal }) => ask(reverseLookup, { query: { latitude, longitude } }, signal),
    enabled: point !== null,
    staleTime: townsStayMs,
    retry: false,
    networkMode: 'always',
  })
}
