import { useElevationProposal } from '#web/data/devices/devices.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { Button } from '@mantine/core'

interface ElevationFieldProps {
  value: string
  /** The part of the station's position that has been typed so far. */
  place: { readonly latitude: string; readonly longitude: string }
  onChange: (value: string) => void
  /** The purpose of the elevation. */
  about?: string
  error: string | undefined
}

/** A field for a station's elevation, with the nearest known station's elevation as a suggestion. */
export function ElevationField({
  value,
  place,
  onChange,
  about = 'Needed for evapotranspiration',
  error,
}: ElevationFieldProps) {
  const proposal = useElevationProposal(place).data
  return (
    <div>
      <TextInput
        label="Elevation (ft)"
        description={about}
        inputMode="decimal"
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        error={error}
      />
      {proposal && value.trim() === '' && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange(String(Math.round(proposal.elevationFeet)))}
        >
          Use {Math.round(proposal.elevationFeet)} ft, as at {proposal.locationName} ({proposal.distanceMiles}{' '}
          mi away)
        </Button>
      )}
    </div>
  )
}
