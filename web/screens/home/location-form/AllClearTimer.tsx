import classes from './RingFields.module.css'
import { allClearRange } from '#domain/lightning/ring-rules'
import { Range } from '#web/parts/fields/Range.tsx'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useId } from 'react'

interface AllClearTimerProps {
  minutes: number
  isLocked: boolean
  error: string | undefined
  onMove: (minutes: number) => void
}

const { least, most, step } = allClearRange
const steps = Array.from({ length: (most - least) / step + 1 }, (_, index) => least + index * step)
const advisedMinutes = 30

/** A slider for how long it must be quiet before All Clear. */
export function AllClearTimer({ minutes, isLocked, error, onMove }: AllClearTimerProps) {
  const id = useId()
  const isShort = minutes < advisedMinutes
  const notes = [error !== undefined && `${id}-error`, isShort && `${id}-short`].filter(Boolean).join(' ')
  return (
    <div className={classes.timer}>
      <div className={classes.timerHead}>
        <h3>All-clear timer</h3>
        <p className={classes.value}>
          {isLocked && (
            <>
              <IconLock size={14} aria-hidden />
              <span className="visually-hidden">Locked: </span>
            </>
          )}
          {minutes} min
        </p>
      </div>
      <div className={classes.timerLane}>
        <Range
          label="All-clear timer"
          min={least}
          max={most}
          step={step}
          value={minutes}
          valueText={`${minutes} minutes`}
          disabled={isLocked}
          isInvalid={error !== undefined}
          describedBy={notes || undefined}
          onChange={onMove}
        />
        <ol className={classes.ticks} aria-hidden="true">
          {steps.map(one => (
            <li key={one}>{one}</li>
          ))}
        </ol>
      </div>
      <div role="status">
        {isShort && (
          <p className={classes.short} id={`${id}-short`}>
            <IconAlertTriangle size={16} aria-hidden />
            Shorter than the 30 minutes that NFHS, NATA, NCAA and NWS advise.
          </p>
        )}
      </div>
      {error !== undefined && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
