import { BrandMark } from './BrandMark.tsx'
import classes from './FullPage.module.css'
import { useEffect, useRef, type ReactNode } from 'react'

interface FullPageProps {
  title: string
  /** Details that a person can read to an administrator. */
  detail?: string
  children: ReactNode
  actions: ReactNode
  /** Shown below the actions. */
  note?: ReactNode
}

/** A separate page without a sidebar or top bar, for when there is nothing else to show. */
export function FullPage({ title, detail, children, actions, note }: FullPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Skywarden`
    heading.current?.focus()
  }, [title])
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <BrandMark size={32} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{children}</p>
        <div className={classes.actions}>{actions}</div>
        {note}
        {detail !== undefined && <p className={classes.detail}>{detail}</p>}
      </div>
    </main>
  )
}
