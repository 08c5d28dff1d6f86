import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { fillPath, type Call } from '#contract/call'
import { createFeedKey } from '#contract/weather/lightning'
import { demoPassword } from '#server/house/demo/index'
import type { Duty } from '#server/platform/leadership/index'
import { silentLog } from '#server/platform/log'
import { openStore, type Db } from '#server/platform/store/index'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { startProcess, type ServerProcess } from '#server/house/process.testing'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'

/** Real processes on one PostgreSQL, behind a round-robin load balancer. */
export interface ProcessGroup {
  readonly db: Db
  /** The address that people use, which is the load balancer's. */
  readonly baseUrl: string
  start(name: string, settings?: Readonly<Record<string, string>>): Promise<ServerProcess>
  /** Kills a process without warning, like a power failure. */
  kill(process: ServerProcess): Promise<void>
  /** Signs in through the load balancer, where each step may reach another process. */
  token(userName: string): Promise<string>
  feedKey(): Promise<string>
  close(): Promise<void>
}

interface Balancer {
  readonly baseUrl: string
  readonly targets: Set<string>
  close(): void
}

async function startBalancer(): Promise<Balancer> {
  const targets = new Set<string>()
  let turn = 0
  const server = createServer((asked, answer) => {
    const all = [...targets]
    const target = all[turn++ % all.length]
    const passed = request(`${target}${asked.url}`, { method: asked.method ?? 'GET', headers: asked.headers })
    passed.once('response', reply => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    passed.once('error', () => answer.destroy())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    targets,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Sends a request to one process or the load balancer; throws unless it succeeds. */
export async function ask<Data>(
  { baseUrl }: { readonly baseUrl: string },
  call: Call,
  token: string,
  { params = {}, body }: { readonly params?: Record<string, string | number>; readonly body?: object } = {},
): Promise<Data> {
  const reply = await fetch(baseUrl + fillPath(call.path, params), {
    method: call.method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  })
  if (!reply.ok) throw new Error(`${call.name}: ${reply.status} ${(await reply.text()).slice(0, 300)}`)
  return ((await reply.json()) as { data: Data }).data
}

/** Returns whether a process is the leader for a role, from its metrics. */
export async function hasDuty({ baseUrl }: ServerProcess, duty: Duty): Promise<boolean> {
  const reply = await fetch(`${baseUrl}/metrics`, { signal: AbortSignal.timeout(5000) })
  return (await reply.text()).includes(`skywarden_duty{duty="${duty}"} 1`)
}

/** Waits until one of the given processes is the leader for a role, and returns that process. */
export function holderOf(processes: readonly ServerProcess[], duty: Duty): Promise<ServerProcess> {
  return vi.waitFor(
    async () => {
      const has = await Promise.all(processes.map(each => hasDuty(each, duty)))
      const [holder, ...others] = processes.filter((_, index) => has[index])
      if (!holder || others.length > 0) throw new Error(`${duty}: ${1 + others.length} or nobody`)
      return holder
    },
    { timeout: 30_000, interval: 50 },
  )
}

export async function openProcessGroup(): Promise<ProcessGroup> {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-group-'))
  const outside = await makeOutsidePostgres()
  await outside.start()
  const store = await openStore({ databaseUrl: outside.url, dataDir: '', log: silentLog })
  const balancer = await startBalancer()
  const { baseUrl, targets } = balancer
  const running = new Set<ServerProcess>()

  async function token(userName: string): Promise<string> {
    const attempt = startSignIn(baseUrl)
    const back = await submitSignIn(new Browser(baseUrl), attempt, userName, demoPassword)
    return (await exchange(baseUrl, attempt, codeIn(back))).access_token ?? ''
  }

  async function kill(process: ServerProcess) {
    targets.delete(process.baseUrl)
    running.delete(process)
    process.child.kill('SIGKILL')
    await process.ended
  }

  return {
    db: store.db,
    baseUrl,
    token,
    kill,
    async start(name, settings = {}) {
      const process = await startProcess({
        environment: {
          DATABASE_URL: outside.url,
          DATA_DIR: join(folder, name),
          BASE_URL: baseUrl,
          SKYWARDEN_SECRET: 'one secret for all of the processes',
          SKYWARDEN_FEEDS: 'none',
          SKYWARDEN_LOG: 'error',
          ...settings,
        },
      })
      running.add(process)
      const isThere = vi.waitFor(async () => void (await process.ready()), { timeout: 60_000, interval: 50 })
      const died = process.ended.then(code => {
        throw new Error(`It ended with ${code}: ${process.errors()} ${process.output()}`)
      })
      await Promise.race([isThere, died])
      died.catch(() => {}) // from now on the test ends the process
      if (settings['SKYWARDEN_RUN']?.includes('api') ?? true) targets.add(process.baseUrl)
      return process
    },
    async feedKey() {
      const body = { name: 'Network', provesAbsence: true }
      const support = await token('super@skywarden.test')
      return (await ask<{ key: string }>({ baseUrl }, createFeedKey, support, { body })).key
    },
    async close() {
      await Promise.all([...running].map(kill))
      balancer.close()
      await store.close()
      await outside.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
