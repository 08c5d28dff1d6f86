import classes from './SaveNote.module.css'
import { IconAlertTriangle } from '@tabler/icons-react'

interface SaveNoteProps {
  failure: string | null
  /** What did not happen, where that is not saving. */
  lead?: string
}

/** Why what stands in a form is not saved. It stays beside the buttons; a toast has read it out. */
export function SaveNote({ failure, lead = 'Not saved.' }: SaveNoteProps) {
  if (failure === null) return null
  return (
    <div className={classes.note}>
      <IconAlertTriangle size={18} aria-hidden />
      <p>
        <strong>{lead}</strong> {failure}
      </p>
    </div>
  )
}
