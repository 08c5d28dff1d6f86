import { ask } from '#web/data/requests/ask.ts'
import { Unreachable } from '#web/data/requests/failures.ts'
import { hardwareKey } from './hardware-key.ts'
import type { Asked } from '#contract/call'
import {
  addStoredMessage,
  deleteStoredMessage,
  listPaUnits,
  listStoredMessages,
  previewSpeech,
  sendPaMessage,
  updateStoredMessage,
} from '#contract/devices/public-address'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const storedMessagesKey = ['stored-message'] as const

/** Fetches every unit that can speak. */
export function usePaUnits() {
  return useQuery({
    queryKey: [...hardwareKey, 'pa'],
    queryFn: ({ signal }) => ask(listPaUnits, {}, signal),
    staleTime: 0,
  })
}

export function useSendPaMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof sendPaMessage>['body']) => ask(sendPaMessage, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: hardwareKey }),
  })
}

export function useStoredMessages() {
  return useQuery({
    queryKey: storedMessagesKey,
    queryFn: ({ signal }) => ask(listStoredMessages, {}, signal),
    staleTime: 0,
  })
}

function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    onSuccess: () => client.invalidateQueries({ queryKey: storedMessagesKey }),
  })
}

export function useAddStoredMessage() {
  return useChange((body: Asked<typeof addStoredMessage>['body']) => ask(addStoredMessage, { body }))
}

export function useUpdateStoredMessage() {
  return useChange((body: Asked<typeof updateStoredMessage>['body']) => ask(updateStoredMessage, { body }))
}

export function useDeleteStoredMessage() {
  return useChange((id: number) => ask(deleteStoredMessage, { params: { id: String(id) } }))
}

/** Returns a message as units will speak it; null on a server without text-to-speech. */
export async function fetchSpeech(message: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const { url } = await ask(previewSpeech, { body: { message } }, signal)
  if (url === null) return null
  // The URL is meant for field units, which may use another name for this server than the browser does.
  const { pathname, search } = new URL(url, location.origin)
  const recording = await fetch(pathname + search, { signal })
  if (!recording.ok) throw new Unreachable(`recording: ${recording.status}`)
  return recording.arrayBuffer()
}
