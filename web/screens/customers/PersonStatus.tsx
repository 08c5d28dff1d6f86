import type { User } from '#contract/people/users'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { IconBell, IconCheck, IconMail, IconUserOff } from '@tabler/icons-react'

export function PersonStatus({ person }: { person: User }) {
  if (!person.isActive) {
    return (
      <StatusPill tone="warn" icon={IconUserOff}>
        Inactive
      </StatusPill>
    )
  }
  if (person.roleName === 'NotificationOnly') {
    return (
      <StatusPill tone="quiet" icon={IconBell}>
        Notifications only
      </StatusPill>
    )
  }
  return person.activated === null ? (
    <StatusPill tone="info" icon={IconMail}>
      Invited
    </StatusPill>
  ) : (
    <StatusPill tone="quiet" icon={IconCheck}>
      Active
    </StatusPill>
  )
}
