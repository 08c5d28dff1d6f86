import { ask } from '#web/data/requests/ask.ts'
import { hardwareKey } from '#web/data/devices/hardware-key.ts'
import { listUnprotected } from '#contract/devices/protection'
import { useQuery } from '@tanstack/react-query'

const lookEveryMs = 60_000

/** Fetches the sirens at the caller's locations that no one should rely on. */
export function useUnprotected() {
  return useQuery({
    queryKey: [...hardwareKey, 'unprotected'],
    queryFn: ({ signal }) => ask(listUnprotected, {}, signal),
    refetchInterval: lookEveryMs,
  })
}
