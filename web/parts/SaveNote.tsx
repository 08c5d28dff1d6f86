import classes from './SaveNote.module.css'
import { IconAlertTriangle } from '@tabler/icons-react'

/** Why what stands in a form is not saved. It stays beside the buttons; a toast has read it out. */
export function SaveNote({ failure }: { failure: string | null }) {
  if (failure === null) return null
  return (
    <div className={classes.note}>
      <IconAlertTriangle size={18} aria-hidden />
      <p>
        <strong>Not saved.</strong> {failure}
      </p>
    </div>
  )
}
