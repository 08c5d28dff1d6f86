import { AllClearTimer } from './AllClearTimer.tsx'
import { locationErrorUnder, type LocationErrors } from './failure.ts'
import classes from './RingFields.module.css'
import { RingSketch } from './RingSketch.tsx'
import { toggleRing, zoneRows } from './zone-rows.ts'
import { ZoneSlider } from './ZoneSlider.tsx'
import type { RingLocks, RingSet } from '#domain/lightning/ring-rules'
import { moveRing } from '#domain/lightning/ring-sliders'

interface RingFieldsProps {
  rings: RingSet
  locks: RingLocks
  withFourth: boolean
  errors: LocationErrors
  onChange: (rings: RingSet) => void
}

const scaleMiles = [0, 10, 20, 30, 40, 50]

/** Edits the rings with sliders and a picture that follows them, and the all-clear time. */
export function RingFields({ rings, locks, withFourth, errors, onChange }: RingFieldsProps) {
  const { radii } = rings
  return (
    <fieldset className={classes.section}>
      <legend>Lightning zones</legend>
      <div className={classes.columns}>
        <div className={classes.sliders}>
          {zoneRows(radii, locks, withFourth).map(row => (
            <ZoneSlider
              key={row.zone}
              row={row}
              error={locationErrorUnder(errors, `Radius${row.zone}`)}
              onMove={miles => onChange({ ...rings, radii: moveRing(radii, row.zone, miles, locks) })}
              onToggle={on => onChange({ ...rings, radii: toggleRing(radii, row.zone, on, locks) })}
            />
          ))}
          <div className={classes.axis} aria-hidden="true">
            <ol>
              {scaleMiles.map(miles => (
                <li key={miles} style={{ left: `${miles * 2}%` }}>
                  {miles === 0 ? '0 mi' : miles}
                </li>
              ))}
            </ol>
          </div>
          <AllClearTimer
            minutes={rings.allClearMinutes}
            isLocked={locks.allClearMinutes !== undefined}
            error={locationErrorUnder(errors, 'AllClearMinutes')}
            onMove={allClearMinutes => onChange({ ...rings, allClearMinutes })}
          />
        </div>
        <RingSketch radii={radii} />
      </div>
    </fieldset>
  )
}
