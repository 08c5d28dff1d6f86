import { selectedTab, tabAfter, tabsOf } from './tabs.ts'
import type { WireAdvisory } from '#contract/weather/advisories'
import type { WireProactiveForecast } from '#contract/weather/forecasts'
import type { PolicyWarning } from '#contract/places/warnings'
import { expect, test } from 'vitest'

const warning = (
  id: number,
  policyName: string,
  policyTypeShortName: PolicyWarning['policyTypeShortName'],
  allClearTime: string | null = null,
) => ({ id, policyName, policyTypeShortName, allClearTime }) as PolicyWarning
const advisory = (Identifier: string, Event: string, Severity = 'Severe', Service = 'NWS') =>
  ({ Identifier, Event, Severity, Service }) as WireAdvisory
const message = (headline: string, createdAt: string) => ({ id: headline, headline, message: '', createdAt })
const forecast: WireProactiveForecast = {
  id: 'f',
  forecastType: { name: 'Severe Weather', color: '#c62828' },
  expiresAt: '2026-11-15T08:00:00Z',
  messages: [
    message('Possible', '2026-11-15T03:00:00Z'),
    message('Approaching', '2026-11-15T06:00:00Z'),
    message('Expected', '2026-11-15T05:00:00Z'),
  ],
}

const all = tabsOf(
  false,
  [
    warning(1, 'Wind', 'WIND'),
    warning(2, 'Heat', 'HEAT', '2026-11-15T06:00:00Z'),
    warning(3, 'Wind', 'WIND'),
  ],
  [advisory('a', 'Tornado Warning')],
  [forecast, { ...forecast, id: 'silent', messages: [] }],
)

test('shows one tab per policy name, then alerts, then forecasts by their newest headline', () => {
  expect(all.map(({ label }) => label)).toEqual([
    'Wind',
    'Heat',
    'NWS Alert - Tornado Warning',
    'Forecast - Approaching',
  ])
})

test('labels another country’s alert with its service', () => {
  const [tab] = tabsOf(false, [], [advisory('a', 'Snowfall Warning', 'Moderate', 'ECCC')], [])
  expect(tab?.label).toBe('ECCC Alert - Snowfall Warning')
})

test('sorts each kind worst first: breaches before countdowns, then by danger', () => {
  const tabs = tabsOf(
    false,
    [
      warning(1, 'Heat', 'HEAT', '2026-11-15T06:00:00Z'),
      warning(2, 'Rain', 'PRECIP'),
      warning(3, 'Heat stress', 'WBGT'),
    ],
    [advisory('a', 'Flood Watch', 'Moderate'), advisory('b', 'Tornado Warning', 'Extreme')],
    [],
  )
  expect(tabs.map(({ label }) => label)).toEqual([
    'Heat stress',
    'Rain',
    'Heat',
    'NWS Alert - Tornado Warning',
    'NWS Alert - Flood Watch',
  ])
})

test.each([
  ['the first policy warning', all, 'policy Wind'],
  ['else the first alert', tabsOf(false, [], [advisory('a', 'Flood')], [forecast]), 'advisory a'],
  ['else the first forecast', tabsOf(false, [], [], [forecast]), 'forecast f'],
  ['or nothing', [], undefined],
])('selects by default: %s', (_name, tabs, key) => expect(selectedTab(tabs, null)?.key).toBe(key))

test('keeps the chosen tab until it disappears', () => {
  expect(selectedTab(all, 'advisory a')?.key).toBe('advisory a')
  expect(selectedTab(tabsOf(false, [warning(1, 'Wind', 'WIND')], [], []), 'advisory a')?.key).toBe(
    'policy Wind',
  )
})

test('wraps around with the arrow keys', () => {
  const [first] = all
  const last = all.at(-1)
  if (!first || !last) throw new Error('no tabs')
  expect(tabAfter(all, last, 'ArrowRight')).toBe(first)
  expect(tabAfter(all, first, 'ArrowLeft')).toBe(last)
  expect(tabAfter(all, first, 'End')).toBe(last)
  expect(tabAfter(all, first, 'a')).toBeUndefined()
})

test('puts a lightning delay first, unless a lightning policy warns about it', () => {
  const delayed = (warnings: PolicyWarning[]) => tabsOf(true, warnings, [], []).map(({ label }) => label)
  expect(delayed([warning(1, 'Wind', 'WIND')])).toEqual(['Lightning Delay', 'Wind'])
  expect(delayed([warning(1, 'Lightning', 'LR1')])).toEqual(['Lightning'])
})
