// npm run dev [-- --port N]: the server, restarted when a file of it changes, and the web with hot reload.
import { parseArgs } from 'node:util'
import { buildBaseMap, main, Refusal, runTogether } from './setup.mjs'

function webPort() {
  const usual = '5173'
  const { values } = parseArgs({ options: { port: { type: 'string', default: usual } }, strict: false })
  if (/^\d+$/.test(values.port)) return values.port
  throw new Refusal('npm run dev -- --port N: the port of the web. PORT is that of the server behind it.')
}

await main(() => {
  const port = webPort()
  buildBaseMap()
  const server = ['--watch', 'server/main.ts']
  const web = ['node_modules/vite/bin/vite.js', '--port', port]
  // Signing in works on one origin: here that of the web's own server, which hands calls on.
  runTogether([server, web], { BASE_URL: `http://localhost:${port}` })
})
