import classes from './Card.module.css'
import { useId, type ReactNode } from 'react'

interface CardProps {
  title?: string
  aside?: ReactNode
  /** Whether the content extends to the card's edge, as tables do. */
  flush?: boolean
  children: ReactNode
}

export function Card({ title, aside, flush = false, children }: CardProps) {
  const id = useId()
  return (
    <section
      className={classes.card}
      data-flush={flush || undefined}
      aria-labelledby={title ? id : undefined}
    >
      {title !== undefined && (
        <div className={classes.head}>
          <h2 id={id}>{title}</h2>
          {aside !== undefined && <div className={classes.aside}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
