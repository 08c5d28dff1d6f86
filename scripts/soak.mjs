// npm run soak: the long runs (*.soak.ts), which npm test has only samples of.
import { main, runTogether } from './setup.mjs'

await main(() => {
  const options = ['run', '--config=vitest.soak.config.ts', ...process.argv.slice(2)]
  runTogether([['node_modules/vitest/vitest.mjs', ...options]])
})
