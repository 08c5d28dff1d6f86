import { Bell } from './bell/Bell.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'
import type { CurrentUser } from '#contract/users'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from 'react-router'

interface TopBarProps {
  me: CurrentUser
  onMenu: () => void
}

export function TopBar({ me, onMenu }: TopBarProps) {
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
      {me.declinesNotifications && <NotificationsDisabled />}
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
