import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // One more than there are cores: many tests of the house wait for a process or a database.
    maxWorkers: 3,
    // Room for young objects, which tests make many of: less of the time goes to collecting them.
    execArgv: ['--max-semi-space-size=64'],
    // Against tests that hang, and no measure of anything: on a busy machine all takes six times as long. One that times
    // out goes on behind the next ones and fails those as well.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{domain,contract,simulator,web,scripts}/**/*.test.{ts,tsx}'],
          // They keep nothing to themselves, so that a process for each file would only cost time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['{server,bench,e2e}/**/*.test.ts'],
          exclude: ['**/*.process.test.ts', '**/node_modules/**'],
          globalSetup: ['server/platform/store/testing-setup.ts'],
          isolate: false,
        },
      },
      {
        // Servers and databases that are started, starved and killed: a quarter of all the work.
        extends: true,
        test: {
          name: 'processes',
          include: ['{server,e2e}/**/*.process.test.ts'],
          globalSetup: ['server/platform/store/testing-setup.ts'],
          isolate: false,
        },
      },
    ],
  },
})
