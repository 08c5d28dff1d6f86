import type { Notification } from '#contract/notifications'

export const groupTitles = [
  'National Weather Service Alerts',
  'Proactive Forecasts',
  'Policy Notifications',
] as const
export type GroupTitle = (typeof groupTitles)[number]

/** Lightning, every kind of policy, and messages of administrators stand with the policies. */
function titleOf({ eventType }: Notification): GroupTitle {
  if (eventType === 'National Weather Service') return 'National Weather Service Alerts'
  return eventType === 'Proactive Forecast' ? 'Proactive Forecasts' : 'Policy Notifications'
}

/** A forecast for several places came several times: the newest of them stands for all. */
function onceEach(forecasts: readonly Notification[]): Notification[] {
  const seen = new Set<string>()
  return forecasts.filter(({ correlationId }) => {
    if (correlationId === null) return true
    const isNew = !seen.has(correlationId)
    seen.add(correlationId)
    return isNew
  })
}

/** What a person was told, newest first, in its three groups. */
export function grouped(told: readonly Notification[]): ReadonlyMap<GroupTitle, readonly Notification[]> {
  const newestFirst = told.toSorted((a, b) => b.sentUtc.localeCompare(a.sentUtc) || b.id - a.id)
  return new Map(
    groupTitles.map(title => {
      const own = newestFirst.filter(each => titleOf(each) === title)
      return [title, title === 'Proactive Forecasts' ? onceEach(own) : own]
    }),
  )
}
