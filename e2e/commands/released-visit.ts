// Starts a released Skywarden, uses it as a person and an operator do, stops it, and prints what it saw as JSON. A
// separate program, so that a test can run it where there is no network.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'
import { demoPassword, people } from '#e2e/steps/accounts'

/** How to start Skywarden: the command, up to the arguments of `bin/skywarden`, and its whole environment. */
export interface Visit {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
  /** Operator commands to run while it is running. */
  readonly admin: readonly (readonly string[])[]
}

export interface Visited {
  readonly version: string
  readonly signedIn: boolean
  readonly page: string
  readonly admin: readonly string[]
  readonly healthExitCode: number | null
  readonly exitCode: number | null
  readonly output: string
  /** Whether any network interface was up. */
  readonly hasNetwork: boolean
}

const longestMs = 170_000

async function visit({ command, environment, folder, admin }: Visit): Promise<Visited> {
  const origin = environment['BASE_URL'] ?? ''
  const [program = '', ...rest] = command
  const options = { cwd: folder, env: environment }
  const child = spawn(program, [...rest, 'start'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += String(part)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const run = (args: readonly string[]) =>
    spawnSync(program, [...rest, ...args], { ...options, encoding: 'utf8' })

  /** Waits until the server is ready and returns the response of `/readyz`. */
  async function ready(): Promise<{ version: string }> {
    for (const deadline = Date.now() + longestMs; Date.now() < deadline; await sleep(200)) {
      if (child.exitCode !== null) break
      const reply = await fetch(`${origin}/readyz`).catch(() => undefined) // not listening yet
      if (reply?.ok) return (await reply.json()) as { version: string }
    }
    throw new Error(`It did not become ready:\n${output}`)
  }
  async function signIn(): Promise<boolean> {
    const attempt = startSignIn(origin)
    const back = await submitSignIn(new Browser(origin), attempt, people.superAdmin, demoPassword)
    const { access_token: token } = await exchange(origin, attempt, codeIn(back))
    const reply = await fetch(`${origin}/api/Status`, { headers: { authorization: `Bearer ${token}` } })
    return reply.ok
  }
  try {
    const { version } = await ready()
    const seen = {
      version,
      signedIn: await signIn(),
      page: await fetch(origin, { headers: { accept: 'text/html' } }).then(reply => reply.text()),
      admin: admin.map(args => {
        const { stdout, stderr } = run(['admin', ...args])
        return stdout + stderr
      }),
      healthExitCode: run(['health']).status,
      hasNetwork: Object.values(networkInterfaces()).some(all => all?.some(one => !one.internal)),
    }
    child.kill('SIGTERM')
    const exitCode = await ended
    return { ...seen, exitCode, output }
  } finally {
    child.kill('SIGKILL') // leave nothing running after a failed visit
  }
}

console.log(JSON.stringify(await visit(JSON.parse(process.argv[2] ?? '') as Visit)))
