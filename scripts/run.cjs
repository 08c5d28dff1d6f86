// Every npm command runs this: `node scripts/run.cjs NAME ...` installs missing packages and runs scripts/NAME.mjs on
// the Node that Skywarden bundles. The system's own Node reads only this file and those it requires, so they use only
// syntax that Node 12 supports.
'use strict'
const oldestNode = 12
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    'Skywarden requires Node ' + oldestNode + ' or newer to start. This is Node ' + process.version + '.',
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
const { Refusal } = require('./install/run-step.cjs')

const root = dirname(__dirname)
process.chdir(root)

/** Commands that need test tools. Test tools that are already installed are kept up to date by every command. */
const needTestTools = ['test', 'dev', 'bench', 'soak', 'pictures']

const hasGroups = process.platform !== 'win32'

/** Runs a script, forwards signals to it and its children, and exits with its exit code. */
function runUntilEnd(node, name, args) {
  const child = spawn(node, [join('scripts', `${name}.mjs`)].concat(args), {
    stdio: 'inherit',
    // In its own process group, so Ctrl-C reaches it once, from here, and not again from the terminal.
    detached: hasGroups,
    env: Object.assign({}, process.env, placesOfNpm(), {
      PATH: dirname(node) + delimiter + (process.env.PATH || ''),
      // Outside the package folders, which may be removed while another command writes to the cache.
      NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'),
    }),
  })
  const pass = signal => process.kill(hasGroups ? -Number(child.pid) : Number(child.pid), signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  // npm does not always forward a signal before it exits.
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
