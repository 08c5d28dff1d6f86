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

/** Fetches the viewer's own and received reports, and polls often while one is being built. */
export function useReports() {
  return useQuery({
    queryKey: reportsKey,
    queryFn: ({ signal }) => ask(listReports, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => pollReportsEveryMs(state.data),
  })
}

/** Fetches the stations whose history can be reported. */
export function useReportStations() {
  return useQuery({
    queryKey: ['report-stations'],
    queryFn: ({ signal }) => ask(listWeatherStations, {}, signal),
  })
}

/** Fetches possible report recipients, by user group. */
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
    // Refetches after a failure too, because the report may have been requested even though the response was lost.
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
