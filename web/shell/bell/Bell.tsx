import classes from './Bell.module.css'
import { BellPopup } from './BellPopup.tsx'
import { bellLabel, newestId, readSeenId, unreadCount, unreadText } from './unread.ts'
import { usePushMessages } from './use-push-messages.ts'
import type { CurrentUser } from '#contract/people/users'
import { useNotifications } from '#web/data/messages/notifications.ts'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'
import bar from '#web/shell/TopBar.module.css'
import { useBarPopup } from '#web/shell/use-bar-popup.ts'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import { useLocation } from 'react-router'

/** From the specification: the last 3 notifications of the last 7 days. */
const shownCount = 3
/** The same number as on the notifications page, so that both share one response. */
const askedFor = 20
/** The badge has room for one digit. Screen readers read what is shown. */
const mostInBadge = 9

export function Bell({ me }: { me: CurrentUser }) {
  const { open, setOpen, root, opener } = useBarPopup()
  const id = useId()
  const notified = useNotifications(askedFor)
  const [seenId, setSeenId] = useRemembered(`skywarden:seen:${me.id}`, readSeenId, String)
  usePushMessages()
  const unread = notified.data ? unreadCount(notified.data, seenId) : 0

  // Clears the push worker's count on the installed app's icon.
  const isRead = notified.data !== undefined && unread === 0
  useEffect(() => {
    if (isRead && 'clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => {}) // harmless if it fails
  }, [isRead])

  // A person on the notifications page has seen all of them.
  const isOnPage = useLocation().pathname.toLowerCase() === '/notifications'
  useEffect(() => {
    if (isOnPage && notified.data && unread > 0) setSeenId(newestId(notified.data))
  }, [isOnPage, notified.data, unread, setSeenId])

  function toggle() {
    if (!open && notified.data) setSeenId(newestId(notified.data))
    setOpen(!open)
  }

  return (
    <div ref={root} className={classes.root}>
      <button
        ref={opener}
        type="button"
        className={bar.button}
        aria-label={bellLabel(unread, mostInBadge)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        <IconBell size={20} stroke={1.75} aria-hidden />
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {unreadText(unread, mostInBadge)}
          </span>
        )}
      </button>
      {open && (
        <BellPopup
          id={id}
          timeZone={me.timeZone}
          told={notified.data?.slice(0, shownCount)}
          error={notified.error}
          onLeave={() => setOpen(false)}
        />
      )}
    </div>
  )
}
