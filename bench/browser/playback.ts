import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { heapMb, inBrowser } from './browser.ts'
import type { Page } from '@playwright/test'
import { people } from '#e2e/steps/accounts'
import { OwnServer } from '#e2e/servers/own-server'

const normalTickMs = 750
const fastestTickMs = 115
/** So many frames as an hour has at the usual speed. */
const measuredMs = (3_600_000 / normalTickMs) * fastestTickMs
/** Until the server has its radar, and the browser every picture. */
const warmUpMs = 120_000

/** Of all processes of the browser, with pictures and what the graphics keep. */
function browserMb(profile: string): number {
  const lines = execFileSync('ps', ['-eo', 'rss=,args='], { encoding: 'utf8' }).split('\n')
  const sizes = lines.filter(line => line.includes(profile)).map(line => Number.parseInt(line, 10) / 1000)
  return sizes.reduce((sum, size) => sum + size, 0)
}

const swapsForMs = 30_000

/** What the page itself does; the rest of its thread's time is the browser's, which copies pictures without a graphics card. */
const ownWork = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']

/** How long a frame holds up the page's thread. */
async function measureSwaps(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const secondsOf = async (names: readonly string[]) => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.reduce((sum, { name, value }) => (names.includes(name) ? sum + value : sum), 0)
  }
  const [ownBefore, allBefore] = [await secondsOf(ownWork), await secondsOf(['TaskDuration'])]
  await sleep(swapsForMs)
  const [ownAfter, allAfter] = [await secondsOf(ownWork), await secondsOf(['TaskDuration'])]
  await session.detach()
  const frames = swapsForMs / fastestTickMs
  const perFrameMs = (before: number, after: number) => ((1000 * (after - before)) / frames).toFixed(1)
  console.log(
    `  a frame of the wall takes the page ${perFrameMs(ownBefore, ownAfter)} ms of its own work (target: under 50 ms),` +
      ` with the browser's copying ${perFrameMs(allBefore, allAfter)} ms; mean of ${frames.toFixed(0)} frames`,
  )
}

/** A wall that plays: as many frames as in an hour, and what the browser has kept of them. */
export async function measurePlayback(): Promise<void> {
  const server = await OwnServer.start('simulated')
  try {
    await inBrowser(server.baseURL, people.admin, async ({ page, profile }) => {
      await page.evaluate(() => localStorage.setItem('skywarden:broadcast', '{"speed":"Very Fast"}'))
      await page.goto('/Broadcast')
      await sleep(warmUpMs)
      await measureSwaps(page)
      const [heapBefore, allBefore] = [await heapMb(page), browserMb(profile)]
      await sleep(measuredMs)
      const [heapAfter, allAfter] = [await heapMb(page), browserMb(profile)]
      console.log(
        `  ${Math.round(measuredMs / fastestTickMs)} frames of the wall in ${(measuredMs / 60_000).toFixed(1)} minutes:` +
          ` objects ${heapBefore.toFixed(1)} MB, then ${heapAfter.toFixed(1)} MB;` +
          ` the whole browser ${allBefore.toFixed(0)} MB, then ${allAfter.toFixed(0)} MB (target: no growth)`,
      )
    })
  } finally {
    await server.stop()
  }
}
