'use strict'
const { spawnSync } = require('child_process')

/** A failure that a person can do something about: shown as it is, without a stack. */
class Refusal extends Error {}

/** Does one step and tells in one line what it was and how long it took. */
function step(title, work) {
  process.stdout.write(`${title} ... `)
  const started = Date.now()
  try {
    work()
  } catch (error) {
    console.log('failed')
    throw error
  }
  console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** Runs a program to its end, quietly, and gives what it said; what it said is shown only if it failed. */
function runQuietly(program, args, options) {
  const run = spawnSync(
    program,
    args,
    Object.assign({ encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }, options),
  )
  if (run.status === 0) return run.stdout.trim()
  throw new Refusal([run.stdout, run.stderr, run.error].filter(Boolean).join('').trim())
}

module.exports = { Refusal, runQuietly, step }
