// npm run dev [-- --port N]: runs the server, restarted when its files change, and the web with hot reload.
import { parseArgs } from 'node:util'
import { buildBaseMap, main, Refusal, runTogether } from './setup.mjs'

function webPort() {
  const defaultPort = '5173'
  const { values } = parseArgs({ options: { port: { type: 'string', default: defaultPort } }, strict: false })
  if (/^\d+$/.test(values.port)) return values.port
  throw new Refusal('npm run dev -- --port N sets the web port. PORT sets the port of the server behind it.')
}

await main(() => {
  const port = webPort()
  buildBaseMap()
  const server = ['--watch', 'server/main.ts']
  const web = ['node_modules/vite/bin/vite.js', '--port', port]
  // Sign-in works on one origin, here Vite's, which proxies calls to the server.
  runTogether([server, web], { BASE_URL: `http://localhost:${port}` })
})
