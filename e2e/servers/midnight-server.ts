import { dayStartMs, localDay } from '#domain/conditions/local-day'
import { OwnServer } from './own-server.ts'

const minuteMs = 60_000
const beforeMidnightMs = 8 * minuteMs
/** After the second skip, a gauge that resets is still near enough to midnight. */
export const skippedMs = 9 * minuteMs

/**
 * A server shortly before the next midnight in Norman. It is ahead of the real time, because a browser believes no
 * sign-in from the past.
 */
export async function startBeforeMidnight(settings: NodeJS.ProcessEnv) {
  const zone = 'America/Chicago'
  const midnightMs = dayStartMs(zone, localDay(zone, Date.now() + beforeMidnightMs + minuteMs) + 1)
  const startsAtMs = midnightMs - beforeMidnightMs
  const server = await OwnServer.start('midnight', { ...settings, STARTS_AT_MS: String(startsAtMs) })
  const startedMs = Date.now()
  let skips = 0
  return {
    server,
    /** Its time, as a station's clock has it. */
    nowMs: () => startsAtMs + (Date.now() - startedMs) + skips * skippedMs,
    skip() {
      skips++
      server.skipMinutes()
    },
  }
}
