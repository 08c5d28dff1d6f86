'use strict'
const { existsSync, realpathSync } = require('fs')
const { globalPaths } = require('module')
const { delimiter, dirname, join } = require('path')
const { Refusal, runQuietly } = require('./tell.cjs')

const oldestNpm = 7
/** Long enough for a slow line, short enough for a person who waits. */
const answerWithinMs = 12000

/** Where the Node that came with npm looks for its parts, for scripts that run on the pinned Node and install. */
const placesVariable = 'NPM_PARTS_PATH'
function placesOfNpm() {
  return { [placesVariable]: globalPaths.join(delimiter) }
}

function npmIn(folder) {
  const [onWindows, elsewhere] = [join(folder, 'node_modules/npm/bin/npm-cli.js'), join(folder, 'npm')]
  if (process.platform === 'win32') return existsSync(onWindows) ? onWindows : undefined
  return existsSync(elsewhere) ? realpathSync(elsewhere) : undefined
}

/** The npm that runs this script, or else the one on the path. */
function findNpm() {
  const folders = (process.env.PATH || '').split(delimiter)
  const all = [process.env.npm_execpath].concat(folders.map(npmIn))
  const found = all.find(path => path && path.endsWith('npm-cli.js'))
  if (found) return found
  throw new Refusal('Skywarden needs npm to install its packages, and there is none. Please install npm.')
}

/** Runs npm on a given Node, and gives what it said. */
function npm(node, args, options) {
  // Debian's Node finds the parts of Debian's npm in places that no other Node looks in.
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
    `Skywarden needs npm ${oldestNpm} or newer, and this is npm ${version}: npm install -g npm@8`,
  )
}

/** Asks the registry for one small thing, without npm's own patience of minutes; gives why it has no answer. */
function silenceOfRegistry(name) {
  const hurry = [
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=500',
    '--fetch-timeout=5000',
    '--prefer-online',
  ]
  try {
    npm(process.execPath, ['view', name, 'name'].concat(hurry), { timeout: answerWithinMs })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = /code (E\w+)/.exec(error.message)
    return code ? code[1] : 'no answer'
  }
}

module.exports = { demandNpm, npm, placesOfNpm, silenceOfRegistry }
