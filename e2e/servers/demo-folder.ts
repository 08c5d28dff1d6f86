import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '#server/platform/free-port.testing'
import { embeddedConnection } from '#server/platform/store/embedded-postgres'
import { compiled, serverEnvironment } from './server.ts'

const longestMs = 60_000
/** Each run has its own folder, with the port of its shared server in the name. */
const folder = resolve(`${serverEnvironment.DATA_DIR}-demo`)
const isMade = `${folder}.made`

async function until(isSo: () => boolean | Promise<boolean>, what: string) {
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += 50) {
    if (await isSo()) return
    await sleep(50)
  }
  throw new Error(`${what} did not become ready`)
}

export async function untilReady(baseURL: string) {
  const isReady = () =>
    fetch(`${baseURL}/readyz`).then(
      reply => reply.ok,
      () => false,
    )
  await until(isReady, 'The server')
}

async function make() {
  const port = await freePort()
  const baseURL = `http://localhost:${port}`
  const env = {
    ...process.env,
    ...compiled,
    PORT: String(port),
    BASE_URL: baseURL,
    DATA_DIR: folder,
    SKYWARDEN_FEEDS: 'none',
    SKYWARDEN_LOG: 'error',
    MQTT_PORT: '0',
  }
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: 'ignore' })
  await untilReady(baseURL)
  // Otherwise a server would recognize its folder as a copy and start as a rehearsal.
  const database = new pg.Client(embeddedConnection(folder))
  await database.connect()
  await database.query('update house_identity set marks = null')
  await database.end()
  server.kill('SIGTERM')
  await once(server, 'exit')
  writeFileSync(isMade, '')
}

/**
 * Copies a data folder that contains the demo, because creating the database takes half of a server's first
 * start. The first worker that needs the original creates it, and the others wait.
 */
export async function copyDemoFolder(to: string) {
  mkdirSync(dirname(folder), { recursive: true })
  if (mkdirSync(folder, { recursive: true }) !== undefined) await make()
  await until(() => existsSync(isMade), 'The data folder')
  await promisify(execFile)('cp', ['-a', `${folder}/.`, to])
}
