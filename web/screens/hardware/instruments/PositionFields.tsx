import type { InstrumentDraft } from './instrument-draft.ts'
import classes from './Instruments.module.css'
import type { Point } from '#domain/geo/distance'
import { makeOf, type MakeId } from '#domain/instruments/makes'
import { useOrganizationLocations } from '#web/data/places/locations.ts'
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
  /** Where the list of locations opens; by default at the end of the page. */
  portalProps?: ComboboxProps['portalProps']
  hasApiKey?: boolean
}

const longestName = 80
/** How a provider's key is written, if it has two parts. */
const keyForm = (make: MakeId) => (make === 'xweather' ? 'Client ID and secret as id:secret. ' : '')
/** A few feet: a finger on a map is not more precise. */
const rounded = (degrees: number) => String(Number(degrees.toFixed(5)))

/** Name, what the make needs, and the position: from a location, typed, or clicked on the map. */
export function PositionFields({
  make,
  draft,
  errors,
  onChange,
  portalProps,
  hasApiKey,
}: PositionFieldsProps) {
  const places = useOrganizationLocations().data ?? []
  const { needs, door } = makeOf(make)

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
    <div className={classes.position}>
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
        {needs.includes('address') && (
          <TextInput
            className={classes.wide ?? ''}
            label="Address"
            description={
              door === 'tcp' ? 'Name and port of its serial server' : 'Where the unit answers in your network'
            }
            withAsterisk
            placeholder={door === 'tcp' ? '192.168.1.40:4001' : '192.168.1.40'}
            error={errorOf(errors, 'Address', 'Address')}
            {...text('address')}
          />
        )}
        {needs.includes('serial') && (
          <TextInput
            className={classes.wide ?? ''}
            label={make === 'tempest-cloud' ? 'Station number' : 'Serial number'}
            description={
              make === 'tempest-cloud'
                ? 'In the Tempest app, under Settings'
                : 'Printed on the unit: ST-… or HB-…'
            }
            withAsterisk
            error={errorOf(errors, 'Serial', 'Serial number')}
            {...text('serial')}
          />
        )}
        {needs.includes('apiKey') && (
          <PasswordInput
            className={classes.wide ?? ''}
            label={make === 'tempest-cloud' ? 'Access token' : 'API key'}
            description={
              hasApiKey ? 'Leave it empty to keep the current one' : `${keyForm(make)}Stored encrypted`
            }
            autoComplete="off"
            value={draft.apiKey}
            onChange={event => onChange({ apiKey: event.currentTarget.value })}
            error={errorOf(errors, 'ApiKey', 'The key')}
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
        <div className={classes.wide}>
          <ElevationField
            value={draft.elevationFeet}
            place={draft}
            about="Above sea level. Needed for pressure and evapotranspiration."
            onChange={elevationFeet => onChange({ elevationFeet })}
            error={errorOf(errors, 'ElevationFeet', 'Elevation')}
          />
        </div>
      </div>
      <PickMap point={pointOf(draft)} label={draft.name.trim()} onPick={pick} />
    </div>
  )
}
