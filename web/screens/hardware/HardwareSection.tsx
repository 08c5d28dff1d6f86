import classes from './HardwareSection.module.css'
import { useId, type ReactNode } from 'react'

interface HardwareSectionProps {
  title: string
  /** A button that adds something to the section. */
  action: ReactNode
  children: ReactNode
}

/** A section of the page below the sirens and stations, with its own heading. */
export function HardwareSection({ title, action, children }: HardwareSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
