import type { FeedFault } from '#domain/feeds/fault'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'

/** How to make a simulated feed fail, and how it reports its health. */
export interface Plug {
  isIn(): boolean
  /** If true, what happens now is lost instead of published later. */
  isLosing(): boolean
  delivered(nowMs: number): void
  send(detail: string): void
}

export function createPlug(bus: Bus<Events>, feed: string): Plug {
  let fault: FeedFault = 'none'
  let lastDeliveryMs: number | null = null
  bus.subscribe('feed-fault-wanted', wanted => {
    if (wanted.feed === feed) fault = wanted.fault
  })
  return {
    isIn: () => fault === 'none',
    isLosing: () => fault === 'gap',
    delivered: nowMs => void (lastDeliveryMs = nowMs),
    send(detail) {
      const delivering = fault === 'none'
      const reported = delivering ? detail : 'Unplugged: reports nothing'
      bus.publish('feed-health', { feed, delivering, detail: reported, lastDeliveryMs, fault })
    },
  }
}
