import { ask } from '#web/data/requests/ask.ts'
import { RequestRefused } from '#web/data/requests/failures.ts'
import type { Asked } from '#contract/call'
import {
  addInstrument,
  changeInstrumentKey,
  getInstrument,
  listInstruments,
  removeInstrument,
  updateInstrument,
  type Instrument,
} from '#contract/devices/instruments'
import { serverNowMs } from '#web/data/live/server-now.ts'
import { onTick } from '#web/data/live/ticker.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const instrumentsKey = ['instrument'] as const
const refreshMs = 15_000
/** Polls often, because someone is waiting beside the station. */
const waitingMs = 2000
const secondMs = 1000

/** Fetches the organization's own stations and lightning sensors. */
export function useInstruments() {
  return useQuery({
    queryKey: [...instrumentsKey, 'list'],
    queryFn: ({ signal }) => ask(listInstruments, {}, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

/**
 * Whether the first message is still awaited, or the first value from a message whose fields have no assigned meaning
 * yet.
 */
const isAwaited = ({ heardAt, received }: Instrument) => heardAt === null || !received?.values.length

/** Fetches one instrument with its last message. The id comes from the URL and may be anything. */
export function useInstrument(id: string) {
  return useQuery({
    queryKey: [...instrumentsKey, id],
    queryFn: ({ signal }) => ask(getInstrument, { params: { id } }, signal),
    staleTime: 0,
    // An instrument that does not exist is not requested again.
    refetchInterval: ({ state: { data, error } }) => {
      if (error instanceof RequestRefused && error.status < 500) return false
      return data && isAwaited(data) ? waitingMs : refreshMs
    },
  })
}

const secondNow = () => Math.floor(serverNowMs() / secondMs) * secondMs

/** Returns the server's time, updated every second, for 'received 12 s ago'. */
export function useServerSecond(): number {
  return useSyncExternalStore(onTick, secondNow)
}

function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    // Never cache a key, not even in memory.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: instrumentsKey }),
  })
}

export function useAddInstrument() {
  return useChange((body: Asked<typeof addInstrument>['body']) => ask(addInstrument, { body }))
}

export function useUpdateInstrument() {
  return useChange(({ id, body }: { id: number; body: Asked<typeof updateInstrument>['body'] }) =>
    ask(updateInstrument, { params: { id: String(id) }, body }),
  )
}

export function useChangeInstrumentKey() {
  return useChange((id: number) => ask(changeInstrumentKey, { params: { id: String(id) } }))
}

/** The caller must leave the instrument's page, which would otherwise keep requesting it. */
export function useRemoveInstrument() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => ask(removeInstrument, { params: { id: String(id) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...instrumentsKey, 'list'] }),
  })
}
