// npm run soak: runs the long tests (*.soak.ts). npm test runs only samples of them.
import { main, runTogether } from './setup.mjs'

await main(() => {
  const options = ['run', '--config=vitest.soak.config.ts', ...process.argv.slice(2)]
  runTogether([['node_modules/vitest/vitest.mjs', ...options]])
})
