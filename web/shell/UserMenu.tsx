import { BarMenu } from './BarMenu.tsx'
import menu from './BarMenu.module.css'
import { holderOf } from './holder.ts'

import classes from './UserMenu.module.css'
import type { CurrentUser } from '#contract/people/users'
import { mayEnter, pageAt } from '#web/routes.tsx'
import { signOut } from '#web/session/sign-in.ts'
import { IconBell, IconListCheck, IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'

interface Named {
  readonly firstName: string
  readonly lastName: string
  readonly fullName: string
}

function firstLetter(text: string): string {
  return Array.from(text.trim())[0]?.toUpperCase() ?? ''
}

function initialsOf({ firstName, lastName, fullName }: Named): string {
  return firstLetter(firstName) + firstLetter(lastName) || firstLetter(fullName) || '?'
}

export function UserMenu({ me }: { me: CurrentUser }) {
  const start = pageAt('/Welcome')
  const head = (
    <div className={classes.who}>
      <p className={classes.name}>{me.fullName}</p>
      {me.email !== null && <p className={classes.email}>{me.email}</p>}
    </div>
  )
  return (
    <BarMenu
      className={classes.initials}
      label={`${initialsOf(me)}, account of ${me.fullName}`}
      button={initialsOf(me)}
      head={head}
    >
      <Link role="menuitem" tabIndex={-1} className={menu.item} to="/Profile">
        <IconUser size={18} stroke={1.75} aria-hidden />
        My Profile
      </Link>
      <Link role="menuitem" tabIndex={-1} className={menu.item} to="/NotificationSettings">
        <IconBell size={18} stroke={1.75} aria-hidden />
        Notification Settings
      </Link>
      {start && mayEnter(holderOf(me), start.who) && (
        <Link role="menuitem" tabIndex={-1} className={menu.item} to="/Welcome">
          <IconListCheck size={18} stroke={1.75} aria-hidden />
          Get started
        </Link>
      )}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className={menu.item}
        onClick={() => void signOut()}
      >
        <IconLogout size={18} stroke={1.75} aria-hidden />
        Log out
      </button>
    </BarMenu>
  )
}
