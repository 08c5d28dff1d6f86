'use strict'
const { copyFileSync } = require('fs')
const { join } = require('path')
const { findMissing } = require('./find-missing.cjs')
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

/**
 * Installs all that runs Skywarden, and test tools where they are wanted, unless everything is there and whole. Beside
 * what is there: a server that runs in this folder goes on with what it has.
 */
function install(wanted) {
  if (findMissing(wanted).length === 0) return
  demandNpm()
  const silence = silenceOfRegistry(smallPackage)
  if (silence) console.log('The package registry does not answer. Trying with what npm has fetched before.')
  const options = [silence ? '--offline' : '--prefer-offline']
  const parts = [wanted.testTools ? '--include=dev' : '--omit=dev', '--include=optional']
  const folder = newPackageFolder()
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(file, join(folder, file))
    withNodeForInstalling(folder, options, node =>
      step('Installing packages', () => npm(node, ['ci'].concat(parts, options), { cwd: folder })),
    )
  } catch (error) {
    remove(folder)
    throw silence ? unreachable(silence) : error
  }
  const missing = findMissing(wanted, folder)
  if (missing.length > 0) {
    remove(folder)
    throw new Refusal(`npm did not install ${missing.slice(0, 3).join(', ')}. Please try again.`)
  }
  makeCurrent(folder)
}

module.exports = { install }
