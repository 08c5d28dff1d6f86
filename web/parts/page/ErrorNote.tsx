import classes from './ErrorNote.module.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface ErrorNoteProps {
  /** The text from the specification. */
  title: string
  /** What the error means and what to do, in plain words. */
  text: string
  onRetry?: () => void
  children?: ReactNode
}

export function ErrorNote({ title, text, onRetry, children }: ErrorNoteProps) {
  return (
    <div role="alert" className={classes.room}>
      <div className={classes.note}>
        <IconAlertTriangle size={20} aria-hidden />
        <div>
          <p className={classes.title}>{title}</p>
          <p>{text}</p>
          {children}
        </div>
        {onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}
