import classes from './LiveRadar.module.css'
import type { Location } from '#contract/places/locations'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { useId } from 'react'

interface LocationChooserProps {
  locations: readonly Location[]
  selected: Location
  onChoose: (id: number) => void
}

/** Chooses which of the viewer's locations the map shows. */
export function LocationChooser({ locations, selected, onChoose }: LocationChooserProps) {
  const id = useId()
  return (
    <div className={classes.chooser}>
      <label htmlFor={id}>Location</label>
      <PlainSelect id={id} value={selected.id} onChange={event => onChoose(Number(event.target.value))}>
        {locations.map(location => (
          <option key={location.id} value={location.id}>
            {location.label}
          </option>
        ))}
      </PlainSelect>
    </div>
  )
}
