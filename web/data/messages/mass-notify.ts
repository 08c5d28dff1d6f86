import { ask } from '#web/data/requests/ask.ts'
import type { Answer, Asked } from '#contract/call'
import {
  massHistory,
  previewMassMessage,
  readMassMessage,
  sendMassMessage,
  type MassMessage,
} from '#contract/messages/mass-notify'
import { smsParts } from '#domain/messages/mass-message'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const historyKey = ['mass-notify', 'history'] as const

export type MassPreview = Answer<typeof previewMassMessage>
export type MassMessageChannel = MassMessage['channel']

interface PreviewWish {
  readonly recipients: string[]
  readonly channel: MassMessageChannel
  readonly message: string
}

/** Fetches how many people a message would reach. Of its text, only the number of SMS parts matters. */
export function useMassPreview({ recipients, channel, message }: PreviewWish) {
  return useQuery({
    queryKey: ['mass-notify', 'preview', recipients, channel, smsParts(message)],
    queryFn: ({ signal }) => ask(previewMassMessage, { body: { recipients, channel, message } }, signal),
    enabled: recipients.length > 0,
    staleTime: 0,
  })
}

export function useSendMassMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof sendMassMessage>['body']) => ask(sendMassMessage, { body }),
    // Refetches after a failure too, because the message may have been sent even though the response was lost.
    onSettled: () => client.invalidateQueries({ queryKey: historyKey }),
  })
}

const lookEveryMs = 2000

/** Fetches a message that is being sent, and polls until no recipient is pending. */
export function useSentMessage(id: number) {
  return useQuery({
    queryKey: ['mass-notify', 'message', id],
    queryFn: ({ signal }) => ask(readMassMessage, { params: { id: String(id) } }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : lookEveryMs),
  })
}

const historyRows = 4
const historyEveryMs = 5000

/** Fetches a page of sent messages. One extra row shows whether there are older ones. */
export function useMassHistory(before: number | undefined) {
  return useQuery({
    queryKey: [...historyKey, before],
    queryFn: async ({ signal }) => {
      const from = before === undefined ? undefined : String(before)
      const rows = await ask(massHistory, { query: { before: from, count: String(historyRows + 1) } }, signal)
      return { messages: rows.slice(0, historyRows), hasOlder: rows.length > historyRows }
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.messages.some(({ waiting }) => waiting > 0) ? historyEveryMs : false,
  })
}
