// npm run bench: runs the benchmarks.
import { findChromium } from './find-chromium.mjs'
import { buildBaseMap, buildWeb, main, runTogether } from './setup.mjs'

await main(async () => {
  buildWeb()
  buildBaseMap()
  process.env.CHROMIUM_PATH = await findChromium({ preferFull: true })
  runTogether([['bench/main.ts', ...process.argv.slice(2)]])
})
