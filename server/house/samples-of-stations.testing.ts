import type { Sample, SampleWorld } from '#server/house/sample.testing'

const noStation = () => ({ params: { id: '999999' } })
const october = { startDate: '2026-10-01', endDate: '2026-10-09' }
const noStationInOctober = () => ({ params: { id: '999999' }, query: october })

/** Well-formed requests for what stations report and have reported, and for reports about it. */
export const samplesOfStations: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  getCurrentObservation: noStation,
  getWeatherStation: noStation,
  listWeatherStations: () => ({}),
  shareWeatherStation: () => ({ params: { id: '999999' }, body: { isPublic: true } }),
  stationImageTime: noStation,
  listObservations: () => ({ params: { id: '999999' }, query: { hours: '3' } }),
  listConditionSnapshots: () => ({ params: { id: '999999' }, query: { hours: '3' } }),
  historyOfDay: noStation,
  historyOfWeek: noStation,
  historyOfMonth: noStation,
  historyOfRange: () => ({
    params: { id: '999999' },
    query: { startDate: '2026-10-01', endDate: '2026-10-09T12:00:00Z' },
  }),
  exportHistory: () => ({ params: { interval: 'Daily', id: '999999' }, query: october }),
  exportConditionSnapshots: () => ({
    params: { id: '999999' },
    query: { startDate: '2026-10-01', endDate: '2026-10-03' },
  }),
  getEvapotranspiration: () => ({ params: { id: '999999' }, query: { days: '3' } }),
  getEvapotranspirationOfRange: noStationInOctober,
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
