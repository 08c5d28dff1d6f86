import classes from './Panel.module.css'
import type { Location } from '#contract/places/locations'
import { Switch } from '#web/parts/look/inputs.ts'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import type { Choose } from '#web/screens/broadcast/use-choices.ts'
import { useId } from 'react'

interface PlacePickerProps {
  locations: readonly Location[]
  selected: Location | null
  isAll: boolean
  choose: Choose
}

/** Picks one of the viewer's locations, or all of them. */
export function PlacePicker({ locations, selected, isAll, choose }: PlacePickerProps) {
  const id = useId()
  return (
    <div className={classes.place}>
      <label htmlFor={id}>Location</label>
      <PlainSelect
        id={id}
        value={selected?.id ?? ''}
        disabled={!selected}
        onChange={event => choose({ locationId: Number(event.target.value), isAll: false })}
      >
        {locations.map(location => (
          <option key={location.id} value={location.id}>
            {location.label}
          </option>
        ))}
      </PlainSelect>
      <Switch
        label="All Locations"
        checked={isAll}
        disabled={!selected}
        onChange={event => choose({ isAll: event.currentTarget.checked })}
      />
    </div>
  )
}
