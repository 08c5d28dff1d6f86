import { ThemeMenu } from './ThemeMenu.tsx'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'
import type { CurrentUser } from '#contract/users'
import { isBuilt } from '#web/routes.tsx'
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
      <ThemeMenu />
      <UserMenu me={me} />
    </header>
  )
}

const settingsPath = '/NotificationSettings'

function NotificationsDisabled() {
  const text = 'Notifications Disabled'
  if (!isBuilt(settingsPath)) return <span className={classes.disabled}>{text}</span>
  return (
    <Link to={settingsPath} className={classes.disabled}>
      {text}
    </Link>
  )
}
