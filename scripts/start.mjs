// npm start: installs what is missing, builds the web and the base map if they are stale, and runs Skywarden.
import { buildBaseMap, buildWeb, findNode, install, main, runUntilEnd } from './setup.mjs'

await main(() => {
  install()
  const node = findNode()
  buildWeb(node)
  buildBaseMap(node)
  runUntilEnd(node, [['server/main.ts', `--parent=${process.pid}`]])
})
