import { daysShown, hoursShown, type HistoryRow } from './history-rows.ts'
import { HistoryCharts } from './HistoryCharts.tsx'
import type { WeatherStation } from '#contract/devices/stations'
import type { CurrentUser } from '#contract/people/users'
import { dayName, dayNumber, localDay } from '#domain/conditions/local-day'
import { historyLimit, customRangeFault, type NamedRange } from '#domain/reports/custom-range'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { useDailyHistory, useHourlyHistory, type DaysRequest } from '#web/data/devices/stations.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { usableZone } from '#web/parts/time/zones.ts'
import type { TableSwitch } from '#web/screens/station/explorer/Explorer.tsx'
import { useTableSwitch } from '#web/screens/station/explorer/use-table-switch.ts'
import { ExportButton } from '#web/screens/station/export/ExportButton.tsx'
import { RangeFields } from '#web/screens/station/RangeFields.tsx'
import { ReportButton } from '#web/screens/station/ReportButton.tsx'
import classes from '#web/screens/station/Station.module.css'
import { useState } from 'react'

const tabs = [
  ['hours', 'Hourly'],
  ['week', '7 Days'],
  ['month', '30 Days'],
  ['custom', 'Custom'],
] as const
type Tab = (typeof tabs)[number][0]

/** The initial start of a custom range, from the specification. */
const customStartDaysAgo = 8

interface StationHistoryProps {
  station: WeatherStation
  viewer: CurrentUser | null
  nowMs: number
}

export function StationHistory({ station, viewer, nowMs }: StationHistoryProps) {
  const [tab, setTab] = useState<Tab>('week')
  const tableSwitch = useTableSwitch()
  const today = localDay(usableZone(station.timeZone), nowMs)
  const [range, setRange] = useState<NamedRange>({
    startDate: dayName(today - customStartDaysAgo),
    endDate: dayName(today),
  })
  const fault = customRangeFault(range, today, historyLimit)
  return (
    <Card
      title="Historical Data"
      aside={
        <div className={classes.controls}>
          <Segments label="Time of the historical data" choices={tabs} chosen={tab} onChoose={setTab} />
          {viewer &&
            (viewer.permissions.includes('historical_report.access') ? (
              <ReportButton station={station} />
            ) : (
              <ExportButton station={station} of="history" today={today} />
            ))}
        </div>
      }
    >
      <div className={classes.section}>
        {tab === 'custom' && (
          <RangeFields range={range} onChange={setRange} lastDay={dayName(today)} fault={fault} />
        )}
        {tab === 'hours' && <Hours station={station} nowMs={nowMs} tableSwitch={tableSwitch} />}
        {tab === 'week' && (
          <Days station={station} request="week" from={today - 6} to={today} tableSwitch={tableSwitch} />
        )}
        {tab === 'month' && (
          <Days station={station} request="month" from={today - 29} to={today} tableSwitch={tableSwitch} />
        )}
        {tab === 'custom' && fault === null && (
          <Days
            station={station}
            request={range}
            from={dayNumber(range.startDate) ?? today}
            to={dayNumber(range.endDate) ?? today}
            tableSwitch={tableSwitch}
          />
        )}
      </div>
    </Card>
  )
}

interface HoursProps {
  station: WeatherStation
  nowMs: number
  tableSwitch: TableSwitch
}

function Hours({ station, nowMs, tableSwitch }: HoursProps) {
  const asked = useHourlyHistory(String(station.id))
  return (
    <Answered
      asked={asked}
      rows={asked.data && hoursShown(asked.data, nowMs, station.timeZone)}
      unit="hour"
      zone={station.timeZone}
      tableSwitch={tableSwitch}
    />
  )
}

interface DaysProps {
  station: WeatherStation
  request: DaysRequest
  from: number
  to: number
  tableSwitch: TableSwitch
}

function Days({ station, request, from, to, tableSwitch }: DaysProps) {
  const asked = useDailyHistory(String(station.id), request)
  return (
    <Answered
      key={`${from} ${to}`}
      asked={asked}
      rows={asked.data && daysShown(asked.data, from, to)}
      unit="day"
      zone={station.timeZone}
      tableSwitch={tableSwitch}
    />
  )
}

interface AnsweredProps {
  asked: { readonly data: unknown; readonly error: Error | null; refetch: () => unknown }
  rows: readonly HistoryRow[] | undefined
  unit: 'hour' | 'day'
  zone: string
  tableSwitch: TableSwitch
}

function Answered({ asked, rows, unit, zone, tableSwitch }: AnsweredProps) {
  const error = useStandingError(asked)
  return (
    <>
      {error && (
        <ErrorNote
          title={rows ? 'Historical data could not be refreshed' : 'Historical data could not be loaded'}
          text={plainReason(error)}
          onRetry={() => void asked.refetch()}
        />
      )}
      {rows && <HistoryCharts rows={rows} unit={unit} zone={zone} tableSwitch={tableSwitch} />}
      {!rows && !error && (
        <span className={classes.awaited} data-tall role="status" aria-label="Loading historical data" />
      )}
    </>
  )
}
