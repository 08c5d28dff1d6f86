import classes from './StatePanel.module.css'
import type { Location } from '#contract/places/locations'
import { useMe } from '#web/data/people/users.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const SatelliteDialog = lazy(async () => ({
  default: (await import('./SatelliteDialog.tsx')).SatelliteDialog,
}))

interface SatelliteNoteProps {
  location: Location
  satellite: 'none' | 'not accepted' | 'accepted'
}

/** Only an administrator decides whether satellites alone may produce All Clear. Everyone can read what that means. */
export function SatelliteNote({ location, satellite }: SatelliteNoteProps) {
  const { roleName } = useMe()
  const [isOpen, setIsOpen] = useState(false)
  const mayAccept = roleName === 'Admin' || roleName === 'SuperAdmin'
  if (satellite === 'none' || (satellite === 'not accepted' && !mayAccept)) return null
  return (
    <div className={classes.satellite}>
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {satellite === 'accepted' ? 'About satellite only' : 'Accept satellite only…'}
      </Button>
      {isOpen && (
        <Suspense>
          <SatelliteDialog location={location} mayAccept={mayAccept} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
