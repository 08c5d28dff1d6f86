import { setTimeout as sleep } from 'node:timers/promises'
import lighthouse, { desktopConfig, type Config, type Result } from 'lighthouse'
import { inBrowser } from './browser.ts'
import { measureInteractions } from './interactions.ts'
import { people } from '#e2e/steps/accounts'
import { OwnServer } from '#e2e/servers/own-server'

const runs = 5
/** A new server generates years of history and hours of radar, and here it shares its cores with the browser. */
const settlesInMs = 100_000

interface Target {
  readonly config: Config | undefined
  readonly performance: number
}

const devices: Readonly<Record<string, Target>> = {
  desktop: { config: desktopConfig, performance: 99 },
  mobile: { config: undefined, performance: 90 },
}

/**
 * The live stream never ends, so the network never becomes idle. The page finishes loading long before this timeout.
 */
const flags = { disableStorageReset: true, maxWaitForLoad: 15_000, logLevel: 'error' } as const

const middle = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** Excludes the map, which loads after everything else. */
const isMap = (url: string) => /\/(map|maplibre)[^/]*\.m?js/i.test(url)

interface NetworkItem {
  readonly url: string
  readonly resourceType?: string
  readonly transferSize?: number
}

function scriptKb(result: Result): number {
  const details = result.audits['network-requests']?.details
  const items = details?.type === 'table' ? (details.items as unknown as NetworkItem[]) : []
  return (
    items
      .filter(({ url, resourceType }) => resourceType === 'Script' && !isMap(url))
      .reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0) / 1000
  )
}

function report(device: string, target: Target, results: readonly Result[]) {
  const score = (category: string) =>
    middle(results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)))
  const value = (audit: string) => middle(results.map(({ audits }) => audits[audit]?.numericValue ?? NaN))
  console.log(
    `  ${device}: performance ${score('performance')} (target: ${target.performance}), accessibility ${score('accessibility')} (target: 100),` +
      ` best practices ${score('best-practices')} (target: 100)`,
  )
  console.log(
    `    largest contentful paint ${(value('largest-contentful-paint') / 1000).toFixed(1)} s, blocking time ${value('total-blocking-time').toFixed(0)} ms,` +
      ` layout shift ${value('cumulative-layout-shift').toFixed(3)} (target: at most 0.02),` +
      ` scripts ${middle(results.map(scriptKb)).toFixed(0)} kB on the wire without the map`,
  )
  const indexes = results.map(({ environment }) => environment.benchmarkIndex)
  console.log(
    `    machine benchmark index ${middle(indexes).toFixed(0)} (${Math.min(...indexes)} to ${Math.max(...indexes)}); below about 1000 the machine is busy`,
  )
}

/** Runs Lighthouse on a signed-in user's dashboard, and prints the median of five runs for each kind of device. */
export async function measureDashboard(): Promise<void> {
  const server = await OwnServer.start('simulated')
  try {
    await sleep(settlesInMs)
    await inBrowser(server.baseURL, people.admin, async ({ page, debuggingPort }) => {
      const browser = await page.context().newCDPSession(page)
      for (const [device, target] of Object.entries(devices)) {
        const results: Result[] = []
        for (let run = 0; run < runs; run++) {
          // Keeps the session but not the cache.
          await browser.send('Network.clearBrowserCache')
          const measured = await lighthouse(
            `${server.baseURL}/`,
            { ...flags, port: debuggingPort },
            target.config,
          )
          if (!measured) throw new Error('Lighthouse returned no result')
          results.push(measured.lhr)
        }
        report(device, target, results)
      }
      await measureInteractions(page)
    })
  } finally {
    await server.stop()
  }
}
