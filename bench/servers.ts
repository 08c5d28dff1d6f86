import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A server that runs in its own process and has printed its URL. */
export interface Started {
  readonly process: ChildProcess
  readonly url: string
  readonly token: string
  readonly feedKey?: string
  readonly apiToken?: string
}

export async function startServer(file: string, port: number, ...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), String(port), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { process: child, ...(JSON.parse(line) as Omit<Started, 'process'>) }
}
