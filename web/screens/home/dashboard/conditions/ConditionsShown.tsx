import type { ShownConditions } from './conditions.ts'
import classes from './Conditions.module.css'
import { HistoryLink } from './HistoryLink.tsx'
import { ReadingCell } from './ReadingCell.tsx'
import type { PlaceObservation } from '#contract/weather/conditions'
import type { Location } from '#contract/places/locations'
import { sunPosition } from '#domain/conditions/formulas/sun-position'
import { timeAgo } from '#domain/units/time-ago'
import { shownClock } from '#web/parts/time/times.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { WeatherIcon } from '#web/parts/weather/WeatherIcon.tsx'
import { StationPicture } from '#web/parts/weather/StationPicture.tsx'

interface ConditionsShownProps {
  observation: PlaceObservation
  conditions: ShownConditions
  place: Location
  nowMs: number
  /** Whether the last request failed, which means that the values are from an earlier one. */
  isCutOff: boolean
}

export function ConditionsShown(props: ConditionsShownProps) {
  const { observation, conditions, place, nowMs, isCutOff } = props
  const { temperature, readings, direction, sky, skyCode, isOld } = conditions
  const { weatherStation, data } = observation
  const observedMs = data.observationTime === null ? null : Date.parse(data.observationTime)
  const age = timeAgo(observedMs, nowMs) ?? 'at an unknown time'
  // A sun icon at midnight would be wrong. The station does not report daylight, so it is computed.
  const isDay = (sunPosition(observedMs ?? nowMs, place)?.elevationDegrees ?? 0) > -1
  const source = data.ambientTemperature.source ?? weatherStation?.name ?? 'unknown source'
  return (
    <div className={classes.body}>
      {(isOld || isCutOff) && (
        <WarningNote
          title={isOld ? 'These values are old' : 'These values could not be refreshed'}
          text={`They are from ${age}. ${isCutOff ? 'The server did not respond. We’ll try again every minute.' : 'No station has reported since.'}`}
        />
      )}
      {typeof observation.disagreement === 'string' && (
        <WarningNote title="Your stations disagree" text={observation.disagreement} />
      )}
      <div className={classes.lead}>
        <span className={classes.sky} aria-hidden="true">
          <WeatherIcon code={skyCode} text={data.weather_code.text} isDay={isDay} size={44} />
        </span>
        <div className={classes.now}>
          <p className={classes.temperature} data-old={temperature.isOld || undefined}>
            <span className="visually-hidden">{temperature.name} </span>
            {temperature.shown}
            <span className={classes.unit}> {temperature.unit}</span>
          </p>
          <p className={classes.description}>{sky}</p>
        </div>
        {weatherStation && weatherStation.imageUrl !== null && (
          <div className={classes.thumbnail}>
            <StationPicture imageUrl={weatherStation.imageUrl} alt={`View from ${weatherStation.name}`} />
          </div>
        )}
      </div>
      <dl className={classes.readings}>
        {readings.map(reading => (
          <ReadingCell key={reading.name} reading={reading} />
        ))}
        <div className={classes.cell}>
          <dt>Direction</dt>
          <dd className={classes.value}>{direction}</dd>
        </div>
      </dl>
      <p className={classes.foot}>
        <span title={observation.because}>{source}</span>
        {data.observationTime !== null && (
          <span>
            {shownClock(new Date(data.observationTime), place.timeZone)}, {age}
          </span>
        )}
        <HistoryLink observation={observation}>View history</HistoryLink>
      </p>
    </div>
  )
}
