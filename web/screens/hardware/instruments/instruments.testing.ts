import type { Instrument } from '#contract/devices/instruments'

export const givenValue = (measure: string, value: number) => ({
  measure,
  sent: value,
  value,
  isCorrected: false,
  doubt: null as string | null,
})

/** An Ecowitt station that has not sent anything. */
export function givenInstrument(more: Partial<Instrument> = {}): Instrument {
  return {
    id: 7,
    make: 'ecowitt',
    name: 'Roof',
    latitude: 35.2,
    longitude: -97.44,
    elevationFeet: 1170,
    organizationLocationId: null,
    locationName: '',
    weatherStationId: 3,
    senderId: 'abcd1234',
    address: null,
    serial: null,
    hasApiKey: false,
    windHeightFeet: null,
    raisesDelays: true,
    calibration: [],
    mapping: [],
    version: 1,
    created: '2026-07-04T12:00:00.000Z',
    heardAt: null,
    firstHeardAt: null,
    isSilent: false,
    received: null,
    health: {
      isBatteryLow: null,
      volts: null,
      signalDbm: null,
      firmware: null,
      model: null,
      intervalSeconds: null,
      troubles: [],
      messagesToday: 0,
      missedToday: 0,
    },
    lightning: null,
    refused: null,
    ...more,
  }
}
