import classes from './Hint.module.css'
import { useBubble } from './use-bubble.ts'
import { useId, type ReactNode } from 'react'

/** What a control says of itself that cannot be used at present: it can still be reached, to learn why. */
export interface Availability {
  readonly 'aria-disabled'?: true
  readonly 'aria-describedby'?: string
}

interface UnavailableProps {
  /** Null where nothing stands against it. */
  because: string | null
  className?: string | undefined
  children: (availability: Availability) => ReactNode
}

/** A control that may not be usable. The reason shows beside it, and is read out with it. */
export function Unavailable({ because, className, children }: UnavailableProps) {
  const id = useId()
  const { anchor, bubble } = useBubble(because !== null)
  return (
    <span ref={anchor} className={className ? `${classes.anchor} ${className}` : classes.anchor}>
      {children(because === null ? {} : { 'aria-disabled': true, 'aria-describedby': id })}
      {because !== null && (
        <span ref={bubble} id={id} popover="manual" className={classes.bubble}>
          {because}
        </span>
      )}
    </span>
  )
}
