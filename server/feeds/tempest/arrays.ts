import type { MessageBuilder } from '#domain/instruments/draft'
import type { UnitOf } from '#domain/instruments/measure-units'
import type { InstrumentMeasure } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'

type At = {
  [Measure in InstrumentMeasure]: readonly [index: number, measure: Measure, unit: UnitOf<Measure>]
}[InstrumentMeasure]

/** Where the values are in an observation's array. Firmware makes arrays longer or shorter, and any may be null. */
export interface ArrayLayout {
  readonly values: readonly At[]
  /** The positions of the number of strikes since the last report and of their mean distance in kilometers. */
  readonly strikes: { readonly count: number; readonly distanceKm: number } | null
  readonly volts: number
  readonly reportMinutes: number
  readonly name: string
}

export const arrayLayouts: ReadonlyMap<string, ArrayLayout> = new Map([
  [
    'obs_st',
    {
      name: 'obs_st',
      values: [
        [2, 'windMph', 'm/s'],
        [3, 'gustMph', 'm/s'],
        [4, 'windFromDegrees', '°'],
        [6, 'stationPressureHpa', 'hPa'],
        [7, 'temperatureF', '°C'],
        [8, 'humidityPercent', '%'],
        [10, 'uvIndex', 'index'],
        [11, 'solarWattsPerM2', 'W/m²'],
        [12, 'rainInchesPerHour', 'mm/min'],
        [18, 'rainTodayInches', 'mm'],
      ],
      strikes: { distanceKm: 14, count: 15 },
      volts: 16,
      reportMinutes: 17,
    },
  ],
  // The two devices that were sold before the Tempest. The order of their values is as in the weewx driver for them.
  [
    'obs_air',
    {
      name: 'obs_air',
      values: [
        [1, 'stationPressureHpa', 'hPa'],
        [2, 'temperatureF', '°C'],
        [3, 'humidityPercent', '%'],
      ],
      strikes: { count: 4, distanceKm: 5 },
      volts: 6,
      reportMinutes: 7,
    },
  ],
  [
    'obs_sky',
    {
      name: 'obs_sky',
      values: [
        [2, 'uvIndex', 'index'],
        [3, 'rainInchesPerHour', 'mm/min'],
        [5, 'windMph', 'm/s'],
        [6, 'gustMph', 'm/s'],
        [7, 'windFromDegrees', '°'],
        [10, 'solarWattsPerM2', 'W/m²'],
        [11, 'rainTodayInches', 'mm'],
      ],
      strikes: null,
      volts: 8,
      reportMinutes: 9,
    },
  ],
])

export function readArray(draft: MessageBuilder, layout: ArrayLayout, values: readonly unknown[]) {
  for (const [index, measure, unit] of layout.values) draft.setIn(measure, unit, fieldNumber(values[index]))
}
