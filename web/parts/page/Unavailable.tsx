import classes from './Hint.module.css'
import { useBubble } from './use-bubble.ts'
import { useId, type ReactNode } from 'react'

/** Attributes for a control that is currently unavailable. It stays focusable, so people can learn why. */
export interface Availability {
  readonly 'aria-disabled'?: true
  readonly 'aria-describedby'?: string
}

interface UnavailableProps {
  /** Null if the control is available. */
  because: string | null
  className?: string | undefined
  children: (availability: Availability) => ReactNode
}

/** Wraps a control that may be unavailable. The reason is shown next to it and read out with it. */
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
