import { expect, it } from 'vitest'
import {
  columnsOf,
  rangeFault,
  reportNameOf,
  unavailableBecause,
  withInterval,
  type ReportInterval,
  exportFault,
} from './report.ts'

it.each<[ReportInterval, number, string]>([
  [15, 14, '15 min'],
  [30, 31, '30 min'],
  [60, 92, '60 min'],
  [1440, 1825, '24 hour'],
])('an interval of %s minutes spans at most %s days', (minutes, mostDays, label) => {
  expect(rangeFault(mostDays, minutes)).toBeNull()
  expect(rangeFault(mostDays + 1, minutes)).toBe(
    `Your selected date range exceeds the ${mostDays}-day limit for the ${label} interval. Please adjust your date range to continue.`,
  )
})

it('allows evapotranspiration only for whole days', () => {
  expect(unavailableBecause('Evapotranspiration', 1440)).toBeNull()
  expect(unavailableBecause('Evapotranspiration', 60)).toBe(
    'This data is only available for a 24 hour data interval.',
  )
  expect(unavailableBecause('WBGT', 15)).toBeNull()
  expect(withInterval({ Evapotranspiration: ['sum'], WBGT: ['max'] }, 60)).toEqual({ WBGT: ['max'] })
})

it('orders columns the same however they were chosen, without metrics that an observation lacks', () => {
  expect(columnsOf({ WindGust: ['avg', 'max'], AmbientTemperature: ['min', 'avg', 'avg'] })).toEqual([
    { observation: 'AmbientTemperature', metric: 'avg' },
    { observation: 'AmbientTemperature', metric: 'min' },
    { observation: 'WindGust', metric: 'max' },
  ])
})

it('is named after its stations and dates', () => {
  expect(reportNameOf(['Stadium'], '2026-07-01', '2026-07-04')).toBe('Stadium 2026-07-01 to 2026-07-04')
  expect(reportNameOf(['Stadium', 'Pool', 'Track'], null, null)).toBe('Stadium and 2 more')
  expect(reportNameOf([], null, null)).toBe('')
})

it.each([
  ['Daily', 180],
  ['Hourly', 31],
  ['Condition Snapshots', 7],
] as const)('%s exports span at most %s days', (kind, mostDays) => {
  expect(exportFault(kind, mostDays)).toBeNull()
  expect(exportFault(kind, mostDays + 1)).toBe(`${kind} report cannot span more than ${mostDays} days.`)
})
