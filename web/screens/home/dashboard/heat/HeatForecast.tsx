import { heatDays, hottestOf, type HeatHour } from './days.ts'
import { HeatChart } from './HeatChart.tsx'
import { guidanceOf, shownDegrees, type HeatChoice } from './heat.ts'
import classes from './HeatDialog.module.css'
import type { RiskLevel, WorkRestProfile } from '#domain/heat-stress/work-rest'
import { isUnavailable, plainReason } from '#web/data/requests/failures.ts'
import { useHourlyForecasts } from '#web/data/weather/forecasts.ts'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { usableZone, zoneAbbreviation } from '#web/parts/time/zones.ts'
import { IconCloudOff } from '@tabler/icons-react'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'

/** From the specification: enough hours for three days. */
const hoursAsked = 71

interface HeatForecastProps {
  locationId: number
  /** The place's. */
  zone: string
  profile: WorkRestProfile
  levels: readonly RiskLevel[]
  choice: HeatChoice
  picked: HeatHour | null
  onPick: (hour: HeatHour) => void
}

/** Shows three days of heat, one at a time. Selecting an hour shows its guidance. */
export function HeatForecast(props: HeatForecastProps) {
  const { locationId, zone, profile, levels, choice, picked, onPick } = props
  const id = useId()
  const tablist = useRef<HTMLDivElement>(null)
  const { data, error, isPending, refetch } = useHourlyForecasts(locationId, hoursAsked)
  const isUnknown = !data && isUnavailable(error)
  const [chosenDay, setChosenDay] = useState(0)
  const metric = profile.primaryMetric
  const days = useMemo(() => heatDays(data ?? [], metric, usableZone(zone)), [data, metric, zone])
  const day = days[chosenDay] ?? days[0]
  const hottest = day && hottestOf(day.hours)
  const then = hottest && guidanceOf(hottest.actual, profile, levels, choice)

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || days.length === 0) return
    event.preventDefault()
    const next = (chosenDay + step + days.length) % days.length
    setChosenDay(next)
    tablist.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <section className={classes.wide} aria-labelledby={`${id}-title`}>
      <div className={classes.forecastHead}>
        <h3 id={`${id}-title`}>3-Day Forecast</h3>
        <div ref={tablist} className={classes.tabs} role="tablist" aria-label="Day of the forecast">
          {days.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-tab-${index}`}
              aria-controls={`${id}-panel`}
              aria-selected={day === days[index]}
              tabIndex={day === days[index] ? 0 : -1}
              onClick={() => setChosenDay(index)}
              onKeyDown={onKeyDown}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      {error && !isUnknown && (
        <ErrorNote
          title="The forecast could not be loaded"
          text={plainReason(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data?.[0]?.stale && (
        <WarningNote
          title="This forecast is old"
          text="No newer forecast has arrived. It may be hotter than shown."
        />
      )}
      {isPending && <div className={classes.chartSkeleton} role="status" aria-label="Loading the forecast" />}
      {isUnknown && (
        <EmptyState
          icon={<IconCloudOff size={32} stroke={1.5} aria-hidden />}
          title="No forecast data available for this location"
          text="We’ll try again every minute."
        />
      )}
      {day && (
        <div role="tabpanel" id={`${id}-panel`} aria-label={`Forecast, ${day.name}`}>
          <HeatChart
            days={days}
            day={day}
            profile={profile}
            levels={levels}
            choice={choice}
            picked={picked}
            onPick={onPick}
          />
          <p className={classes.hint}>
            {hottest && then && (
              <>
                Hottest: <strong>{shownDegrees(then.adjusted, metric)}</strong> adjusted at {hottest.clock}
                {then.level && `, ${then.level.name} Risk`}.{' '}
              </>
            )}
            Click, drag or use the arrow keys to pick an hour. Times are in{' '}
            {zoneAbbreviation(zone, new Date(day.hours[0]?.startMs ?? 0))}.
          </p>
        </div>
      )}
    </section>
  )
}
