import { ask } from './ask.ts'
import { hardwareKey } from './hardware-key.ts'
import type { Asked } from '#contract/call'
import { changeDeviceKey, listDevices, registerDevice, removeDevice } from '#contract/device-register'
import { listOrganizationLocationsOfCustomer } from '#contract/locations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const refreshMs = 10_000

/** Every registered device; whether it has connected is worth knowing while it is being set up. */
export function useDevices() {
  return useQuery({
    queryKey: [...hardwareKey, 'devices'],
    queryFn: ({ signal }) => ask(listDevices, {}, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

/** Where a device of a customer may stand. */
export function usePlacesOfCustomer(customerId: number | null) {
  return useQuery({
    queryKey: ['organization-location', 'customer', customerId],
    queryFn: ({ signal }) =>
      ask(listOrganizationLocationsOfCustomer, { params: { id: String(customerId) } }, signal),
    enabled: customerId !== null,
  })
}

function useChange<Wish, Answer>(make: (wish: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    // A key is not for keeping, not even in memory.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: hardwareKey }),
  })
}

export function useRegisterDevice() {
  return useChange((body: Asked<typeof registerDevice>['body']) => ask(registerDevice, { body }))
}

export function useChangeDeviceKey() {
  return useChange((id: number) => ask(changeDeviceKey, { params: { id: String(id) } }))
}

export function useRemoveDevice() {
  return useChange((id: number) => ask(removeDevice, { params: { id: String(id) } }))
}
