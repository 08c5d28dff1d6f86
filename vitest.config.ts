import { defineConfig } from 'vitest/config'

/**
 * Node runs the sources as it does in production. Vite would rewrite every import into a property access, which
 * costs a fifth of the processor time.
 */
const asNodeRunsIt = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // One more than there are cores: many server tests wait for a process or a database.
    maxWorkers: 3,
    // Tests create many short-lived objects; a larger young generation spends less time on garbage collection.
    execArgv: ['--max-semi-space-size=64'],
    // Only for tests that hang; on a busy machine everything takes six times as long. A test that times out keeps
    // running behind the next ones and makes them fail too.
    testTimeout: 180_000,
    // The same margin for conditions that must eventually become true.
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 180_000,
    // Test files share no mutable state, and a process for each file would only cost time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{domain,contract,simulator/devices,scripts}/**/*.test.ts'],
          experimental: asNodeRunsIt,
        },
      },
      {
        // Tests whether the simulated weather is plausible: days and years of it, which only a change to the simulator
        // can break.
        extends: true,
        test: {
          name: 'simulator',
          include: ['simulator/**/*.test.ts'],
          exclude: ['simulator/devices/**', '**/node_modules/**'],
          experimental: asNodeRunsIt,
        },
      },
      {
        // Node runs no TSX, so Vite transforms it.
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['{server,bench,e2e}/**/*.test.ts'],
          exclude: ['**/*.process.test.ts', '**/node_modules/**'],
          globalSetup: ['server/platform/store/testing-setup.ts'],
          experimental: asNodeRunsIt,
        },
      },
      {
        // Tests that start, starve and kill servers and databases: a quarter of the total time.
        extends: true,
        test: {
          name: 'processes',
          include: ['{server,e2e}/**/*.process.test.ts'],
          globalSetup: ['server/platform/store/testing-setup.ts'],
          experimental: asNodeRunsIt,
        },
      },
    ],
  },
})
