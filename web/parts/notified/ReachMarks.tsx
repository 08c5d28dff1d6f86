import classes from './ReachMarks.module.css'
import { IconBellOff, IconMapPinOff } from '@tabler/icons-react'

interface ReachMarksProps {
  person: { readonly hasLocations: boolean; readonly cannotBeReached: string | null }
}

/** Marks next to a person's name that show why no alert would reach them. */
export function ReachMarks({ person }: ReachMarksProps) {
  const { hasLocations, cannotBeReached } = person
  if (hasLocations && cannotBeReached === null) return null
  return (
    <span className={classes.marks}>
      {cannotBeReached !== null && (
        <span className={classes.mark} data-tone="warn">
          <IconBellOff size={14} aria-hidden />
          <span>Cannot be reached: {inSentence(cannotBeReached)}</span>
        </span>
      )}
      {!hasLocations && (
        <span className={classes.mark}>
          <IconMapPinOff size={14} aria-hidden />
          <span>No location</span>
        </span>
      )}
    </span>
  )
}

const inSentence = (reason: string) => reason.charAt(0).toLowerCase() + reason.slice(1)
