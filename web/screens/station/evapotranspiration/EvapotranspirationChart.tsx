import { missingWords } from './et-text.ts'
import { etAxis, etTotal, type EtDayRow } from './et-rows.ts'
import type { EtNeed } from '#domain/evapotranspiration/missing'
import { HistoryChart } from '#web/charts/HistoryChart.tsx'
import { useSlots } from '#web/charts/use-slots.ts'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { zoneLabel } from '#web/parts/time/zones.ts'
import { Explorer, type TableSwitch } from '#web/screens/station/explorer/Explorer.tsx'
import { shown } from '#web/screens/station/shown.ts'
import { IconPlant2 } from '@tabler/icons-react'

interface EvapotranspirationChartProps {
  days: readonly EtDayRow[]
  /** Why there is no chart. */
  fault: string | null
  /** The data the station lacks, if known. */
  missing: readonly EtNeed[]
  zone: string
  tableSwitch: TableSwitch
}

export function EvapotranspirationChart(props: EvapotranspirationChartProps) {
  const { days, fault, missing, zone, tableSwitch } = props
  const slots = useSlots(days.length)
  if (fault !== null) {
    return (
      <EmptyState
        icon={<IconPlant2 size={32} stroke={1.5} aria-hidden />}
        title={fault}
        text={missingWords(missing)}
      />
    )
  }
  const shownDays = days.slice(slots.range.from, slots.range.to)
  const picked = slots.picked === null ? null : days[slots.picked]
  return (
    <Explorer
      {...tableSwitch}
      name="evapotranspiration"
      slots={slots}
      readout={{
        when: picked?.label ?? `${shownDays.at(0)?.label ?? ''} – ${shownDays.at(-1)?.label ?? ''}`,
        cells: [
          picked
            ? { label: 'Evapotranspiration', value: shown(picked.value, 3, 'in') }
            : { label: 'Total', value: etTotal(shownDays) },
        ],
      }}
      table={{
        columns: ['Day', 'Evapotranspiration (in)'],
        rows: days.map(({ label, value }) => [label, shown(value, 3)]),
      }}
      foot={`Reference evapotranspiration of short grass (ASCE), for whole days in the station's own time zone, ${zoneLabel(zone)}.`}
    >
      <HistoryChart
        title="Evapotranspiration (in)"
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
