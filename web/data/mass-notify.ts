import { ask } from './ask.ts'
import type { Answer, Asked } from '#contract/call'
import {
  massHistory,
  previewMassMessage,
  readMassMessage,
  sendMassMessage,
  type MassMessage,
} from '#contract/mass-notify'
import { smsParts } from '#domain/messages/mass-message'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const historyKey = ['mass-notify', 'history'] as const

export type MassPreview = Answer<typeof previewMassMessage>
export type MassChannel = MassMessage['channel']

interface PreviewWish {
  readonly recipients: string[]
  readonly channel: MassChannel
  readonly message: string
}

/** How many people a message would reach. Of its text only into how many parts networks cut it makes a difference. */
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
    // Also after a failure: the answer may have been lost, and not the message.
    onSettled: () => client.invalidateQueries({ queryKey: historyKey }),
  })
}

const lookEveryMs = 2000

/** A message on its way, looked at until it waits for nobody. */
export function useSentMessage(id: number) {
  return useQuery({
    queryKey: ['mass-notify', 'message', id],
    queryFn: ({ signal }) => ask(readMassMessage, { params: { id: String(id) } }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : lookEveryMs),
  })
}

export const historyRows = 4
const historyEveryMs = 5000

/** A page of the messages that were sent, and whether there are older ones: one more than is shown is asked for. */
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
