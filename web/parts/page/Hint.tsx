import classes from './Hint.module.css'
import { useBubble } from './use-bubble.ts'
import type { ReactNode } from 'react'

interface HintProps {
  text: string
  children: ReactNode
  className?: string | undefined
}

/** Explains an icon. The text is read out, and is shown next to the icon. */
export function Hint({ text, children, className }: HintProps) {
  const { anchor, bubble } = useBubble()
  return (
    <span
      ref={anchor}
      className={className ? `${classes.anchor} ${className}` : classes.anchor}
      role="img"
      aria-label={text}
      tabIndex={0}
    >
      {children}
      <span ref={bubble} popover="manual" className={classes.bubble}>
        {text}
      </span>
    </span>
  )
}
