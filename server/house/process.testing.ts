import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { freePort } from '#server/platform/free-port.testing'

/** Skywarden as it runs in production: a separate process, observed from outside. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly baseUrl: string
  /** Returns the process's output so far. */
  output(): string
  errors(): string
  /** Requests `/readyz` and returns whether all checks pass, and which do not. */
  ready(): Promise<{ ready: boolean; failing: readonly string[] }>
  /** The process's exit code. */
  ended: Promise<number | null>
  stop(): Promise<number | null>
}

export interface ProcessOptions {
  readonly environment: Readonly<Record<string, string>>
  /** The entry point, for tests that do not need the whole simulated world, which takes a minute. */
  readonly entry?: 'e2e/servers/lightning-entry.ts'
  /** A file for its log instead of a pipe. */
  readonly logFile?: string
  readonly uid?: number
  /** The folder of the product, if not this one. */
  readonly folder?: string
}

/**
 * Takes from this environment only what a bare machine has and what makes starts faster, and none of the tester's
 * settings.
 */
export const bareEnvironment = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
}

export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  const port = options.environment['PORT'] ?? String(await freePort())
  const baseUrl = `http://127.0.0.1:${port}`
  const user = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }
  const child = spawn(process.execPath, [options.entry ?? 'server/main.ts'], {
    env: {
      ...bareEnvironment,
      PORT: port,
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      BASE_URL: baseUrl,
      ...options.environment,
    },
    stdio: ['ignore', options.logFile === undefined ? 'pipe' : openSync(options.logFile, 'a'), 'pipe'],
    ...user,
    ...(options.folder !== undefined && { cwd: options.folder }),
  })
  let [output, errors] = ['', '']
  child.stdout?.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (errors += part.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    baseUrl,
    output: () => output,
    errors: () => errors,
    async ready() {
      const reply = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(15_000) })
      const { ready, checks } = (await reply.json()) as {
        ready: boolean
        checks: { name: string; ready: boolean }[]
      }
      return { ready, failing: checks.filter(check => !check.ready).map(check => check.name) }
    },
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Returns the programs whose command line contains a folder: what a failed start may have left behind. */
export function programsOn(folder: string): string[] {
  const { stdout } = spawnSync('ps', ['-ww', '-eo', 'args='], { encoding: 'utf8' })
  return stdout.split('\n').filter(line => line.includes(folder) && !line.startsWith('ps '))
}
