import type { Sample, SampleWorld } from './sample.testing.ts'

/** Well-formed requests for past weather. */
export const samplesOfPast: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  // stations
  listObservations: () => ({ params: { id: '999999' }, query: { hours: '3' } }),
  historyOfDay: () => ({ params: { id: '999999' } }),
  historyOfWeek: () => ({ params: { id: '999999' } }),
  historyOfMonth: () => ({ params: { id: '999999' } }),
  historyOfRange: () => ({
    params: { id: '999999' },
    query: { startDate: '2026-10-01', endDate: '2026-10-09T12:00:00Z' },
  }),
  evapotranspirationMissing: () => ({ params: { id: '999999' } }),
  getEvapotranspiration: () => ({ params: { id: '999999' }, query: { days: '3' } }),
  getEvapotranspirationOfRange: () => ({
    params: { id: '999999' },
    query: { startDate: '2026-10-01', endDate: '2026-10-09' },
  }),
  listConditionSnapshots: () => ({ params: { id: '999999' }, query: { hours: '24' } }),
  exportHistory: () => ({
    params: { interval: 'Daily', id: '999999' },
    query: { startDate: '2026-10-01', endDate: '2026-10-05' },
  }),
  exportConditionSnapshots: () => ({
    params: { id: '999999' },
    query: { startDate: '2026-10-01', endDate: '2026-10-05' },
  }),
  // reports
  generateReport: ({ caller }) => ({
    body: {
      Requestor: caller.id,
      Name: 'July',
      Recipients: [],
      ReportTypes: [0],
      FileFormats: [0],
      UnitType: 0,
      DataInterval: 1440,
      Filters: {
        HardwareIds: ['no-such-station'],
        ObservationTypes: { WBGT: ['max'] },
        TimeFilter: {
          StartDate: '2026-07-01',
          EndDate: '2026-07-31',
          StartTimeOfDay: null,
          EndTimeOfDay: null,
          DaysOfWeek: [0, 1, 2, 3, 4, 5, 6],
        },
      },
    },
  }),
  listReports: () => ({}),
  deleteReport: () => ({ params: { id: '999999' } }),
  listReportRecipients: () => ({}),
  reportCsv: () => ({ params: { id: '999999' }, query: { expires: '1794751200', key: 'not a key' } }),
  reportPdf: () => ({ params: { id: '999999' }, query: { expires: '1794751200', key: 'not a key' } }),
}
