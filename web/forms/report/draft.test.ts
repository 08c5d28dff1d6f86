import {
  atInterval,
  builtReport,
  datesFault,
  intervalFault,
  isUnsaved,
  draftReportName,
  newReportDraft,
  rowEstimate,
  toggledMetric,
  type ReportDraft,
} from './draft.ts'
import { presets } from './presets.ts'
import { reportRequest } from '#contract/messages/reports'
import { dayNumber } from '#domain/conditions/local-day'
import { describe, expect, test } from 'vitest'

/** A Monday. */
const today = dayNumber('2026-08-03') ?? 0
const requestor = '8c7e2f0a-2a41-4a53-9d3e-0d1f5b0c1a11'
const other = '8c7e2f0a-2a41-4a53-9d3e-0d1f5b0c1a12'
const context = { requestor, stationNames: ['North Field'], today }
const empty = newReportDraft('NF-1')
const july: ReportDraft = {
  ...empty,
  observations: { WBGT: ['max'] },
  startDate: '2026-07-01',
  endDate: '2026-07-31',
}

const because = (draft: ReportDraft, stationNames: readonly string[] = context.stationNames) => {
  const built = builtReport(draft, { ...context, stationNames })
  return built.kind === 'incomplete' ? built.because : null
}
const sent = (draft: ReportDraft) => {
  const built = builtReport(draft, context)
  if (built.kind === 'incomplete') throw new Error(built.because)
  return built.request
}
const preset = (label: string, draft: ReportDraft) =>
  presets.find(one => one.label === label)?.apply(draft, today)

describe('a new report', () => {
  test('has no dates, every day, 24 hours and the station it was opened from', () => {
    expect(empty).toMatchObject({
      hardwareIds: ['NF-1'],
      interval: 1440,
      startDate: null,
      endDate: null,
      daysOfWeek: [0, 1, 2, 3, 4, 5, 6],
      window: null,
      recipients: [],
    })
    expect(newReportDraft(null).hardwareIds).toEqual([])
  })

  test('is named after its stations and dates until a name is typed', () => {
    expect(draftReportName(empty, ['North Field'])).toBe('North Field')
    expect(draftReportName(july, ['North Field', 'Pool'])).toBe(
      'North Field and 1 more 2026-07-01 to 2026-07-31',
    )
    expect(draftReportName({ ...july, givenName: '' }, ['North Field'])).toBe('')
    expect(draftReportName(july, ['x'.repeat(200)])).toHaveLength(120)
  })
})

test.each<[string, Partial<ReportDraft>, boolean]>([
  ['nothing', {}, false],
  ['a name', { givenName: 'July' }, false],
  ['an interval and days', { interval: 60, daysOfWeek: [1] }, false],
  ['an observation', { observations: { WBGT: ['max'] } }, true],
  ['a recipient', { recipients: [other] }, true],
  ['a start date', { startDate: '2026-07-01' }, true],
  ['an end date', { endDate: '2026-07-01' }, true],
  ['another station', { hardwareIds: ['NF-1', 'P-1'] }, true],
])('asks before closing after %s was chosen: %#', (_what, changed, asks) => {
  expect(isUnsaved({ ...empty, ...changed })).toBe(asks)
})

test('deselects a metric chosen twice, and drops an observation without metrics', () => {
  const once = toggledMetric({}, 'WBGT', 'max')
  expect(toggledMetric(once, 'WBGT', 'avg')).toEqual({ WBGT: ['max', 'avg'] })
  expect(toggledMetric(once, 'WBGT', 'max')).toEqual({})
})

test('drops what a shorter interval cannot provide', () => {
  const chosen: ReportDraft = { ...july, observations: { Evapotranspiration: ['sum'], WBGT: ['max'] } }
  expect(atInterval(chosen, 60)).toMatchObject({ interval: 60, observations: { WBGT: ['max'] } })
  expect(atInterval(chosen, 60).observations).not.toHaveProperty('Evapotranspiration')
})

