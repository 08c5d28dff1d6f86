import classes from './PageHeader.module.css'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'

interface PageHeaderProps {
  title: string
  /** What stands in the browser's tab, where it should differ. */
  tab?: string
  sub?: ReactNode
  actions?: ReactNode
}

/** Opens every screen: names the tab, and takes the focus after a change of page so that reading starts there. */
export function PageHeader({ title, tab = title, sub, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const cameBy = useNavigationType()
  const { key } = useLocation()
  useEffect(() => {
    document.title = `${tab} · Skywarden`
    // A page that was opened, or came after signing in, is read from its start, with the way past the sidebar.
    if (key === 'default' || cameBy === 'REPLACE') return
    heading.current?.focus({ preventScroll: true })
    if (cameBy === 'PUSH') window.scrollTo(0, 0)
  }, [tab, cameBy, key])
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
