import type { Page } from '@playwright/test'
import { live, type LiveEvent } from '#contract/live'

const movedMs = new WeakMap<Page, number>()

/**
 * Moves the page's clock, and the server's time with it: a page takes the server's time from each live stream that it
 * opens, and the real one would set it back. From here on, the streams have the moved time and no states.
 */
export async function moveTime(page: Page, ms: number): Promise<void> {
  const moved = (movedMs.get(page) ?? 0) + ms
  movedMs.set(page, moved)
  await page.route(`**${live.path}`, route => {
    const asOf = new Date(Date.now() + moved).toISOString()
    const snapshot: LiveEvent = { kind: 'snapshot', asOf, validForMs: 15_000, delays: [] }
    return route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(snapshot)}\n\n` })
  })
  await page.clock.fastForward(ms)
}
