import type { FeedParts } from '#server/feeds/parts'
import { minuteMs } from '#server/platform/clock'

const repeatEveryMs = minuteMs / 2

/**
 * For a feed that looks for news less often than every minute: what it last reported, again and again. Without that it
 * would count as one that has stopped.
 */
export function repeatedReport(
  name: string,
  { schedule, report }: Pick<FeedParts, 'schedule' | 'report'>,
): FeedParts['report'] {
  let last: Parameters<FeedParts['report']>[0] | undefined
  schedule.every(`${name} health`, repeatEveryMs, async () => {
    if (last) report(last)
  })
  return health => {
    last = health
    report(health)
  }
}
