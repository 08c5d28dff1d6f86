import { download } from './download.ts'
import { ask } from './ask.ts'
import { olderThan, pageRows } from './pages.ts'
import { delayEvidence, delayEvidenceCsv, delayHistory, type DelayRecord } from '#contract/lightning'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'

/** A delay that runs goes on while it is looked at. */
const historyRefreshMs = 10_000

export function useDelayHistory(locationId: number) {
  return useInfiniteQuery({
    queryKey: ['delay-history', locationId],
    queryFn: ({ pageParam, signal }): Promise<DelayRecord[]> =>
      ask(
        delayHistory,
        { params: { id: String(locationId) }, query: { before: pageParam, count: String(pageRows) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: olderThan,
    staleTime: 0,
    refetchInterval: historyRefreshMs,
  })
}

/** Without spaces, since it is typed on a command line to be checked. */
function evidenceName({ id, locationLabel, ring, opened }: DelayRecord): string {
  const minute = opened.slice(0, 16).replace(':', '')
  return `Delay ${id} ${locationLabel} ring ${ring} ${minute}Z`.replace(/[^\p{L}\p{N}._]+/gu, '-')
}

/** Keeps what a delay rests on: the call's whole answer, as `verify-evidence` reads it. */
export function useDownloadEvidence(delay: DelayRecord) {
  return useMutation({
    mutationFn: () =>
      download(delayEvidence, { params: { id: String(delay.id) } }, `${evidenceName(delay)}.json`),
    networkMode: 'always',
  })
}

/** The same as a table. */
export function useDownloadTable(delay: DelayRecord) {
  return useMutation({
    mutationFn: () =>
      download(delayEvidenceCsv, { params: { id: String(delay.id) } }, `${evidenceName(delay)}.csv`),
    networkMode: 'always',
  })
}
