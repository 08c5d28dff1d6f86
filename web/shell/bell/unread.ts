interface NotificationTime {
  readonly id: number
}

/** Notifications after the newest one seen. Compares ids, not times, to avoid comparing two clocks. */
export function unreadCount(notified: readonly NotificationTime[], seenId: number): number {
  return notified.filter(({ id }) => id > seenId).length
}

export function newestId(notified: readonly NotificationTime[]): number {
  return Math.max(0, ...notified.map(({ id }) => id))
}

/** Parses the stored value, which anyone may have written. */
export function readSeenId(kept: string | null): number {
  const id = Number(kept)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

/** Returns '7', or '20+' if there may be more. */
export function unreadText(unread: number, most: number): string {
  return unread < most ? String(unread) : `${most}+`
}

export function bellLabel(unread: number, askedFor: number): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${unreadText(unread, askedFor)} new`
}
