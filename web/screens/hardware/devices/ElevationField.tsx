import { useElevationProposal } from '#web/data/devices.ts'
import { TextInput } from '#web/parts/inputs.ts'
import { Button } from '@mantine/core'

interface ElevationFieldProps {
  value: string
  /** Where the station is to stand, as far as it is written. */
  place: { readonly latitude: string; readonly longitude: string }
  onChange: (value: string) => void
  error: string | undefined
}

/** How high a station stands, with what the nearest one says as a proposal. */
export function ElevationField({ value, place, onChange, error }: ElevationFieldProps) {
  const proposal = useElevationProposal(place).data
  return (
    <div>
      <TextInput
        label="Elevation (ft)"
        description="Needed for evapotranspiration"
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
