import classes from './EmptyState.module.css'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  /** What to do next. */
  text?: string
  icon?: ReactNode
  children?: ReactNode
}

export function EmptyState({ title, text, icon, children }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {icon}
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {children}
    </div>
  )
}
