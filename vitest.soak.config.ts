import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    include: ['**/*.soak.ts'],
    globalSetup: ['server/platform/store/testing-setup.ts'],
    testTimeout: 0,
    hookTimeout: 0,
  },
})
