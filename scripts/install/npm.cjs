'use strict'
const { existsSync, realpathSync } = require('fs')
const { globalPaths } = require('module')
const { delimiter, dirname, join } = require('path')
const { Refusal, runQuietly } = require('./run-step.cjs')

const oldestNpm = 7
/** Long enough for a slow connection, short enough for someone who is waiting. */
const registryTimeoutMs = 12000

/** Where npm's own Node looks for npm's modules, for scripts that run on the pinned Node and install packages. */
const placesVariable = 'NPM_PARTS_PATH'
function placesOfNpm() {
  return { [placesVariable]: globalPaths.join(delimiter) }
}

function npmIn(folder) {
  const [onWindows, elsewhere] = [join(folder, 'node_modules/npm/bin/npm-cli.js'), join(folder, 'npm')]
  if (process.platform === 'win32') return existsSync(onWindows) ? onWindows : undefined
  return existsSync(elsewhere) ? realpathSync(elsewhere) : undefined
}

/**
 * How packages are always installed: exactly the versions and checksums of the lock file, without running any package's
 * scripts. Passed as options, because a person's own npm settings take precedence over our .npmrc.
 */
const exactly = ['ci', '--ignore-scripts', '--package-lock=true', '--legacy-peer-deps=false', '--force=false']

/** The npm that runs this script, or else the one on the PATH. */
function findNpm() {
  const folders = (process.env.PATH || '').split(delimiter)
  const all = [process.env.npm_execpath].concat(folders.map(npmIn))
  const found = all.find(path => path && path.endsWith('npm-cli.js'))
  if (found) return found
  throw new Refusal('Skywarden needs npm to install its packages, but found none. Please install npm.')
}

/** Runs npm on a given Node and returns its output. */
function npm(node, args, options) {
  // Debian's npm has its modules where only Debian's Node looks.
  const places = [process.env.NODE_PATH, process.env[placesVariable]].concat(globalPaths).filter(Boolean)
  const env = Object.assign({}, process.env, {
    NODE_PATH: places.join(delimiter),
    PATH: dirname(node) + delimiter + (process.env.PATH || ''),
  })
  return runQuietly(node, [findNpm()].concat(args), Object.assign({ env }, options))
}

function demandNpm() {
  const version = npm(process.execPath, ['--version'])
  if (parseInt(version, 10) >= oldestNpm) return
  throw new Refusal(
    `Skywarden requires npm ${oldestNpm} or newer. This is npm ${version}. Upgrade with: npm install -g npm@8`,
  )
}

/** Sends the registry one small request, without npm's default retries of minutes. Returns why it failed. */
function silenceOfRegistry(name) {
  const failFast = [
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=500',
    '--fetch-timeout=5000',
    '--prefer-online',
  ]
  try {
    npm(process.execPath, ['view', name, 'name'].concat(failFast), { timeout: registryTimeoutMs })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = /code (E\w+)/.exec(error.message)
    return code ? code[1] : 'no response'
  }
}

module.exports = { demandNpm, exactly, npm, placesOfNpm, silenceOfRegistry }
