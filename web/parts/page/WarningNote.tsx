import classes from './WarningNote.module.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface WarningNoteProps {
  title: string
  text: string
  /** A button that resolves the problem. */
  action?: ReactNode
}

/** Shows something that people must know even though nothing has failed. */
export function WarningNote({ title, text, action }: WarningNoteProps) {
  return (
    <div role="status" className={classes.note}>
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <p className={classes.title}>{title}</p>
        <p>{text}</p>
      </div>
      {action}
    </div>
  )
}
