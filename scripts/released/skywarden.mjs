// bin/skywarden of a release. Everything is built and installed, so this neither looks for packages nor builds.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))

const usage = `Skywarden ${version}

  skywarden start          runs the server (also without a command)
  skywarden admin ...      operator commands; 'skywarden admin help' lists them
  skywarden health         exits with 0 if the server on this machine is alive
  skywarden version

Settings come from the environment and from a file .env in the working folder; .env.example lists them. Data is in
DATA_DIR (./data). Where the documentation says 'npm run admin --', run 'skywarden admin'.`

/** Variables that are already set take precedence. */
function readSettings() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** For health checks of containers, which have neither curl nor wget. */
async function isAlive() {
  const { PORT, HOST } = process.env
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? (HOST || 'localhost')
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 8080}/healthz`
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(5000) })
    return reply.ok
  } catch (error) {
    console.error(`${address} does not respond: ${error.cause?.message ?? error.message}`)
    return false
  }
}

const commands = {
  start: () => import('#server/main'),
  async admin() {
    process.argv.splice(2, 1) // the commands' own arguments begin there
    await import('#server/admin')
  },
  async health() {
    process.exitCode = (await isAlive()) ? 0 : 1
  },
  version: () => console.log(version),
  help: () => console.log(usage),
}

const given = process.argv[2] ?? 'start'
const name = { '--help': 'help', '-h': 'help', '--version': 'version' }[given] ?? given
if (Object.hasOwn(commands, name)) {
  readSettings()
  await commands[name]()
} else {
  console.error(`Unknown command: ${given}.\n\n${usage}`)
  process.exitCode = 2
}
