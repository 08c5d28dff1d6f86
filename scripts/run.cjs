// What stands behind every npm command: `node scripts/run.cjs NAME ...` installs what is missing and runs
// scripts/NAME.mjs on the Node that Skywarden brings along. This file and those that it requires are the only ones
// that the system's own Node reads, so they are written in what Node 12 understands.
'use strict'
const oldestNode = 12
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    'Skywarden needs Node ' + oldestNode + ' or newer to start, and this is Node ' + process.version + '.',
  )
  process.exit(1)
}

const { spawn } = require('child_process')
const { existsSync } = require('fs')
const { constants } = require('os')
const { delimiter, dirname, join } = require('path')
const { install } = require('./install/install.cjs')
const { keepInUse, removeUnused } = require('./install/package-folders.cjs')
const { placesOfNpm } = require('./install/npm.cjs')
const { findNode } = require('./install/pinned-node.cjs')
const { Refusal } = require('./install/tell.cjs')

const root = dirname(__dirname)
process.chdir(root)

/** Test tools are wanted by those who develop; where they are, they are kept up to date. */
const needTestTools = ['test', 'dev', 'bench', 'soak', 'pictures']

const hasGroups = process.platform !== 'win32'

/** Runs a script: signals go on to it and to all that it runs, and this one ends as it ends. */
function runUntilEnd(node, name, args) {
  const child = spawn(node, [join('scripts', `${name}.mjs`)].concat(args), {
    stdio: 'inherit',
    // In a group of its own, so that Ctrl-C reaches it once, from here, and not a second time from the terminal.
    detached: hasGroups,
    env: Object.assign({}, process.env, placesOfNpm(), {
      PATH: dirname(node) + delimiter + (process.env.PATH || ''),
      // Not among the packages: another command may be writing to it while those are removed.
      NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'),
    }),
  })
  const pass = signal => process.kill(hasGroups ? -Number(child.pid) : Number(child.pid), signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  // npm does not always hand a signal on before it ends.
  const parent = process.ppid
  const orphaned = () => process.env.npm_lifecycle_event && process.ppid !== parent && pass('SIGTERM')
  setInterval(orphaned, 500).unref()
  child.on('error', fail)
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}

function fail(error) {
  console.error(error instanceof Refusal ? error.message : error)
  process.exit(1)
}

try {
  const name = process.argv[2]
  install({ testTools: needTestTools.includes(name) || existsSync('node_modules/vitest') })
  keepInUse()
  removeUnused()
  runUntilEnd(findNode(), name, process.argv.slice(3))
} catch (error) {
  fail(error)
}
