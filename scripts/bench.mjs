// npm run bench: the benchmarks.
import { buildWeb, findNode, install, main, runUntilEnd } from './setup.mjs'

await main(() => {
  install({ everything: true })
  const node = findNode()
  buildWeb(node)
  runUntilEnd(node, 'bench/main.ts', ...process.argv.slice(2))
})
