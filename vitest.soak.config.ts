import { defineConfig } from 'vitest/config'
import short from './vitest.config.ts'

export default defineConfig({
  ...short,
  test: { ...short.test, include: ['**/*.soak.ts'], testTimeout: 0, hookTimeout: 0 },
})
