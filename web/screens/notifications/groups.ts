import type { Notification } from '#contract/messages/notifications'

const groupTitles = [
  'National Weather Service Alerts',
  'Proactive Forecasts',
  'Policy Notifications',
  'Messages',
] as const
export type GroupTitle = (typeof groupTitles)[number]

/** Lightning is grouped with the policies. */
function titleOf({ eventType }: Notification): GroupTitle {
  switch (eventType) {
    case 'National Weather Service':
      return 'National Weather Service Alerts'
    case 'Proactive Forecast':
      return 'Proactive Forecasts'
    case 'Other':
      return 'Messages'
    default:
      return 'Policy Notifications'
  }
}

/** A forecast for several places is sent once per place. Only the newest is listed. */
function onceEach(forecasts: readonly Notification[]): Notification[] {
  const seen = new Set<string>()
  return forecasts.filter(({ correlationId }) => {
    if (correlationId === null) return true
    const isNew = !seen.has(correlationId)
    seen.add(correlationId)
    return isNew
  })
}

/**
 * Sorts notifications, newest first, into the specification's three groups. Administrators' messages have their own
 * group if there are any.
 */
export function grouped(notified: readonly Notification[]): ReadonlyMap<GroupTitle, readonly Notification[]> {
  const newestFirst = notified.toSorted((a, b) => b.sentUtc.localeCompare(a.sentUtc) || b.id - a.id)
  const groups = groupTitles.map(title => {
    const own = newestFirst.filter(each => titleOf(each) === title)
    return [title, title === 'Proactive Forecasts' ? onceEach(own) : own] as const
  })
  return new Map(groups.filter(([title, own]) => title !== 'Messages' || own.length > 0))
}
