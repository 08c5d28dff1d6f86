import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/platform/free-port.testing'
import { acceptsOn } from '#server/platform/store/testing-outside'

/** A real NATS server, started and killed by a test. */
export interface NatsServer {
  readonly url: string
  start(): Promise<void>
  kill(): Promise<void>
}

/** Debian's location, which is not in every PATH, and other possible locations. */
const programs = ['nats-server', '/usr/sbin/nats-server', '/usr/local/bin/nats-server']

/** Returns undefined if NATS is not installed on this machine. */
export function findNats(): string | undefined {
  return programs.find(program => spawnSync(program, ['--version']).status === 0)
}

export async function makeNats(program: string): Promise<NatsServer> {
  const port = await freePort()
  let server: ChildProcess | undefined
  return {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      server = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      while (!(await acceptsOn(port))) await sleep(20)
    },
    async kill() {
      if (!server) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      server = undefined
    },
  }
}
