// npm run soak: the long runs (*.soak.ts), which npm test has only samples of.
import { findNode, install, main, runUntilEnd } from './setup.mjs'

await main(() => {
  install({ everything: true })
  const options = ['run', '--config=vitest.soak.config.ts', ...process.argv.slice(2)]
  runUntilEnd(findNode(), [['node_modules/vitest/vitest.mjs', ...options]])
})
