import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { fillSignIn } from '#e2e/steps/people'

export interface SignedIn {
  readonly page: Page
  /** The port on which other tools connect to the same browser. */
  readonly debuggingPort: number
  /** The browser's own folder, which appears in its processes' arguments. */
  readonly profile: string
}

const debuggingPort = 8197

/** Runs a real browser with a signed-in user. */
export async function inBrowser<Result>(
  baseURL: string,
  userName: string,
  work: (signedIn: SignedIn) => Promise<Result>,
): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), 'skywarden-bench-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    baseURL,
    args: [
      `--remote-debugging-port=${debuggingPort}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  try {
    const page = await context.newPage()
    await page.goto('/')
    await fillSignIn(page, userName)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    return await work({ page, debuggingPort, profile })
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Returns the memory of the page's live objects, after garbage collection. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}
