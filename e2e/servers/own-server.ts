import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFeedKey, ingestStrikes } from '#contract/weather/lightning'
import { demoPassword, people } from '#e2e/steps/accounts'
import { copyDemoFolder, untilReady } from './demo-folder.ts'
import { freePort } from '#server/platform/free-port.testing'
import { compiled } from './server.ts'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'

/**
 * What is simulated: nothing, lightning only, which costs little, or all weather. 'midnight' simulates nothing and has
 * a clock that tests move.
 */
type Feeds = 'none' | 'midnight' | 'lightning' | 'simulated'
const entries = {
  none: 'server/main.ts',
  midnight: 'e2e/servers/midnight-entry.ts',
  lightning: 'e2e/servers/lightning-entry.ts',
  simulated: 'e2e/servers/server-entry.ts',
} as const

/** A test's own server. By default the test is its only feed, so the test knows all strikes and coverage. */
export class OwnServer {
  readonly baseURL: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #dataDir: string
  readonly #entry: string
  #process: ChildProcess | undefined
  feedKey = ''
  #strikes = 0
  #coverage: NodeJS.Timeout | undefined

  private constructor(port: number, feeds: Feeds, settings: NodeJS.ProcessEnv) {
    this.baseURL = `http://localhost:${port}`
    this.#dataDir = mkdtempSync(join(tmpdir(), 'skywarden-e2e-'))
    this.#entry = entries[feeds]
    this.#environment = {
      ...process.env,
      ...compiled,
      PORT: String(port),
      BASE_URL: this.baseURL, // test runners set their own BASE_URL
      DATA_DIR: this.#dataDir,
      SKYWARDEN_FEEDS: feeds === 'none' || feeds === 'midnight' ? 'none' : 'simulated',
      SUPPORT_EMAIL: 'help@example.org',
      SUPPORT_PHONE: '+1 405 555 0100',
      SKYWARDEN_LOG: 'error',
      MQTT_PORT: '0', // several servers run at the same time; devices connect by WebSocket
      ...settings,
    }
  }

  static async start(feeds: Feeds = 'none', settings: NodeJS.ProcessEnv = {}): Promise<OwnServer> {
    const server = new OwnServer(await freePort(), feeds, settings)
    await copyDemoFolder(server.#dataDir)
    await server.launch()
    server.feedKey = await server.#makeFeedKey()
    return server
  }

  async launch() {
    this.#process = spawn(process.execPath, [this.#entry], {
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    await untilReady(this.baseURL)
  }

  /** The environment that the server was started with, for programs that run next to it. */
  get environment(): NodeJS.ProcessEnv {
    return this.#environment
  }

  /** Kills the server as a power failure would. */
  async kill() {
    this.#process?.kill('SIGKILL')
    if (this.#process) await once(this.#process, 'exit')
  }

  /** Suspends the server: its connections stay open but deliver nothing, as when a network drops everything. */
  hang() {
    this.#process?.kill('SIGSTOP')
  }

  goOn() {
    this.#process?.kill('SIGCONT')
  }

  /** Moves the server's clock forward if it was started as 'midnight', and waits until that is done. */
  async skipMinutes() {
    if (!this.#process) throw new Error('The server is not running')
    const skipped = once(this.#process, 'message')
    this.#process.send('skip')
    await skipped
  }

  async stop() {
    this.silence()
    this.#process?.kill('SIGTERM')
    if (this.#process && this.#process.exitCode === null && this.#process.signalCode === null) {
      await once(this.#process, 'exit')
    }
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  /** Gets a token as the web app would. */
  async tokenOf(userName: string): Promise<string> {
    const attempt = startSignIn(this.baseURL)
    const back = await submitSignIn(new Browser(this.baseURL), attempt, userName, demoPassword)
    return (await exchange(this.baseURL, attempt, codeIn(back))).access_token ?? ''
  }

  /** Kills PostgreSQL itself. */
  killDatabase() {
    const record = readFileSync(join(this.#dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    process.kill(Number(record.split('\n')[0]), 'SIGKILL')
  }

  async #makeFeedKey(): Promise<string> {
    const token = await this.tokenOf(people.superAdmin)
    const reply = await fetch(this.baseURL + createFeedKey.path, {
      method: createFeedKey.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'The test', provesAbsence: true }),
    })
    return ((await reply.json()) as { data: { key: string } }).data.key
  }

  /** Sends to the ingest endpoint and returns its response. Throws if it did not accept everything. */
  async ingest(body: object): Promise<{ accepted: number; known: number }> {
    const reply = await fetch(this.baseURL + ingestStrikes.path, {
      method: ingestStrikes.method,
      headers: { authorization: `Bearer ${this.feedKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`The strikes were refused: ${reply.status} ${await reply.text()}`)
    return ((await reply.json()) as { data: { accepted: number; known: number } }).data
  }

  /** Reports coverage without strikes for the last 70 minutes and from now on, until the feed is silenced. */
  async cover() {
    this.silence()
    let fromMs = Date.now() - 70 * 60_000
    const report = async () => {
      const toMs = Date.now()
      const span = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
      await this.ingest({ coverage: [span] })
      fromMs = toMs
    }
    await report()
    this.#coverage = setInterval(() => void report().catch(() => {}), 1000) // the next report is a second later
  }

  silence() {
    clearInterval(this.#coverage)
  }

  /** Reports a strike at Norman Stadium this many seconds ago. */
  async strikeNorman(secondsAgo = 0) {
    const time = new Date(Date.now() - secondsAgo * 1000).toISOString()
    const place = { latitude: 35.21, longitude: -97.45 }
    await this.ingest({ strikes: [{ id: `s${++this.#strikes}`, time, ...place }] })
  }
}
