// npm start: installs what is missing, builds the web if it is stale, and runs Skywarden.
import { buildWeb, findNode, install, main, runUntilEnd } from './setup.mjs'

await main(() => {
  install()
  const node = findNode()
  buildWeb(node)
  runUntilEnd(node, 'server/main.ts', `--parent=${process.pid}`)
})
