import { Bell } from './bell/Bell.tsx'
import { HelpMenu } from './HelpMenu.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'
import type { CurrentUser } from '#contract/people/users'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from 'react-router'

interface TopBarProps {
  me: CurrentUser
  onMenu: () => void
  isSidebarShown: boolean
  onSidebar: (isShown: boolean) => void
}

export function TopBar({ me, onMenu, isSidebarShown, onSidebar }: TopBarProps) {
  return (
    <header className={classes.bar}>
      <button
        type="button"
        className={`${classes.button} ${classes.toggle}`}
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={onMenu}
      >
        <IconMenu2 size={22} aria-hidden />
      </button>
      <button
        type="button"
        className={`${classes.button} ${classes.sideToggle}`}
        aria-label={isSidebarShown ? 'Hide menu' : 'Show menu'}
        aria-expanded={isSidebarShown}
        aria-controls="sidebar"
        onClick={() => onSidebar(!isSidebarShown)}
      >
        <IconMenu2 size={20} aria-hidden />
      </button>
      {me.declinesNotifications && <NotificationsDisabled />}
      <HelpMenu />
      <Bell me={me} />
      <ThemeMenu />
      <UserMenu me={me} />
    </header>
  )
}

function NotificationsDisabled() {
  return (
    <Link to="/NotificationSettings" className={classes.disabled}>
      Notifications Disabled
    </Link>
  )
}
