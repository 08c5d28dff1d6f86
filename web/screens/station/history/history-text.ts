import { rainTotal, type HistoryRow } from './history-rows.ts'
import type { Readout, TableOf } from '#web/screens/station/explorer/Explorer.tsx'
import { extremes, shown } from '#web/screens/station/shown.ts'

/** Returns the readout above the charts, for the hour or day hovered over, or otherwise for the whole range. */
export function historyReadout(
  rows: readonly HistoryRow[],
  picked: HistoryRow | null,
  unit: 'hour' | 'day',
): Readout {
  if (picked) {
    const { label, low, temperature, high, wind, gust, rain, isCorrected } = picked
    return {
      when: label,
      cells: [
        unit === 'day'
          ? {
              label: 'Low, average, high',
              value: `${shown(low, 0)}, ${shown(temperature, 0)}, ${shown(high, 0, '°F')}`,
            }
          : { label: 'Temperature', value: shown(temperature, 1, '°F') },
        { label: 'Highest wind', value: shown(wind, 0, 'mph') },
        { label: 'Highest gust', value: shown(gust, 0, 'mph') },
        { label: 'Precipitation', value: `${shown(rain, 2, 'in')}${isCorrected ? ' (radar)' : ''}` },
      ],
    }
  }
  const [first, last] = [rows.at(0)?.label ?? '', rows.at(-1)?.label ?? '']
  const temperatures = extremes(rows.flatMap(({ low, temperature, high }) => [low, temperature, high]))
  const most = (values: readonly (number | null)[]) => extremes(values)?.[1] ?? null
  return {
    when: `${first} – ${last}`,
    cells: [
      {
        label: 'Temperature',
        value: temperatures ? `${shown(temperatures[0], 0)} to ${shown(temperatures[1], 0, '°F')}` : '—',
      },
      { label: 'Highest wind', value: shown(most(rows.map(({ wind }) => wind)), 0, 'mph') },
      { label: 'Highest gust', value: shown(most(rows.map(({ gust }) => gust)), 0, 'mph') },
      { label: 'Precipitation', value: shown(rainTotal(rows), 2, 'in') },
    ],
  }
}

export function historyTable(rows: readonly HistoryRow[], unit: 'hour' | 'day'): TableOf {
  const isDays = unit === 'day'
  return {
    columns: [
      isDays ? 'Day' : 'Hour',
      ...(isDays ? ['Low (°F)', 'Average (°F)', 'High (°F)'] : ['Average (°F)']),
      'Highest wind (mph)',
      'Highest gust (mph)',
      'Precipitation (in)',
    ],
    rows: rows.map(({ label, low, temperature, high, wind, gust, rain, isCorrected }) => [
      label,
      ...(isDays ? [shown(low, 1), shown(temperature, 1), shown(high, 1)] : [shown(temperature, 1)]),
      shown(wind, 1),
      shown(gust, 1),
      `${shown(rain, 2)}${rain !== null && isCorrected ? ' (radar)' : ''}`,
    ]),
  }
}
