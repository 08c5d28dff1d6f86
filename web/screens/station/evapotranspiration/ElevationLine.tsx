import type { WeatherStation } from '#contract/devices/stations'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useCorrectElevation } from '#web/data/devices/stations.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { feetFault, feetOf } from '#web/parts/fields/feet.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import classes from '#web/screens/station/Station.module.css'
import { Button } from '@mantine/core'
import { useState } from 'react'

/** Shows the station's elevation, which administrators can correct. */
export function ElevationLine({ station }: { station: WeatherStation }) {
  const [isOpen, setOpen] = useState(false)
  const { elevationFeet } = station
  return (
    <div className={classes.controls}>
      <span>
        Elevation: {elevationFeet === null ? 'not known' : `${elevationFeet.toLocaleString('en-US')} ft`}
      </span>
      {station.canShare && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          {elevationFeet === null ? 'Enter elevation' : 'Correct elevation'}
        </Button>
      )}
      {isOpen && <ElevationDialog station={station} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ElevationDialog({ station, onClose }: { station: WeatherStation; onClose: () => void }) {
  const [text, setText] = useState(station.elevationFeet === null ? '' : String(station.elevationFeet))
  const correct = useCorrectElevation(String(station.id))
  const toast = useToast()
  const fault = feetFault(text)
  const errors = { ...fieldErrors(correct.error), ...(fault && { ElevationFeet: fault }) }

  async function save() {
    try {
      await correct.mutateAsync(feetOf(text))
      onClose()
    } catch (error) {
      toast({ variant: 'error', header: 'The elevation could not be saved', text: plainReason(error) })
    }
  }

  return (
    <Dialog
      title={`Elevation of ${station.locationName}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={fault !== undefined} loading={correct.isPending} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <TextInput
        label="Elevation (ft)"
        description="Above sea level; leave empty if unknown"
        inputMode="decimal"
        data-autofocus
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        error={errorOf(errors, 'ElevationFeet', 'Elevation')}
      />
    </Dialog>
  )
}
