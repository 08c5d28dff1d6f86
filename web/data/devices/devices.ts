import { ask } from '#web/data/requests/ask.ts'
import { hardwareKey } from './hardware-key.ts'
import type { Asked } from '#contract/call'
import {
  changeDeviceKey,
  listDevices,
  registerDevice,
  removeDevice,
  updateDevice,
} from '#contract/devices/device-register'
import { listOrganizationLocationsOfCustomer } from '#contract/places/locations'
import { proposeStationElevation } from '#contract/devices/stations'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const refreshMs = 10_000

/** Fetches every registered device. Polls, because people watch for the first connection during setup. */
export function useDevices() {
  return useQuery({
    queryKey: [...hardwareKey, 'devices'],
    queryFn: ({ signal }) => ask(listDevices, {}, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

/** Fetches the places where a customer's device can be installed. */
export function usePlacesOfCustomer(customerId: number | null) {
  return useQuery({
    queryKey: ['organization-location', 'customer', customerId],
    queryFn: ({ signal }) =>
      ask(listOrganizationLocationsOfCustomer, { params: { id: String(customerId) } }, signal),
    enabled: customerId !== null,
  })
}

const degrees = /^-?\d{1,3}(\.\d{1,20})?$/

/** Fetches the elevation of the nearest known station, but only once coordinates have been entered. */
export function useElevationProposal({ latitude, longitude }: { latitude: string; longitude: string }) {
  const place = { latitude: latitude.trim(), longitude: longitude.trim() }
  const isPlace = degrees.test(place.latitude) && degrees.test(place.longitude)
  return useQuery({
    queryKey: ['elevation-proposal', place],
    queryFn: isPlace ? ({ signal }) => ask(proposeStationElevation, { query: place }, signal) : skipToken,
  })
}

function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    // Never cache a key, not even in memory.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: hardwareKey }),
  })
}

export function useRegisterDevice() {
  return useChange((body: Asked<typeof registerDevice>['body']) => ask(registerDevice, { body }))
}

export function useUpdateDevice() {
  return useChange(({ id, body }: { id: number; body: Asked<typeof updateDevice>['body'] }) =>
    ask(updateDevice, { params: { id: String(id) }, body }),
  )
}

export function useChangeDeviceKey() {
  return useChange((id: number) => ask(changeDeviceKey, { params: { id: String(id) } }))
}

export function useRemoveDevice() {
  return useChange((id: number) => ask(removeDevice, { params: { id: String(id) } }))
}
