import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { heapMb, inBrowser } from './browser.ts'
import type { Page } from '@playwright/test'
import { people } from '#e2e/steps/accounts'
import { OwnServer } from '#e2e/servers/own-server'

const normalTickMs = 750
const fastestTickMs = 115
/** How long it takes, at the fastest speed, to play as many frames as an hour at the default speed shows. */
const measuredMs = (3_600_000 / normalTickMs) * fastestTickMs
/** How long the server needs to draw its radar images, and the browser to load them all. */
const warmUpMs = 120_000

/** Returns the memory of all browser processes, including images and graphics memory. */
function browserMb(profile: string): number {
  const lines = execFileSync('ps', ['-eo', 'rss=,args='], { encoding: 'utf8' }).split('\n')
  const sizes = lines.filter(line => line.includes(profile)).map(line => Number.parseInt(line, 10) / 1000)
  return sizes.reduce((sum, size) => sum + size, 0)
}

const swapsForMs = 30_000

/** The page's own work. The rest of its thread's time is spent on copying images without a GPU. */
const ownWork = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']

/** Measures how long a frame blocks the page's thread. */
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
    `  a wall frame takes ${perFrameMs(ownBefore, ownAfter)} ms of the page's own work (target: under 50 ms),` +
      ` including the browser's copying ${perFrameMs(allBefore, allAfter)} ms; mean of ${frames.toFixed(0)} frames`,
  )
}

/** Plays a wall for as many frames as in an hour, and measures the browser's memory growth. */
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
        `  ${Math.round(measuredMs / fastestTickMs)} wall frames in ${(measuredMs / 60_000).toFixed(1)} minutes:` +
          ` objects ${heapBefore.toFixed(1)} MB before, ${heapAfter.toFixed(1)} MB after;` +
          ` the whole browser ${allBefore.toFixed(0)} MB before, ${allAfter.toFixed(0)} MB after (target: no growth)`,
      )
    })
  } finally {
    await server.stop()
  }
}
