import {
  widgetBodyOf,
  widgetDraftInWords,
  widgetDraftOf,
  widgetMergeRule,
  newWidgetDraft,
  widgetProblems,
} from './widget-draft.ts'
import type { Widget, WidgetPolicy } from '#contract/messages/widgets'
import { mergeEdits, sameValue } from '#domain/edits/merge'
import { expect, test } from 'vitest'

const zone1: WidgetPolicy = {
  id: 1,
  policyTypeShortName: 'LR1',
  policyTypeName: 'Lightning Zone 1',
  threshold: 8,
  unit: 'mi',
  sites: [],
}
const widget: Widget = {
  id: 3,
  name: 'Stadium',
  customerId: 1,
  customerName: 'Demo',
  orgLocId: 2,
  orgLocName: 'Norman Stadium',
  theme: 0,
  type: 0,
  primaryCondition: 5,
  widgetConditions: [1, 2],
  widgetForecasts: [{ forecastType: 'daily', conditionType: 0 }],
  policyGroupId: 7,
  headerMessage: '<b>Closed</b>',
  headerMessageExpiration: '2026-07-04T21:15:00.000Z',
  weatherStationId: null,
  primaryThreshold: 95,
  width: null,
  creatorId: null,
  policies: [zone1],
  allowedSites: ['https://a.test', 'https://b.test'],
  embedUrl: 'https://s.test/embed/k',
  version: 4,
}

test('round-trips a widget through the form', () => {
  expect(widgetBodyOf(widgetDraftOf(widget))).toEqual({
    name: 'Stadium',
    orgLocId: 2,
    theme: 0,
    type: 0,
    primaryCondition: 5,
    widgetConditions: [1, 2],
    widgetForecasts: [
      { forecastType: 'hourly', conditionType: -1 },
      { forecastType: 'daily', conditionType: 0 },
    ],
    policyGroupId: 7,
    headerMessage: '<b>Closed</b>',
    headerMessageExpiration: '2026-07-04T21:15:00.000Z',
    weatherStationId: null,
    primaryThreshold: 95,
    width: null,
    allowedSites: ['https://a.test', 'https://b.test'],
  })
})

test('requires a name and a group with a lightning radius for a new widget', () => {
  expect(widgetProblems(newWidgetDraft, [])).toMatchObject({
    Name: ['Please enter a name for your widget.'],
    PolicyGroupId: ['Lightning radius is required. Please select a group with a lightning radius policy.'],
  })
  expect(widgetBodyOf(newWidgetDraft)).toBeNull()
  expect(widgetProblems(widgetDraftOf(widget), [zone1])).toEqual({})
  expect(widgetProblems({ ...widgetDraftOf(widget), primaryThreshold: 'hot' }, [zone1])).toHaveProperty(
    'PrimaryThreshold',
  )
})

test('accepts changes to different fields from two tabs', () => {
  const base = widgetDraftOf(widget)
  const { mine, contested } = mergeEdits(
    base,
    { ...base, name: 'Mine' },
    { ...base, headerMessage: 'Theirs' },
    widgetMergeRule,
  )
  expect(contested).toEqual([])
  expect(sameValue(mine, { ...base, name: 'Mine', headerMessage: 'Theirs' })).toBe(true)
  expect(widgetDraftInWords(base, undefined)).toContainEqual(['Width', 'Responsive (100%)'])
})
