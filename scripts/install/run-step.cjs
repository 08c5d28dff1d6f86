'use strict'
const { spawnSync } = require('child_process')

/** A failure that a person can fix. Shown without a stack trace. */
class Refusal extends Error {}

/** Runs one step and prints its title and duration on one line. */
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

/** Runs a program and returns its output. The output is shown only if the program fails. */
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
