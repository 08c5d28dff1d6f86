'use strict'
const { copyFileSync, writeFileSync } = require('fs')
const { join } = require('path')
const { findMissing, readJson } = require('./find-missing.cjs')
const { entriesFor } = require('./lock-entries.cjs')
const { demandNpm, exactly, npm, silenceOfRegistry } = require('./npm.cjs')
const { withNodeForInstalling } = require('./pinned-node.cjs')
const { makeCurrent, newPackageFolder, remove } = require('./package-folders.cjs')
const { Refusal, step } = require('./run-step.cjs')

/** A small package to test the registry with. */
const smallPackage = 'world-atlas'

function unreachable(because) {
  return new Refusal(
    `The package registry cannot be reached (${because}). Skywarden needs it once to download its packages. ` +
      'Check the network and the npm settings (`npm config get registry`, `npm config get proxy`), then try again.',
  )
}

/** Installs packages into a new folder, from the manifest and lock file that `write` puts there. */
function installApart(title, parts, write) {
  demandNpm()
  const silence = silenceOfRegistry(smallPackage)
  if (silence) console.log("The package registry does not respond. Trying npm's cache.")
  const options = [silence ? '--offline' : '--prefer-offline']
  const folder = newPackageFolder()
  try {
    copyFileSync('.npmrc', join(folder, '.npmrc'))
    write(folder)
    withNodeForInstalling(folder, options, node =>
      step(title, () => npm(node, exactly.concat('--include=optional', parts, options), { cwd: folder })),
    )
  } catch (error) {
    remove(folder)
    throw silence ? unreachable(silence) : error
  }
  return folder
}

/**
 * Installs everything that Skywarden needs to run, and test tools on request, unless all of it is already complete.
 * Uses a new folder, so a server that runs from this one keeps its packages.
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
 * Installs the web's build packages into a separate folder, which the caller removes because the server needs none of
 * them. Uses the versions and checksums from our lock file.
 */
function installForWeb() {
  const { webPackages, dependencies, devDependencies, type, imports, overrides } = readJson('package.json')
  const versions = Object.assign({}, dependencies, devDependencies)
  const wanted = {}
  for (const name of webPackages) wanted[name] = versions[name]
  const { packages } = readJson('package-lock.json')
  return installApart('Installing packages to build the web', ['--include=dev'], folder => {
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
