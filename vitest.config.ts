import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{domain,contract,simulator,server,web,bench,scripts,e2e}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/platform/store/testing-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
