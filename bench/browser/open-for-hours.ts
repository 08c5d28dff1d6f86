import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { heapMb, inBrowser } from './browser.ts'
import { people } from '#e2e/steps/accounts'
import { OwnServer } from '#e2e/servers/own-server'

/** The speedup of timers and polls. */
const timesAsFast = 20
const warmUpMs = 30_000
const measuredMs = 3_600_000 / timesAsFast
const strikeEveryMs = 3000
const chooseEveryMs = 6000

/** Speeds up every timer. Runs in the page. */
function hurry(times: number) {
  const { setTimeout: after, setInterval: every } = window
  window.setTimeout = ((work: TimerHandler, ms = 0, ...rest: unknown[]) =>
    after(work, ms / times, ...rest)) as typeof window.setTimeout
  window.setInterval = ((work: TimerHandler, ms = 0, ...rest: unknown[]) =>
    every(work, ms / times, ...rest)) as typeof window.setInterval
}

/** Selects another place repeatedly while strikes arrive, like a day in a control room. */
async function live(page: Page, server: OwnServer, forMs: number) {
  const endMs = performance.now() + forMs
  const striking = setInterval(() => void server.strikeNorman(), strikeEveryMs)
  try {
    while (performance.now() < endMs) {
      await page.locator('section[aria-label="Other locations"] article button').first().click()
      await sleep(chooseEveryMs)
    }
  } finally {
    clearInterval(striking)
  }
}

/**
 * Measures how much an open dashboard's memory grows over an hour of timers and polls, while strikes arrive and other
 * places are selected.
 */
export async function measureOpenForHours(): Promise<void> {
  const server = await OwnServer.start('simulated')
  try {
    await server.cover()
    await inBrowser(server.baseURL, people.admin, async ({ page }) => {
      await page.addInitScript(hurry, timesAsFast)
      await page.reload()
      await live(page, server, warmUpMs)
      const before = await heapMb(page)
      await live(page, server, measuredMs)
      const after = await heapMb(page)
      console.log(
        `  an hour of timers and polls in ${measuredMs / 60_000} minutes, a strike every ${strikeEveryMs / 1000} s and another place every ${chooseEveryMs / 1000} s:` +
          ` ${before.toFixed(1)} MB of live objects grew by ${(after - before).toFixed(1)} MB (target: under 10 MB)`,
      )
    })
  } finally {
    await server.stop()
  }
}
