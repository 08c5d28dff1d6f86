import classes from './Sidebar.module.css'
import type { CurrentUser } from '#contract/people/users'
import { BrandMark } from '#web/parts/page/BrandMark.tsx'
import type { Page, SidebarEntry } from '#web/routes.tsx'
import { Link, NavLink } from 'react-router'

interface SidebarProps {
  pages: readonly (Page & { sidebar: SidebarEntry })[]
  me: CurrentUser
  onLeave: () => void
}

export function Sidebar({ pages, me, onLeave }: SidebarProps) {
  const operations = pages.filter(page => page.sidebar.group === 'Operations')
  const main = pages.filter(page => page.sidebar.group === undefined)
  return (
    <div className={classes.sidebar}>
      <Link to="/" className={classes.brand} onClick={onLeave}>
        <BrandMark />
        Skywarden
      </Link>
      <nav aria-label="Main" className={classes.nav}>
        <Entries pages={main} onLeave={onLeave} />
        {operations.length > 0 && (
          <>
            <h2 className={classes.group} id="operations">
              Operations
            </h2>
            <Entries pages={operations} onLeave={onLeave} labelledBy="operations" />
          </>
        )}
      </nav>
      <p className={classes.place}>
        <span>{me.customerName}</span>
        {me.siteName}
      </p>
    </div>
  )
}

interface EntriesProps {
  pages: SidebarProps['pages']
  labelledBy?: string
  onLeave: () => void
}

function Entries({ pages, labelledBy, onLeave }: EntriesProps) {
  return (
    <ul className={classes.entries} aria-labelledby={labelledBy}>
      {pages.map(({ path, sidebar: { label, icon: EntryIcon } }) => (
        <li key={path}>
          <NavLink to={path} end={path === '/'} className={classes.entry ?? ''} onClick={onLeave}>
            <EntryIcon size={18} stroke={1.75} aria-hidden />
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
