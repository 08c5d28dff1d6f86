import type { Sample } from '#server/house/samples.testing'

const noStation = () => ({ params: { id: '999999' } })
const october = { startDate: '2026-10-01', endDate: '2026-10-09' }
const noStationInOctober = () => ({ params: { id: '999999' }, query: october })

/** Well-formed requests for what stations report, and have reported. */
export const samplesOfStations: Readonly<Record<string, () => Sample>> = {
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
}
