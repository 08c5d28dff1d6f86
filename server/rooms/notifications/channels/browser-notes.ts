import { dayMs, hourMs, later, type Clock } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { noteBrowsers, type BrowserNote, type BrowserRow } from '#server/rooms/notifications/store/push'

/** Notes that arrive within this time are written together. */
const gatherMs = 100
/** 'Last used' is accurate to the hour. */
const usedHoldsMs = hourMs
/** A browser for which every attempt has failed for this long, and this many times, is considered gone. */
const failingMs = 3 * dayMs
const mostFailures = 10

/**
 * Records delivery results per browser without delaying messages. Results that are lost with the process or rejected by
 * the database come up again with the next message.
 */
export function createBrowserNotes(db: Db, clock: Clock) {
  let gathered = new Map<number, BrowserNote>()
  let timer: NodeJS.Timeout | undefined

  function write() {
    timer = undefined
    const notes = [...gathered.values()]
    gathered = new Map()
    const now = clock.now()
    const limits = { failingBefore: later(now, -failingMs), mostFailures }
    noteBrowsers(db, 'system', notes, limits, now).catch(() => {})
  }

  return {
    add(browser: BrowserRow, note: 'arrived' | 'failed') {
      const usedMs = browser.sent_at ? clock.now().getTime() - browser.sent_at.getTime() : Infinity
      if (note === 'arrived' && browser.failures === 0 && usedMs < usedHoldsMs) return
      gathered.set(browser.id, { id: browser.id, arrived: note === 'arrived' })
      timer ??= setTimeout(write, gatherMs)
    },
  }
}
