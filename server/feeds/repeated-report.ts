import type { FeedParts } from '#server/feeds/parts'
import { minuteMs } from '#server/platform/clock'

const repeatEveryMs = minuteMs / 2

/**
 * Repeats the last health report of a feed that checks for news less often than every minute. Without that the feed
 * would be considered stopped.
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
