import { createServer, type AddressInfo } from 'node:net'
import { resolve } from 'node:path'

async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, done))
  const { port } = server.address() as AddressInfo
  await new Promise(done => server.close(done))
  return String(port)
}

// Workers evaluate this file again. They inherit the port from the process that chose it.
const port = (process.env['BROWSER_TESTS_PORT'] ??= await freePort())

export const baseURL = `http://localhost:${port}`

/** Compiling the program takes half of a server's start. The next one reuses the last one's cache. */
export const compiled = { NODE_COMPILE_CACHE: resolve('test-results/compiled') }

/** The settings of the one server that all browser tests share. */
export const serverEnvironment = {
  PORT: port,
  DATA_DIR: `test-results/data-${port}`,
  SKYWARDEN_LOG: 'warn',
  MQTT_PORT: '0',
  ...compiled,
}
