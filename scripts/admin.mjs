// npm run admin -- <what> ...: the acts of whoever runs this house, such as making the first administrator.
import { findNode, install, main, runUntilEnd } from './setup.mjs'

await main(() => {
  install()
  runUntilEnd(findNode(), [['server/admin.ts', ...process.argv.slice(2)]])
})
