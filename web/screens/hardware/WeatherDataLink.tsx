import type { Hardware } from '#contract/devices/hardware'
import { useUnitImage } from '#web/data/devices/hardware.ts'
import { stationPath } from '#web/parts/weather/station-path.ts'
import { Button } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link } from 'react-router'

/** A link to the history of a unit's weather station. */
export function WeatherDataLink({ unit }: { unit: Hardware }) {
  const { data } = useUnitImage(unit)
  if (unit.weatherStationId === null) return null
  return (
    <Button
      component={Link}
      to={stationPath(unit.weatherStationId, data?.imageUrl ?? null)}
      variant="default"
      leftSection={<IconChartLine size={16} aria-hidden />}
      aria-label={`Weather Data of ${unit.name}`}
    >
      Weather Data
    </Button>
  )
}
