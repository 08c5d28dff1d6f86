import { ask } from '#web/data/requests/ask.ts'
import type { Asked } from '#contract/call'
import {
  createScenarioMapping,
  deleteConnection,
  deleteScenarioMapping,
  getConnection,
  listScenarioFirings,
  listScenarioMappings,
  listSinglewireScenarios,
  listSinglewireSites,
  saveConnection,
  verifyConnection,
} from '#contract/messages/informacast'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const informacastKey = ['informacast'] as const
const refreshMs = 10_000
const mostLogged = '100'

const of = (customerId: number) => ({ params: { id: String(customerId) } })

/** Fetches the customer's connection, unless the viewer may not see it. */
export function useConnection(customerId: number, mayKnow = true) {
  return useQuery({
    queryKey: [...informacastKey, 'connection'],
    queryFn: ({ signal }) => ask(getConnection, of(customerId), signal),
    enabled: mayKnow,
  })
}

export function useScenarioMappings(customerId: number) {
  return useQuery({
    queryKey: [...informacastKey, 'mappings'],
    queryFn: ({ signal }) => ask(listScenarioMappings, of(customerId), signal),
  })
}

export function useScenarioFirings(customerId: number) {
  return useQuery({
    queryKey: [...informacastKey, 'firings'],
    queryFn: ({ signal }) =>
      ask(listScenarioFirings, { ...of(customerId), query: { count: mostLogged } }, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

export function useSinglewireSites(customerId: number) {
  return useQuery({
    queryKey: [...informacastKey, 'sites'],
    queryFn: ({ signal }) => ask(listSinglewireSites, of(customerId), signal),
  })
}

export function useSinglewireScenarios(customerId: number) {
  return useQuery({
    queryKey: [...informacastKey, 'scenarios'],
    queryFn: ({ signal }) => ask(listSinglewireScenarios, of(customerId), signal),
  })
}

function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    gcTime: 0, // never cache a token, not even in memory
    onSuccess: () => client.invalidateQueries({ queryKey: informacastKey }),
  })
}

export function useVerifyConnection() {
  return useMutation({
    mutationFn: (token: string) => ask(verifyConnection, { body: { token } }),
    gcTime: 0,
  })
}

export function useSaveConnection() {
  return useChange((body: Asked<typeof saveConnection>['body']) => ask(saveConnection, { body }))
}

export function useDeleteConnection(customerId: number) {
  return useChange(() => ask(deleteConnection, of(customerId)))
}

export function useAddScenarioMapping() {
  return useChange((body: Asked<typeof createScenarioMapping>['body']) =>
    ask(createScenarioMapping, { body }),
  )
}

export function useDeleteScenarioMapping() {
  return useChange((id: number) => ask(deleteScenarioMapping, { params: { id: String(id) } }))
}
