import type { ReportFieldsProps } from './fields.ts'
import { stationChoices, type StationChoice } from './station-choices.ts'
import { mostStations } from '#domain/reports/report'
import { plainReason } from '#web/data/requests/failures.ts'
import type { useReportStations } from '#web/data/messages/reports.ts'
import { errorWithin } from '#web/parts/fields/field-errors.ts'
import { insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { MultiSelect } from '#web/parts/look/inputs.ts'
import { useMemo } from 'react'

interface StationsFieldProps extends ReportFieldsProps {
  stations: ReadonlyMap<string, StationChoice>
  listed: ReturnType<typeof useReportStations>
}

/** The kit renders at most this many options. People find the others by searching. */
const mostOptions = 100

export function StationsField({ draft, errors, onChange, stations, listed }: StationsFieldProps) {
  const choices = useMemo(() => stationChoices(stations.values()), [stations])
  const { hardwareIds } = draft
  return (
    <MultiSelect
      label="Stations"
      withAsterisk
      searchable
      clearable
      hidePickedOptions
      limit={mostOptions}
      maxValues={mostStations}
      comboboxProps={{ portalProps: insideForm }}
      placeholder={hardwareIds.length === 0 ? 'Search stations' : ''}
      description={
        hardwareIds.length === mostStations ? `A report covers at most ${mostStations} stations.` : undefined
      }
      data={choices}
      nothingFoundMessage={listed.isPending ? 'Loading...' : 'No more stations'}
      value={[...hardwareIds]}
      onChange={chosen => onChange({ hardwareIds: chosen })}
      error={
        listed.isError
          ? `Stations could not be loaded. ${plainReason(listed.error)}`
          : errorWithin(errors, 'Filters.HardwareIds', 'Stations')
      }
    />
  )
}
