import { ask } from '#web/data/requests/ask.ts'
import { momentNow } from '#web/data/live/moment.ts'
import type { Asked } from '#contract/call'
import {
  createWidget,
  deleteWidget,
  getWidget,
  listAllWidgets,
  listWidgetsOfCustomer,
  previewWidget,
  shareWidget,
  updateWidget,
  widgetChoices,
} from '#contract/messages/widgets'
import { firstLease } from '#domain/lightning/lease'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const widgetsKey = ['widget'] as const
const previewEveryMs = 5_000

/** Fetches one customer's widgets, or all of them for a person who sees all customers. */
export function useWidgets(customerId: number | 'all') {
  return useQuery({
    queryKey: [...widgetsKey, 'list', customerId],
    queryFn: ({ signal }) =>
      customerId === 'all'
        ? ask(listAllWidgets, {}, signal)
        : ask(listWidgetsOfCustomer, { params: { customerId: String(customerId) } }, signal),
    staleTime: 0,
  })
}

/** Refetches a widget each time, so that editing starts from the saved state. */
export function useWidget(id: number | null) {
  return useQuery({
    queryKey: [...widgetsKey, 'one', id],
    queryFn: ({ signal }) => ask(getWidget, { params: { id: String(id) } }, signal),
    enabled: id !== null,
    gcTime: 0,
    staleTime: 0,
  })
}

export function useWidgetChoices(customerId: number) {
  return useQuery({
    queryKey: [...widgetsKey, 'choices', customerId],
    queryFn: ({ signal }) => ask(widgetChoices, { params: { customerId: String(customerId) } }, signal),
    staleTime: 0,
  })
}

export type PreviewBody = Asked<typeof previewWidget>['body']

/** Fetches the data that a page would receive now, with its lease, but only once the widget is complete. */
export function usePreview(body: PreviewBody | null) {
  return useQuery({
    queryKey: [...widgetsKey, 'preview', body],
    queryFn: async ({ signal }) => {
      if (!body) throw new Error('There is nothing to preview')
      const requested = momentNow()
      const data = await ask(previewWidget, { body }, signal)
      return { data, lease: firstLease(requested, Date.parse(data.asOf), data.validForMs) }
    },
    enabled: body !== null,
    refetchInterval: previewEveryMs,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}

function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    onSuccess: () => client.invalidateQueries({ queryKey: [...widgetsKey, 'list'] }),
  })
}

export function useCreateWidget() {
  return useChange((body: Asked<typeof createWidget>['body']) => ask(createWidget, { body }))
}

export function useUpdateWidget() {
  return useChange(({ id, body }: { id: number; body: Asked<typeof updateWidget>['body'] }) =>
    ask(updateWidget, { params: { id: String(id) }, body }),
  )
}

export function useDeleteWidget() {
  return useChange((id: number) => ask(deleteWidget, { params: { id: String(id) } }))
}

export function useShareWidget() {
  return useMutation({
    mutationFn: (body: Asked<typeof shareWidget>['body']) => ask(shareWidget, { body }),
  })
}
