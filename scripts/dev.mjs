// npm run dev: the server, restarted when a file of it changes, and the web with hot reload.
import { spawn } from 'node:child_process'
import { buildBaseMap, environment, findNode, install, main, settings } from './setup.mjs'

await main(() => {
  install({ everything: true })
  const node = findNode()
  buildBaseMap(node)
  // Signing in works on one origin: here that of the web's own server, which hands calls on.
  const env = { BASE_URL: 'http://localhost:5173', ...environment(node) }
  const run = (...args) => spawn(node, args, { stdio: 'inherit', env })
  const children = [run('--watch', ...settings, 'server/main.ts'), run('node_modules/vite/bin/vite.js')]

  const stop = () => children.forEach(child => child.kill('SIGTERM'))
  for (const child of children) child.on('exit', stop)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
})
