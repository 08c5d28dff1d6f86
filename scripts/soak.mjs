// npm run soak: the long runs (*.soak.ts), of which npm test runs only samples.
import { main, runTogether } from './setup.mjs'

await main(() => {
  const options = ['run', '--config=vitest.soak.config.ts', ...process.argv.slice(2)]
  runTogether([['node_modules/vitest/vitest.mjs', ...options]])
})
