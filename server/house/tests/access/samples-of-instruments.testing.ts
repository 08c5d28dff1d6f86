import type { Sample } from './sample.testing.ts'

const place = { name: 'Roof', latitude: 35.2, longitude: -97.4, elevationFeet: 1170 }
const nothing = { params: { id: '999999' } }

/** Well-formed requests about customers' own instruments. */
export const samplesOfInstruments: Readonly<Record<string, () => Sample>> = {
  listInstruments: () => ({}),
  getInstrument: () => nothing,
  addInstrument: () => ({ body: { make: 'ecowitt', ...place } }),
  updateInstrument: () => ({
    ...nothing,
    body: {
      version: 1,
      ...place,
      windHeightFeet: 20,
      calibration: [{ measure: 'temperatureF', offset: -1.5, factor: 1, since: '2026-05-01' }],
      mapping: [{ path: 'outside.temp', measure: 'temperatureF', unit: '°C' }],
    },
  }),
  changeInstrumentKey: () => nothing,
  removeInstrument: () => nothing,
}
