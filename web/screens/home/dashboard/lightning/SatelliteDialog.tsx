import classes from './StatePanel.module.css'
import type { Location } from '#contract/places/locations'
import { plainReason } from '#web/data/requests/failures.ts'
import { useAcceptSatellite, useSatelliteAcceptance } from '#web/data/weather/lightning.ts'
import { useMe } from '#web/data/people/users.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface SatelliteDialogProps {
  location: Location
  mayAccept: boolean
  onClose: () => void
}

/** Explains what a satellite cannot see, in the text that is stored with the name of the person who accepts it. */
export function SatelliteDialog({ location, mayAccept, onClose }: SatelliteDialogProps) {
  const { timeZone } = useMe()
  const { data, error } = useSatelliteAcceptance(location.id)
  const accept = useAcceptSatellite(location.id)
  const [hasRead, setHasRead] = useState(false)
  const accepted = data?.accepted ?? null
  const failure = error ?? accept.error

  /** If this fails, the reason stays on the screen. */
  const decide = (isAccepted: boolean, words: string) =>
    accept.mutate({ accept: isAccepted, words }, { onSuccess: onClose })

  return (
    <Dialog
      title={`Satellite only: ${location.label}`}
      onClose={onClose}
      note={failure && plainReason(failure)}
      actions={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            {mayAccept ? 'Cancel' : 'Close'}
          </Button>
          {mayAccept && data && accepted && (
            <Button color="red" loading={accept.isPending} onClick={() => decide(false, data.words)}>
              Stop accepting
            </Button>
          )}
          {mayAccept && data && !accepted && (
            <Button disabled={!hasRead} loading={accept.isPending} onClick={() => decide(true, data.words)}>
              Accept
            </Button>
          )}
        </>
      }
    >
      <p>{accepted?.words ?? data?.words ?? (error ? '' : 'Loading…')}</p>
      {data?.wholeOrganizationLocation && (
        <p>It applies to every dashboard, siren and widget at this location of your organization.</p>
      )}
      {accepted && (
        <p>
          Accepted by {accepted.by}, {shownInstant(accepted.at, timeZone)}.
        </p>
      )}
      {mayAccept && data && !accepted && (
        <label className={classes.accept}>
          <input
            type="checkbox"
            checked={hasRead}
            onChange={event => setHasRead(event.currentTarget.checked)}
          />
          I have read this and accept it
        </label>
      )}
    </Dialog>
  )
}
