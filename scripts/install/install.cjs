'use strict'
const { copyFileSync, writeFileSync } = require('fs')
const { join } = require('path')
const { findMissing, readJson } = require('./find-missing.cjs')
const { entriesFor } = require('./lock-entries.cjs')
const { demandNpm, npm, silenceOfRegistry } = require('./npm.cjs')
const { withNodeForInstalling } = require('./pinned-node.cjs')
const { makeCurrent, newPackageFolder, remove } = require('./package-folders.cjs')
const { Refusal, step } = require('./tell.cjs')

/** One of our packages, and a small one. */
const smallPackage = 'world-atlas'

function unreachable(because) {
  return new Refusal(
    `The package registry cannot be reached (${because}), and Skywarden has to fetch its packages from there once. ` +
      'Check the network and the settings of npm (`npm config get registry`, `npm config get proxy`), then try again.',
  )
}

/** Makes a new folder with packages: those of the manifest and the lock file that `write` puts there. */
function installApart(title, parts, write) {
  demandNpm()
  const silence = silenceOfRegistry(smallPackage)
  if (silence) console.log('The package registry does not answer. Trying with what npm has fetched before.')
  const options = [silence ? '--offline' : '--prefer-offline']
  const folder = newPackageFolder()
  try {
    copyFileSync('.npmrc', join(folder, '.npmrc'))
    write(folder)
    withNodeForInstalling(folder, options, node =>
      step(title, () => npm(node, ['ci', '--include=optional'].concat(parts, options), { cwd: folder })),
    )
  } catch (error) {
    remove(folder)
    throw silence ? unreachable(silence) : error
  }
  return folder
}

/**
 * Installs all that runs Skywarden, and test tools where they are wanted, unless everything is there and whole. Beside
 * what is there: a server that runs in this folder goes on with what it has.
 */
function install(wanted) {
  if (findMissing(wanted).length === 0) return
  const parts = [wanted.testTools ? '--include=dev' : '--omit=dev']
  const folder = installApart('Installing packages', parts, place => {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(file, join(place, file))
  })
  const missing = findMissing(wanted, folder)
  if (missing.length > 0) {
    remove(folder)
    throw new Refusal(`npm did not install ${missing.slice(0, 3).join(', ')}. Please try again.`)
  }
  makeCurrent(folder)
}

/**
 * Installs what the web is built from into a folder of its own, which the caller removes: the server needs none of it.
 * With the versions and checksums of our own lock file.
 */
function installForWeb() {
  const { webPackages, dependencies, devDependencies, type, imports, overrides } = readJson('package.json')
  const versions = Object.assign({}, dependencies, devDependencies)
  const wanted = {}
  for (const name of webPackages) wanted[name] = versions[name]
  const { packages } = readJson('package-lock.json')
  return installApart('Installing what the web is built with', ['--include=dev'], folder => {
    const write = (file, content) => writeFileSync(join(folder, file), JSON.stringify(content))
    write('package.json', { private: true, type, imports, overrides, dependencies: wanted })
    write('package-lock.json', {
      lockfileVersion: 3,
      requires: true,
      packages: Object.assign({ '': { dependencies: wanted } }, entriesFor(webPackages, packages)),
    })
  })
}

module.exports = { install, installForWeb }
