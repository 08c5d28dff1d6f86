import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/platform/free-port.testing'
import { chooseLaunch, findPostgres, launchProgram } from './postgres-binaries.ts'

/** A PostgreSQL that is not Skywarden's own: on a loopback port, with a password, started and stopped by a test. */
export interface OutsidePostgres {
  readonly url: string
  start(): Promise<void>
  /** `fast` disconnects clients; `immediate` drops them, like a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  /** Stops it if it is running, and deletes its folder. */
  remove(): Promise<void>
}

/** Returns whether anything listens on a port of this machine yet. */
export async function acceptsOn(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false // not yet
  } finally {
    socket.destroy()
  }
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {}) // already reported by connect()
  try {
    await client.connect()
    return true
  } catch {
    return false // not yet
  } finally {
    await client.end().catch(() => {}) // never connected
  }
}

export async function makeOutsidePostgres(): Promise<OutsidePostgres> {
  const binaries = findPostgres()
  const launch = binaries && chooseLaunch(binaries)
  if (!binaries || !launch) throw new Error('No PostgreSQL runs on this machine')
  const home = mkdtempSync(join(tmpdir(), 'skywarden-outside-'))
  const folder = join(home, 'postgres')
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, 'right\n')
  chmodSync(home, 0o777)
  const initdb = launchProgram(launch, binaries.initdb, [
    `--pgdata=${folder}`,
    '--username=outsider',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-sync',
  ])
  const [code] = (await once(initdb, 'exit')) as [number]
  if (code !== 0) throw new Error(`initdb ended with ${code}`)

  const port = await freePort()
  const url = `postgres://outsider:right@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined

  async function stop(how: 'fast' | 'immediate') {
    if (!server) return
    const ended = once(server, 'exit')
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
    server = undefined
  }

  return {
    url,
    async start() {
      const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      server = launchProgram(launch, binaries.postgres, ['-D', folder, '-p', String(port), ...args])
      server.stderr?.resume()
      while (server.exitCode === null && !(await accepts(url))) await sleep(20)
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    },
    stop,
    async remove() {
      await stop('immediate')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