describe('dates', () => {
  test('show a range too long for an interval at the interval, and at the dates once it is chosen', () => {
    expect(intervalFault(july, 15)).toBe('Update your date range to use this interval.')
    expect(intervalFault(july, 30)).toBeNull()
    expect(intervalFault(empty, 15)).toBeNull()
    expect(datesFault(july, today)).toBeNull()
    expect(datesFault({ ...july, interval: 15 }, today)).toBe(
      'Your selected date range exceeds the 14-day limit for the 15 min interval. Please adjust your date range to continue.',
    )
  })

  test('must be in order and not in the future', () => {
    expect(datesFault({ ...july, endDate: '2026-06-30' }, today)).toBe(
      'The end date must not be before the start date.',
    )
    expect(datesFault({ ...july, endDate: '2026-08-03' }, today)).toBeNull()
    expect(datesFault({ ...july, endDate: '2026-08-04' }, today)).toBe(
      'The end date must not be in the future.',
    )
  })
})

test('reports the first missing item', () => {
  expect(because({ ...july, hardwareIds: [] }, [])).toBe('Choose at least one station.')
  expect(because({ ...july, givenName: '  ' })).toBe('Give the report a name.')
  expect(because(empty)).toBe('Choose at least one observation.')
  expect(because({ ...july, endDate: null })).toBe('Choose a start date and an end date.')
  expect(because({ ...july, interval: 15 })).toMatch(/14-day limit/)
  expect(because({ ...july, daysOfWeek: [] })).toBe('Choose at least one day of the week.')
  expect(because({ ...july, endDate: '2026-07-01', daysOfWeek: [0] })).toBe(
    'None of the chosen days of the week is in this date range.',
  )
  expect(because(july)).toBeNull()
})

describe('the request body', () => {
  test('matches the contract, with the requester among the recipients', () => {
    const request = sent({ ...july, recipients: [other] })
    expect(reportRequest.parse(request)).toEqual(request)
    expect(request).toMatchObject({
      Requestor: requestor,
      Name: 'North Field 2026-07-01 to 2026-07-31',
      Recipients: [requestor, other],
      DataInterval: 1440,
      Filters: {
        HardwareIds: ['NF-1'],
        ObservationTypes: { WBGT: ['max'] },
        TimeFilter: {
          StartDate: '2026-07-01',
          EndDate: '2026-07-31',
          StartTimeOfDay: null,
          EndTimeOfDay: null,
        },
      },
    })
  })

  test('has its hours, and its days from Sunday on, in whatever order they were chosen', () => {
    const night = { fromMinute: 1320, untilMinute: 1440 }
    expect(sent({ ...july, window: night, daysOfWeek: [5, 1] }).Filters.TimeFilter).toMatchObject({
      StartTimeOfDay: '22:00:00',
      EndTimeOfDay: '24:00:00',
      DaysOfWeek: [1, 5],
    })
  })
})

describe('the number of rows', () => {
  test.each<[string, Partial<ReportDraft>, number]>([
    ['days', {}, 31],
    ['days of two stations', { hardwareIds: ['NF-1', 'P-1'] }, 62],
    ['working days', { daysOfWeek: [1, 2, 3, 4, 5] }, 23],
    ['hours', { interval: 60 }, 31 * 24],
    ['hours from 7 to 5', { interval: 60, window: { fromMinute: 420, untilMinute: 1020 } }, 310],
    ['hours of a night', { interval: 60, window: { fromMinute: 1320, untilMinute: 360 } }, 31 * 8],
    ['a part of each day', { window: { fromMinute: 420, untilMinute: 435 } }, 31],
  ])('%s', (_what, changed, rows) => {
    expect(rowEstimate({ ...july, ...changed })).toBe(rows)
  })

  test('is zero without dates', () => {
    expect(rowEstimate(empty)).toBe(0)
  })
})

describe('presets', () => {
  test('end the last 7 days today, and use the calendar’s last month', () => {
    expect(preset('Last 7 days', empty)).toMatchObject({ startDate: '2026-07-28', endDate: '2026-08-03' })
    expect(preset('Last month', empty)).toMatchObject({ startDate: '2026-07-01', endDate: '2026-07-31' })
  })

  test('set crew hours to hourly heat on working days, and leave the dates unchanged', () => {
    const crew = preset('Crew hours', { ...july, observations: { WindGust: ['max'] } })
    expect(crew).toMatchObject({
      startDate: '2026-07-01',
      interval: 60,
      daysOfWeek: [1, 2, 3, 4, 5],
      window: { fromMinute: 420, untilMinute: 1020 },
      observations: { WBGT: ['avg', 'max'], HeatIndex: ['avg', 'max'], AmbientTemperature: ['avg', 'max'] },
    })
    expect(crew?.observations).not.toHaveProperty('WindGust')
    expect(crew && rowEstimate(crew)).toBe(230)
  })
})
