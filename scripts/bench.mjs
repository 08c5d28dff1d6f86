// npm run bench: the benchmarks.
import { findChromium } from './find-chromium.mjs'
import { buildBaseMap, buildWeb, findNode, install, main, runUntilEnd } from './setup.mjs'

await main(async () => {
  install({ everything: true })
  const node = findNode()
  buildWeb(node)
  buildBaseMap(node)
  process.env.CHROMIUM_PATH = await findChromium({ asPeopleHaveIt: true })
  runUntilEnd(node, [['bench/main.ts', ...process.argv.slice(2)]])
})
