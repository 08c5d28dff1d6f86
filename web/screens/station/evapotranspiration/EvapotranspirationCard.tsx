import { etAxis, etDays, etTotal, type EtDay } from './et-rows.ts'
import type { WeatherStation } from '#contract/stations'
import { dayName, dayNumber, localDay } from '#domain/conditions/local-day'
import { etChartFault, noEtData, type EtSpan } from '#domain/evapotranspiration/chart-rule'
import { evapotranspirationLimit, rangeFault, type NamedRange } from '#domain/reports/custom-range'
import { HistoryChart } from '#web/charts/HistoryChart.tsx'
import { useSlots } from '#web/charts/use-slots.ts'
import { plainReason } from '#web/data/failures.ts'
import { useStandingError } from '#web/data/standing-error.ts'
import { useEvapotranspiration } from '#web/data/stations.ts'
import { Card } from '#web/parts/Card.tsx'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { ErrorNote } from '#web/parts/ErrorNote.tsx'
import { Segments } from '#web/parts/Segments.tsx'
import { usableZone, zoneLabel } from '#web/parts/zones.ts'
import { Explorer } from '#web/screens/station/explorer/Explorer.tsx'
import { RangeFields } from '#web/screens/station/RangeFields.tsx'
import { shown } from '#web/screens/station/shown.ts'
import classes from '#web/screens/station/Station.module.css'
import { IconPlant2 } from '@tabler/icons-react'
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
  // Today is not over, and says nothing yet.
  const yesterday = localDay(usableZone(station.timeZone), nowMs) - 1
  const [range, setRange] = useState<NamedRange>({
    startDate: dayName(yesterday - customDays + 1),
    endDate: dayName(yesterday),
  })
  const fault = tab === 'custom' ? rangeFault(range, yesterday, evapotranspirationLimit) : null
  const [from, to] =
    tab === 'custom'
      ? [dayNumber(range.startDate) ?? yesterday, dayNumber(range.endDate) ?? yesterday]
      : [yesterday - Number(tab) + 1, yesterday]
  const asked = useEvapotranspiration(
    String(station.id),
    fault === null ? (tab === 'custom' ? range : tab) : null,
  )
  const error = useStandingError(asked)
  const span: EtSpan = tab === 'custom' ? { kind: 'custom', days: to - from + 1 } : { kind: tab }
  return (
    <Card
      title="Evapotranspiration"
      aside={
        <Segments label="Time of the evapotranspiration" choices={tabs} chosen={tab} onChoose={setTab} />
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
          <Answered
            key={`${from} ${to}`}
            days={etDays(asked.data, from, to)}
            fault={etChartFault(asked.data.length, span)}
            zone={station.timeZone}
          />
        )}
        {fault === null && !asked.data && !error && (
          <span className={classes.awaited} role="status" aria-label="Loading evapotranspiration" />
        )}
      </div>
    </Card>
  )
}

interface AnsweredProps {
  days: readonly EtDay[]
  /** Why there is no chart. */
  fault: string | null
  zone: string
}

function Answered({ days, fault, zone }: AnsweredProps) {
  const slots = useSlots(days.length)
  if (fault !== null) {
    return (
      <EmptyState
        icon={<IconPlant2 size={32} stroke={1.5} aria-hidden />}
        title={fault}
        text="Too few of these days were measured well enough. Choose other days, or try again tomorrow."
      />
    )
  }
  const shownDays = days.slice(slots.range.from, slots.range.to)
  const picked = slots.picked === null ? null : days[slots.picked]
  const total = etTotal(shownDays)
  return (
    <Explorer
      name="evapotranspiration"
      slots={slots}
      readout={{
        when: picked?.label ?? `${shownDays.at(0)?.label ?? ''} – ${shownDays.at(-1)?.label ?? ''}`,
        cells: [{ label: 'Evapotranspiration', value: picked ? shown(picked.value, 3, 'in') : total }],
      }}
      table={{
        columns: ['Day', 'Evapotranspiration (in)'],
        rows: days.map(({ label, value }) => [label, shown(value, 3)]),
      }}
      foot={`Reference evapotranspiration of short grass (ASCE), for whole days in the station's own time zone, ${zoneLabel(zone)}.`}
    >
      <HistoryChart
        title="Evapotranspiration (in)"
        aside={total}
        unit="in"
        height={220}
        axis={etAxis(days)}
        layers={[
          {
            kind: 'bars',
            name: 'Per day',
            values: days.map(({ value }) => value),
            color: 'var(--metric-wind)',
            shownValue: value => shown(value, 3),
          },
        ]}
        slots={slots}
        slotLabel={slot => days[slot]?.tick ?? ''}
        roundSlot={days.length - 1}
        valueText={slot => {
          const day = days[slot]
          return day ? `${day.label}: ${shown(day.value, 3, 'in').replace('—', 'not enough data')}` : ''
        }}
      />
    </Explorer>
  )
}
