import classes from './Station.module.css'
import { readingsOf, shownTemperature, type StationReading } from './station-text.ts'
import type { WeatherStation } from '#contract/devices/stations'
import { timeAgo } from '#domain/units/time-ago'
import { Card } from '#web/parts/page/Card.tsx'
import { shownShort } from '#web/parts/time/times.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { zoneAbbreviation } from '#web/parts/time/zones.ts'

interface StationConditionsProps {
  station: WeatherStation
  nowMs: number
}

export function StationConditions({ station, nowMs }: StationConditionsProps) {
  const { lastUpdated, isFresh, timeZone } = station
  const temperature = shownTemperature(station)
  const at = lastUpdated === null ? null : new Date(lastUpdated)
  const when = at && `${shownShort(at, timeZone)} ${zoneAbbreviation(timeZone, at)}`
  return (
    <Card title="Current Conditions">
      <div className={classes.conditions}>
        {!isFresh && (
          <WarningNote
            title="These values are not current"
            text={
              at === null
                ? 'This station has not reported yet.'
                : `The last reading is from ${timeAgo(at.getTime(), nowMs) ?? when}. We’ll check again every minute.`
            }
          />
        )}
        <p className={classes.temperature} data-old={!isFresh || undefined}>
          <span className="visually-hidden">{temperature.name} </span>
          {temperature.value ?? <span className={classes.missing}>Not measured</span>}
          {temperature.value !== null && <span className={classes.unit}> {temperature.unit}</span>}
        </p>
        <dl className={classes.readings} data-old={!isFresh || undefined}>
          {readingsOf(station).map(reading => (
            <ReadingCell key={reading.name} reading={reading} />
          ))}
        </dl>
        {when !== null && <p className={classes.foot}>Measured {when}</p>}
      </div>
    </Card>
  )
}

function ReadingCell({ reading: { name, value, unit, note } }: { reading: StationReading }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value === null ? (
          <span className={classes.missing}>Not measured</span>
        ) : (
          <>
            {value}
            <span className={classes.unit}> {unit}</span>
          </>
        )}
      </dd>
      {value !== null && note !== null && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}
