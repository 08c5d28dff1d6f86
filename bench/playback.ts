import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { heapMb, inBrowser } from './browser.ts'
import type { Page } from '@playwright/test'
import { people } from '#e2e/accounts'
import { OwnServer } from '#e2e/own-server'

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

/** How long frames hold up the page's own thread, by its processor time and by the tasks that browsers call long. */
async function measureSwaps(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const taskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
  }
  const before = await taskSeconds()
  const longMs = await page.evaluate(async forMs => {
    const tasks: number[] = []
    const observer = new PerformanceObserver(list =>
      tasks.push(...list.getEntries().map(task => task.duration)),
    )
    observer.observe({ type: 'longtask' })
    await new Promise(resolve => setTimeout(resolve, forMs))
    observer.disconnect()
    return tasks
  }, swapsForMs)
  const frames = Math.round(swapsForMs / fastestTickMs)
  const meanMs = (1000 * ((await taskSeconds()) - before)) / frames
  await session.detach()
  console.log(
    `  a frame of the wall takes the page ${meanMs.toFixed(1)} ms on average; of ${frames} frames ${longMs.length}` +
      ` took over 50 ms, the longest ${Math.max(0, ...longMs).toFixed(0)} ms (target: all under 50 ms)`,
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
