import { etDays } from './et-rows.ts'
import { ElevationLine } from './ElevationLine.tsx'
import { EvapotranspirationChart } from './EvapotranspirationChart.tsx'
import type { WeatherStation } from '#contract/devices/stations'
import { dayName, dayNumber, localDay } from '#domain/conditions/local-day'
import { etChartFault, noEtData, type EtSpan } from '#domain/evapotranspiration/chart-rule'
import { evapotranspirationLimit, customRangeFault, type NamedRange } from '#domain/reports/custom-range'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { useEvapotranspiration, useEvapotranspirationMissing } from '#web/data/devices/stations.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { usableZone } from '#web/parts/time/zones.ts'
import { useTableSwitch } from '#web/screens/station/explorer/use-table-switch.ts'
import { RangeFields } from '#web/screens/station/RangeFields.tsx'
import classes from '#web/screens/station/Station.module.css'
import { useState } from 'react'

const tabs = [
  ['3', '3 Days'],
  ['7', '7 Days'],
  ['custom', 'Custom'],
] as const
type Tab = (typeof tabs)[number][0]

const customDays = 8

interface EvapotranspirationCardProps {
  station: WeatherStation
  nowMs: number
}

export function EvapotranspirationCard({ station, nowMs }: EvapotranspirationCardProps) {
  const [tab, setTab] = useState<Tab>('7')
  const tableSwitch = useTableSwitch()
  // Today is not over, so it has no value yet.
  const yesterday = localDay(usableZone(station.timeZone), nowMs) - 1
  const [range, setRange] = useState<NamedRange>({
    startDate: dayName(yesterday - customDays + 1),
    endDate: dayName(yesterday),
  })
  const fault = tab === 'custom' ? customRangeFault(range, yesterday, evapotranspirationLimit) : null
  const [from, to] =
    tab === 'custom'
      ? [dayNumber(range.startDate) ?? yesterday, dayNumber(range.endDate) ?? yesterday]
      : [yesterday - Number(tab) + 1, yesterday]
  const asked = useEvapotranspiration(
    String(station.id),
    fault === null ? (tab === 'custom' ? range : tab) : null,
  )
  const missing = useEvapotranspirationMissing(String(station.id)).data?.missing ?? []
  const error = useStandingError(asked)
  const span: EtSpan = tab === 'custom' ? { kind: 'custom', days: to - from + 1 } : { kind: tab }
  return (
    <Card
      title="Evapotranspiration"
      aside={
        <div className={classes.controls}>
          <Segments label="Time of the evapotranspiration" choices={tabs} chosen={tab} onChoose={setTab} />
        </div>
      }
    >
      <div className={classes.section}>
        {tab === 'custom' && (
          <RangeFields range={range} onChange={setRange} lastDay={dayName(yesterday)} fault={fault} />
        )}
        {fault === null && error && (
          <ErrorNote title={noEtData} text={plainReason(error)} onRetry={() => void asked.refetch()} />
        )}
        {fault === null && asked.data && (
          <EvapotranspirationChart
            key={`${from} ${to}`}
            days={etDays(asked.data, from, to)}
            fault={etChartFault(asked.data.length, span)}
            missing={missing}
            zone={station.timeZone}
            tableSwitch={tableSwitch}
          />
        )}
        {fault === null && !asked.data && !error && (
          <span className={classes.awaited} role="status" aria-label="Loading evapotranspiration" />
        )}
        <ElevationLine station={station} />
      </div>
    </Card>
  )
}
