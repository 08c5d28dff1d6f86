import { resolve } from 'node:path'
import { freePort } from '#server/platform/free-port.testing'

// Worker processes evaluate this file again and inherit the port from the process that chose it.
const port = (process.env['BROWSER_TESTS_PORT'] ??= String(await freePort()))

export const baseURL = `http://localhost:${port}`

/** Compiling the program takes half of a server's startup, so each server reuses the previous one's compile cache. */
export const compiled = { NODE_COMPILE_CACHE: resolve('test-results/compiled') }

/** The settings of the one server that all browser tests share. */
export const serverEnvironment = {
  PORT: port,
  DATA_DIR: `test-results/data-${port}`,
  SKYWARDEN_LOG: 'warn',
  MQTT_PORT: '0',
  ...compiled,
}
