import { StationConditions } from './StationConditions.tsx'
import { EvapotranspirationChart } from './evapotranspiration/EvapotranspirationChart.tsx'
import { hoursShown } from './history/history-rows.ts'
import { HistoryCharts } from './history/HistoryCharts.tsx'
import { SnapshotCharts } from './snapshots/SnapshotCharts.tsx'
import { weatherStation } from './station.testing.ts'
import { StationHeader } from './StationHeader.tsx'
import type { ConditionSnapshot } from '#contract/devices/stations'
import { tooLittleEtData } from '#domain/evapotranspiration/chart-rule'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

const now = Date.parse('2026-11-16T18:03:00Z')

/** Returns the text that a component shows. */
function wordsOf(part: ReactNode): string {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <MemoryRouter>{part}</MemoryRouter>
    </MantineProvider>,
  )
  return markup
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
}

const asCharts = { isTable: false, setTable: () => {} }

const header = (station = weatherStation(), hasBack = false) =>
  wordsOf(<StationHeader station={station} nowMs={now} hasBack={hasBack} />)

test('shows the age in the header, and clearly marks data that is not current', () => {
  expect(header()).toContain('Updated 3 minutes ago')
  expect(header()).not.toContain('Not current')
  const old = { isFresh: false, lastUpdated: '2026-11-16T14:03:00.000Z' }
  expect(header(weatherStation(old))).toMatch(/Updated 4 hours ago +Not current/)
  expect(header(weatherStation({ isFresh: false, lastUpdated: null }))).toMatch(/No reading yet +Not current/)
})

test('shows when precipitation was corrected only if it was', () => {
  expect(header()).not.toContain('Precipitation updated')
  const calibratedData = { rainToday: 0.2, rainUpdatedTime: '2026-11-16T18:00:00.000Z' }
  const words = header(weatherStation({ calibratedData }))
  expect(words).toContain('Precipitation updated 12:00 PM CST')
  expect(words).toContain('Rainfall totals are corrected by radar and update every hour.')
})

test('offers a way back only to people who are signed in', () => {
  expect(header(weatherStation(), true)).toContain('Back')
  expect(header()).not.toContain('Back')
})

test('marks old conditions, and shows missing values as not measured', () => {
  const words = wordsOf(<StationConditions station={weatherStation({ isFresh: false })} nowMs={now} />)
  expect(words).toContain('These values are not current')
  expect(words).toMatch(/WBGT +Not measured/)
  expect(words).toMatch(/Wind +13 +mph +From NW/)
})

test('replaces the charts of a time without readings with a note', () => {
  const words = wordsOf(
    <HistoryCharts rows={hoursShown([], now, 'UTC')} unit="hour" zone="UTC" tableSwitch={asCharts} />,
  )
  expect(words.match(/nothing was measured during this time/g)).toHaveLength(3)
})

const snapshot: ConditionSnapshot = {
  date: '2026-11-16T18:00:00.000Z',
  avgAmbientTemperature: 70,
  avgFeelsLike: 70,
  maxWetBulbGlobalTemp: 65,
  avgRelativeHumidity: 50,
  maxWindSpeed: 5,
  maxWindGust: 9,
  rain: 0,
  strikesWithin10Miles: 0,
  nearestStrikeMiles: null,
}

test('mentions missing lightning coverage in both of its charts', () => {
  const shown = (row: ConditionSnapshot) =>
    wordsOf(<SnapshotCharts rows={[row]} metric="temperature" zone="UTC" tableSwitch={asCharts} />)
  expect(
    shown({ ...snapshot, strikesWithin10Miles: null }).match(/Lightning was not monitored/g),
  ).toHaveLength(2)
  expect(shown(snapshot)).not.toContain('Lightning was not monitored')
})

test('draws no evapotranspiration chart for too few days', () => {
  const days = [{ label: 'Tue, Nov 10', tick: 'Nov 10', value: 0.1234 }]
  const shown = (fault: string | null) =>
    wordsOf(
      <EvapotranspirationChart
        days={days}
        fault={fault}
        missing={['elevation']}
        zone="UTC"
        tableSwitch={asCharts}
      />,
    )
  expect(shown(tooLittleEtData)).toContain('Insufficient data. Unable to generate graph.')
  expect(shown(tooLittleEtData)).toContain('The elevation of this station is missing.')
  expect(shown(null)).toContain('0.12 in')
})
