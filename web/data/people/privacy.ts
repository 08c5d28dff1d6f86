import { ask } from '#web/data/requests/ask.ts'
import { download } from '#web/data/requests/download.ts'
import {
  downloadOwnData,
  downloadPersonData,
  getRetention,
  setRetention,
  type Retention,
} from '#contract/people/privacy'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const retentionKey = ['retention'] as const

/** Fetches how long the organization keeps its people's data. */
export function useRetention() {
  return useQuery({
    queryKey: retentionKey,
    queryFn: ({ signal }) => ask(getRetention, {}, signal),
  })
}

export function useSetRetention() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Retention) => ask(setRetention, { body }),
    onSuccess: saved => client.setQueryData(retentionKey, saved),
  })
}

const fileName = 'Skywarden data.json'

/** Saves what is stored about the signed-in person. Without a password, they must have signed in just now. */
export function useDownloadOwnData() {
  return useMutation({
    mutationFn: (currentPassword: string) =>
      download(downloadOwnData, { body: { currentPassword } }, fileName),
  })
}

/** Saves what is stored about a person whom the caller manages. */
export function useDownloadPersonData() {
  return useMutation({
    mutationFn: (id: string) => download(downloadPersonData, { params: { id } }, fileName),
  })
}
