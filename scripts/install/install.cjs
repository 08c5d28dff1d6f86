'use strict'
const { findMissing } = require('./find-missing.cjs')
const { demandNpm, npm, silenceOfRegistry } = require('./npm.cjs')
const { withNodeForInstalling } = require('./pinned-node.cjs')
const { Refusal, step } = require('./tell.cjs')

/** One of our packages, and a small one. */
const smallPackage = 'world-atlas'

function unreachable(because) {
  return new Refusal(
    `The package registry cannot be reached (${because}), and Skywarden has to fetch its packages from there once. ` +
      'Check the network and the settings of npm (`npm config get registry`, `npm config get proxy`), then try again.',
  )
}

/** Installs all that runs Skywarden, and test tools where they are wanted, unless everything is there and whole. */
function install(wanted) {
  if (findMissing(wanted).length === 0) return
  demandNpm()
  const silence = silenceOfRegistry(smallPackage)
  if (silence) console.log('The package registry does not answer. Trying with what npm has fetched before.')
  const options = [silence ? '--offline' : '--prefer-offline']
  const parts = [wanted.testTools ? '--include=dev' : '--omit=dev', '--include=optional']
  try {
    withNodeForInstalling(options, node =>
      step('Installing packages', () => npm(node, ['ci'].concat(parts, options))),
    )
  } catch (error) {
    throw silence ? unreachable(silence) : error
  }
  const missing = findMissing(wanted)
  if (missing.length === 0) return
  throw new Refusal(
    `npm did not install ${missing.slice(0, 3).join(', ')}. Remove node_modules and try again.`,
  )
}

module.exports = { install }
