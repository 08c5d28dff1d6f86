import type { FeedParts } from '#server/feeds/parts'
import { repeatedReport } from '#server/feeds/repeated-report'
import { hourMs, minuteMs } from '#server/platform/clock'
import { parseBulletin } from './parse.ts'

const lookEveryMs = 10 * minuteMs
const mostAheadMs = hourMs

/** Publishes the Weather Prediction Center's newest analysis, drawn every three hours. */
export function startWpc(parts: FeedParts) {
  const { clock, bus, schedule, upstream, baseUrl } = parts
  const report = repeatedReport('surface analysis', parts)
  let newestMs = -Infinity

  schedule.every('surface analysis', lookEveryMs, async () => {
    try {
      const { value: analysis } = await upstream.read(
        {
          url: `${baseUrl}/discussions/codsus_hr`,
          maxBytes: 300_000,
          // The service sends the bulletin as text, and some of its servers omit the content type.
          contentTypes: ['text/plain', 'application/octet-stream', 'text/html'],
        },
        ({ body }) => parseBulletin(body.toString('latin1').replace(/<[^>]*>/g, '')),
      )
      const nowMs = clock.now().getTime()
      if (analysis.validMs > nowMs + mostAheadMs)
        throw new Error('The bulletin is valid for a time in the future')
      // An older analysis comes from an intermediate cache.
      if (analysis.validMs >= newestMs) bus.publish('surface-analysis-heard', analysis)
      newestMs = Math.max(newestMs, analysis.validMs)
      const detail = `Highs, lows and fronts from ${new Date(newestMs).toISOString().slice(0, 16)}Z`
      report({ delivering: true, detail, deliveredMs: nowMs })
    } catch (error) {
      report({ delivering: false, detail: (error as Error).message })
    }
  })
  return { stop: async () => {} }
}
