import { ask } from '#web/data/requests/ask.ts'
import { pollReportsEveryMs } from './report-polling.ts'
import {
  deleteReport,
  generateReport,
  listReportRecipients,
  listReports,
  type ReportRequest,
} from '#contract/messages/reports'
import { listWeatherStations } from '#contract/devices/stations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const reportsKey = ['reports'] as const

/** The viewer's own and received reports, polled often while one is being built. */
export function useReports() {
  return useQuery({
    queryKey: reportsKey,
    queryFn: ({ signal }) => ask(listReports, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => pollReportsEveryMs(state.data),
  })
}

/** The stations whose history can be reported. */
export function useReportStations() {
  return useQuery({
    queryKey: ['report-stations'],
    queryFn: ({ signal }) => ask(listWeatherStations, {}, signal),
  })
}

/** Possible report recipients, by user group. */
export function useReportRecipients() {
  return useQuery({
    queryKey: ['report-recipients'],
    queryFn: ({ signal }) => ask(listReportRecipients, {}, signal),
  })
}

export function useGenerateReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ReportRequest) => ask(generateReport, { body }),
    // Also after a failure: the response may have been lost even though the report was not.
    onSettled: () => client.invalidateQueries({ queryKey: reportsKey }),
  })
}

export function useDeleteReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => ask(deleteReport, { params: { id: String(id) } }),
    onSettled: () => client.invalidateQueries({ queryKey: reportsKey }),
  })
}
