interface NotificationTime {
  readonly id: number
}

/** Those that came after the newest one that was seen. By number and not by time: no two clocks are compared. */
export function unreadCount(told: readonly NotificationTime[], seenId: number): number {
  return told.filter(({ id }) => id > seenId).length
}

export function newestId(told: readonly NotificationTime[]): number {
  return Math.max(0, ...told.map(({ id }) => id))
}

/** What a browser has kept, by whomever it was written. */
export function readSeenId(kept: string | null): number {
  const id = Number(kept)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

/** '7', or '20+' where there may be more than can be told. */
export function unreadText(unread: number, most: number): string {
  return unread < most ? String(unread) : `${most}+`
}

export function bellLabel(unread: number, askedFor: number): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${unreadText(unread, askedFor)} new`
}
