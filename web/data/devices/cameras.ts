import { ask } from '#web/data/requests/ask.ts'
import type { Asked } from '#contract/call'
import {
  addCamera,
  deleteCamera,
  getConsumedMinutes,
  listAllCameras,
  listCameraLogs,
  listCameras,
  setLiveStreamMinutes,
  takeTestPicture,
  updateCamera,
} from '#contract/devices/cameras'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const camerasKey = ['camera'] as const
const usageRefreshMs = 60_000
const ofCustomer = (customerId: number) => ({ params: { id: String(customerId) } })
const ofMonth = (customerId: number, offset: number) => ({
  ...ofCustomer(customerId),
  query: { monthOffset: String(offset) },
})

/** Fetches the cameras a person may watch: their own customer's, or every customer's for Super Admin. */
export function useCameras(customerId: number, isOfAll: boolean) {
  return useQuery({
    queryKey: [...camerasKey, isOfAll ? 'all' : customerId],
    queryFn: ({ signal }) =>
      isOfAll ? ask(listAllCameras, {}, signal) : ask(listCameras, ofCustomer(customerId), signal),
    staleTime: 0,
  })
}

export function useCameraUsage(customerId: number, monthOffset = 0) {
  return useQuery({
    queryKey: [...camerasKey, 'usage', customerId, monthOffset],
    queryFn: ({ signal }) => ask(getConsumedMinutes, ofMonth(customerId, monthOffset), signal),
    staleTime: 0,
    refetchInterval: usageRefreshMs,
  })
}

export function useCameraLogs(customerId: number, monthOffset: number) {
  return useQuery({
    queryKey: [...camerasKey, 'logs', customerId, monthOffset],
    queryFn: ({ signal }) => ask(listCameraLogs, ofMonth(customerId, monthOffset), signal),
    staleTime: 0,
  })
}

function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    // Never cache a password, not even in memory.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: camerasKey }),
  })
}

export function useAddCamera(customerId: number) {
  return useChange((body: Asked<typeof addCamera>['body']) =>
    ask(addCamera, { ...ofCustomer(customerId), body }),
  )
}

export function useUpdateCamera() {
  return useChange(({ id, ...body }: Asked<typeof updateCamera>['body'] & { readonly id: number }) =>
    ask(updateCamera, { params: { id: String(id) }, body }),
  )
}

export function useDeleteCamera() {
  return useChange((id: number) => ask(deleteCamera, { params: { id: String(id) } }))
}

export function useTestPicture(customerId: number) {
  return useMutation({
    mutationFn: (body: Asked<typeof takeTestPicture>['body']) =>
      ask(takeTestPicture, { ...ofCustomer(customerId), body }),
    gcTime: 0,
  })
}

export function useSetAllowance(customerId: number) {
  return useChange((body: Asked<typeof setLiveStreamMinutes>['body']) =>
    ask(setLiveStreamMinutes, { ...ofCustomer(customerId), body }),
  )
}

/** Refetches usage when someone stops watching. */
export function useRefreshUsage() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [...camerasKey, 'usage'] })
}
