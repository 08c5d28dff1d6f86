import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/servers/launch-options.ts'
import { baseURL, serverEnvironment } from './e2e/servers/server.ts'

// Pictures for the documentation show the world with all of its past.
const entry = process.env['PICTURES'] ? 'server/main.ts' : 'e2e/servers/server-entry.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/browser',
  workers: 3,
  retries: 0,
  maxFailures: 8,
  // Three workers and a server share two cores, since many tests wait: what is slow is not yet wrong.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    baseURL,
    actionTimeout: 60_000,
    // What moves is drawn sixty times a second, by a processor that has no time for it.
    reducedMotion: 'reduce',
    // A trace films every step of every test, which costs half as much again; ask for one with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions({ webgl: false }),
  },
  projects: [
    // Leases run out in real time: what waits for them begins first, and waits beside all the rest.
    { name: 'lightning', testMatch: 'lightning.spec.ts' },
    { name: 'pages', testIgnore: 'lightning.spec.ts' },
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
