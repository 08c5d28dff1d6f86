import { dayStartMs, localDay } from '#domain/conditions/local-day'
import { OwnServer } from './own-server.ts'

const minuteMs = 60_000
const beforeMidnightMs = 8 * minuteMs
/** Short enough that, after the second skip, a gauge reset is still close to midnight. */
export const skippedMs = 9 * minuteMs

/**
 * Starts a server whose clock is shortly before the next midnight in Norman. It is ahead of real time, because browsers
 * reject a sign-in from the past.
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
    /** The server's time, as a station would report it. */
    nowMs: () => startsAtMs + (Date.now() - startedMs) + skips * skippedMs,
    async skip() {
      await server.skipMinutes()
      skips++
    },
  }
}
