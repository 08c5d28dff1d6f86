import classes from './PageHeader.module.css'
import { usePageStart } from '#web/parts/browser/use-page-start.ts'
import { useRef, type ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** The browser tab's title, if it differs. */
  tab?: string
  sub?: ReactNode
  actions?: ReactNode
}

/** The heading of every screen. */
export function PageHeader({ title, tab = title, sub, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageStart(tab, heading)
  return (
    <header className={classes.header}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {sub !== undefined && <p className={classes.sub}>{sub}</p>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
