import classes from './SaveNote.module.css'
import { IconAlertTriangle } from '@tabler/icons-react'

interface SaveNoteProps {
  failure: string | null
  /** The action that failed, if not saving. */
  lead?: string
}

/** Shows why the form was not saved. Stays next to the buttons after the toast that read it out has disappeared. */
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
