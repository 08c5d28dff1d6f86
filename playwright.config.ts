import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/servers/launch-options.ts'
import { baseURL, serverEnvironment } from './e2e/servers/server.ts'

// Screenshots for the documentation use the simulated world with its full history.
const entry = process.env['PICTURES'] ? 'server/main.ts' : 'e2e/servers/server-entry.ts'

const longest = 'lightning.spec.ts'
/** Tests that mostly wait: for leases to expire, feeds to be overdue and servers to start. */
const waits = [
  'hero',
  'notifications',
  'operations',
  'rehearsal',
  'satellite',
  'siren-page',
  'welcome',
  'widgets',
].map(name => `${name}.spec.ts`)

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/browser',
  workers: 5,
  retries: 0,
  maxFailures: 8,
  // Five workers and a server share two cores, which is enough because three of the workers mostly wait. A slow test
  // must not count as a failed one.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    baseURL,
    actionTimeout: 60_000,
    // Animations are drawn 60 times a second, by a CPU that is already busy.
    reducedMotion: 'reduce',
    // Tracing records every step of every test and makes a run 50% slower; use --trace on to get a trace.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions({ webgl: false }),
  },
  projects: [
    // Leases expire in real time: tests that wait for them start first, and run alongside the rest.
    { name: 'lightning', testMatch: longest, workers: 1 },
    { name: 'waits', testMatch: waits, workers: 2 },
    { name: 'pages', testIgnore: [longest, ...waits] },
  ],
  webServer: {
    command: `"${process.execPath}" ${entry}`,
    url: `${baseURL}/readyz`,
    env: serverEnvironment,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
