import classes from './Dashboard.module.css'
import { hasNoSound } from './selection.ts'
import { TabTitle } from './TabTitle.tsx'
import { allLocationsAddress } from '#web/screens/home/all-locations/address.ts'
import type { Location } from '#contract/places/locations'
import { Hint } from '#web/parts/page/Hint.tsx'
import { shownClock, shownDay, timeThere } from '#web/parts/time/times.ts'
import { useNow } from '#web/parts/time/use-now.ts'
import { useReadingStart } from '#web/parts/browser/use-page-start.ts'
import { Button } from '@mantine/core'
import { IconBellOff, IconPencil, IconPlus } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'

interface DashboardHeaderProps {
  location: Location
  /** The viewer's. */
  zone: string
  /** How many places have warnings, in words; undefined while unknown. */
  warned: string | undefined
  heading: RefObject<HTMLHeadingElement | null>
  addButton: RefObject<HTMLButtonElement | null> | undefined
  onAdd: () => void
  onEdit: (location: Location) => void
}

export function DashboardHeader(props: DashboardHeaderProps) {
  const { location, zone, warned, heading, addButton, onAdd, onEdit } = props
  const now = useNow()
  const there = timeThere(now, zone, location.timeZone)
  useReadingStart(heading)
  return (
    <header className={classes.header}>
      <TabTitle location={location} />
      <div className={classes.names}>
        <div className={classes.title}>
          <h1 ref={heading} tabIndex={-1}>
            {location.label}
          </h1>
          {hasNoSound(location) && (
            <Hint
              className={classes.bell}
              text="Notifications are silenced for this location. Enable them by editing this location."
            >
              <IconBellOff size={20} aria-hidden />
            </Hint>
          )}
        </div>
        <p className={classes.sub}>
          {shownDay(now, zone)} · {shownClock(now, zone)}
          {there !== null && ` (${there})`}
          {warned !== undefined && (
            <>
              {' · '}
              <Link className={classes.warned} to={allLocationsAddress}>
                {warned}
              </Link>
            </>
          )}
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-label={`Edit ${location.label}`}
          onClick={() => onEdit(location)}
        >
          Edit
        </Button>
        <Button ref={addButton} leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
          Add Location
        </Button>
      </div>
    </header>
  )
}
