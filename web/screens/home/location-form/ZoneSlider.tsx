import classes from './RingFields.module.css'
import { zoneMiles, type ZoneRow } from './zone-rows.ts'
import { Range } from '#web/parts/fields/Range.tsx'
import { RingLine } from '#web/parts/weather/RingLine.tsx'
import { IconLock } from '@tabler/icons-react'
import { useId } from 'react'

interface ZoneSliderProps {
  row: ZoneRow
  error: string | undefined
  onMove: (miles: number) => void
  onToggle: (on: boolean) => void
}

/** Edits one zone: whether it is on, its radius, and who sets it. */
export function ZoneSlider({ row, error, onMove, onToggle }: ZoneSliderProps) {
  const { zone, miles, isOn, isLocked, toggle, least, most } = row
  const errorId = useId()
  const name = `Zone ${zone}`
  return (
    <div className={classes.zone} data-zone={zone} data-off={isOn ? undefined : ''}>
      <div className={classes.name}>
        {toggle === 'none' ? (
          <span className={classes.always}>{name}</span>
        ) : (
          <label>
            <input
              type="checkbox"
              checked={isOn}
              disabled={toggle === 'held'}
              onChange={event => onToggle(event.currentTarget.checked)}
            />
            {name}
          </label>
        )}
        <span className={classes.sample}>
          <RingLine ring={zone} />
        </span>
      </div>
      <div className={classes.lane}>
        <Range
          label={`${name} radius`}
          min={least}
          max={most}
          step={1}
          value={isOn ? miles : least}
          valueText={isOn ? `${Number(miles.toFixed(1))} miles` : 'Off'}
          disabled={!isOn || isLocked}
          isInvalid={error !== undefined}
          describedBy={error === undefined ? undefined : errorId}
          onChange={onMove}
        />
      </div>
      <p className={classes.value}>
        {isLocked && (
          <>
            <IconLock size={14} aria-hidden />
            <span className="visually-hidden">Locked: </span>
          </>
        )}
        {isOn ? zoneMiles(miles) : 'Off'}
      </p>
      {error !== undefined && (
        <p className={classes.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  )
}
