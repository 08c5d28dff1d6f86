import type { InstrumentDraft } from './instrument-draft.ts'
import { makeTexts } from './make-text.ts'
import type { Point } from '#domain/geo/distance'
import { makeOf, type MakeId } from '#domain/instruments/makes'
import { useOrganizationLocations } from '#web/data/places/locations.ts'
import classes from '#web/forms/place/BesideMap.module.css'
import { PickMap } from '#web/forms/place/PickMap.tsx'
import { pointOf } from '#web/forms/place/place-draft.ts'
import { ElevationField } from '#web/screens/hardware/devices/ElevationField.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { PasswordInput, Select, TextInput } from '#web/parts/look/inputs.ts'
import type { ComboboxProps } from '@mantine/core'

interface PositionFieldsProps {
  make: MakeId
  draft: InstrumentDraft
  errors: Readonly<Record<string, readonly string[]>>
  onChange: (changed: Partial<InstrumentDraft>) => void
  /** Where in the page the list of locations is rendered; by default at the end of the page. */
  portalProps?: ComboboxProps['portalProps']
  hasApiKey?: boolean
}

const longestName = 80
/** Precise to a few feet. A finger on a map is not more precise. */
const rounded = (degrees: number) => String(Number(degrees.toFixed(5)))

/** Fields for the name, what the make needs, and the position: taken from a location, typed, or clicked on the map. */
export function PositionFields({
  make,
  draft,
  errors,
  onChange,
  portalProps,
  hasApiKey = false,
}: PositionFieldsProps) {
  const places = useOrganizationLocations().data ?? []
  const { entered } = makeTexts[make]

  function takePlace(value: string | null) {
    const place = places.find(({ id }) => String(id) === value)
    if (!place) return onChange({ placeId: null })
    onChange({ placeId: place.id, latitude: String(place.latitude), longitude: String(place.longitude) })
  }
  const pick = ({ latitude, longitude }: Point) =>
    onChange({ latitude: rounded(latitude), longitude: rounded(longitude) })

  const text = (field: 'name' | 'latitude' | 'longitude' | 'address' | 'serial') => ({
    autoComplete: 'off',
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [field]: event.currentTarget.value }),
  })
  return (
    <div className={classes.beside}>
      <div className={classes.fields}>
        <TextInput
          className={classes.wide ?? ''}
          label="Name"
          placeholder="Roof, press box, pool"
          withAsterisk
          data-autofocus
          maxLength={longestName}
          error={errorOf(errors, 'Name', 'Name')}
          {...text('name')}
        />
        {entered?.address && (
          <TextInput
            className={classes.wide ?? ''}
            label={entered.address.label}
            description={entered.address.about}
            placeholder={entered.address.example}
            withAsterisk
            error={errorOf(errors, 'Address', entered.address.label)}
            {...text('address')}
          />
        )}
        {entered?.serial && (
          <TextInput
            className={classes.wide ?? ''}
            label={entered.serial.label}
            description={entered.serial.about}
            withAsterisk
            error={errorOf(errors, 'Serial', entered.serial.label)}
            {...text('serial')}
          />
        )}
        {entered?.apiKey && (
          <PasswordInput
            className={classes.wide ?? ''}
            label={entered.apiKey.label}
            description={hasApiKey ? 'Leave it empty to keep the current one' : entered.apiKey.about}
            withAsterisk={!hasApiKey}
            autoComplete="off"
            value={draft.apiKey}
            onChange={event => onChange({ apiKey: event.currentTarget.value })}
            error={errorOf(errors, 'ApiKey', entered.apiKey.label)}
          />
        )}
        <Select
          className={classes.wide ?? ''}
          label="Location"
          description="Fills in the position"
          placeholder={places.length === 0 ? 'No locations yet' : 'None'}
          clearable
          searchable
          disabled={places.length === 0}
          {...(portalProps && { comboboxProps: { portalProps } })}
          data={places.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.placeId === null ? null : String(draft.placeId)}
          onChange={takePlace}
          error={errorOf(errors, 'OrganizationLocationId', 'Location')}
        />
        <TextInput
          label="Latitude"
          withAsterisk
          error={errorOf(errors, 'Latitude', 'Latitude')}
          {...text('latitude')}
        />
        <TextInput
          label="Longitude"
          withAsterisk
          error={errorOf(errors, 'Longitude', 'Longitude')}
          {...text('longitude')}
        />
        {makeOf(make).isStation && (
          <div className={classes.wide}>
            <ElevationField
              value={draft.elevationFeet}
              place={draft}
              about="Above sea level. Needed for pressure and evapotranspiration."
              onChange={elevationFeet => onChange({ elevationFeet })}
              error={errorOf(errors, 'ElevationFeet', 'Elevation')}
            />
          </div>
        )}
      </div>
      <PickMap point={pointOf(draft)} label={draft.name.trim()} onPick={pick} />
    </div>
  )
}
