import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#server/platform/free-port.testing'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'
import { demoPassword, people } from '#e2e/steps/accounts'

const longestMs = 120_000

async function until<Found>(find: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
  for (const deadline = Date.now() + longestMs; Date.now() < deadline; await sleep(100)) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new Error('Timed out waiting for the condition')
}

/** Returns every process that was started, directly or indirectly, for work in a folder. */
function processesOf(dataDir: string): number[] {
  const worksThere = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`DATA_DIR=${dataDir}`)
    } catch {
      return false // the process has ended in the meantime
    }
  }
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && worksThere(name))
    .map(Number)
}

// Only Linux exposes every process's environment.
describe.runIf(process.platform === 'linux')('npm run dev', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-dev-'))
  let origin = ''
  let dev: ChildProcess
  let reported = ''

  const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })

  beforeAll(async () => {
    const [port, webPort] = [await freePort(), await freePort()]
    origin = `http://localhost:${webPort}`
    const own = { PORT: String(port), MQTT_PORT: '0', DATA_DIR: dataDir, SKYWARDEN_LOG: 'error' }
    const env = { ...process.env, ...own }
    dev = spawn('npm', ['run', 'dev', '--', '--port', String(webPort)], { env, stdio: 'pipe' })
    for (const stream of [dev.stdout, dev.stderr])
      stream?.on('data', (chunk: Buffer) => (reported += String(chunk)))
    await until(() =>
      get('/readyz').then(
        reply => reply.ok || undefined,
        () => undefined,
      ),
    )
  }, longestMs)
  afterAll(() => {
    for (const pid of processesOf(dataDir)) process.kill(pid, 'SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('serves the page, the map’s modules and the base map', async () => {
    expect(await get('/').then(reply => reply.text())).toContain('<script')
    const module = await get('/map/MapCanvas.tsx')
    expect(module.headers.get('content-type')).toContain('javascript')
    expect(await get('/map/base.pmtiles', { range: 'bytes=0-6' }).then(reply => reply.text())).toBe('PMTiles')
  })

  it(
    'renders radar tiles in worker threads',
    async () => {
      const attempt = startSignIn(origin)
      const back = await submitSignIn(new Browser(origin), attempt, people.admin, demoPassword)
      const { access_token: token } = await exchange(origin, attempt, codeIn(back))
      const asAdmin = { authorization: `Bearer ${token}` }
      const frames = await until(async () => {
        const { data } = (await get('/api/map/past', asAdmin).then(reply => reply.json())) as {
          data?: string[]
        }
        return data?.length ? data : undefined
      })
      const bounds = '&BBOX=-10900000,4100000,-10800000,4200000&width=64&height=64'
      const picture = await get(`${frames.at(-1)}${bounds}`)
      expect(picture.headers.get('content-type')).toBe('image/png')
      expect(reported).not.toMatch(/an event subscriber failed|could be drawn|could not be drawn/)
    },
    longestMs,
  )

  it(
    'leaves no process behind after it is stopped',
    async () => {
      expect(processesOf(dataDir).length).toBeGreaterThan(4)
      dev.kill('SIGTERM')
      await until(() => processesOf(dataDir).length === 0 || undefined)
    },
    longestMs,
  )
})
