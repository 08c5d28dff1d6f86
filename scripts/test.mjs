// npm test runs every check except those that run only before a merge. `npm test -- lint unit` runs only the named
// checks, and `npm test -- quick` everything that needs neither a database nor a browser. Each check runs regardless of
// the others' results. The last line has the totals.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { findChromium } from './find-chromium.mjs'
import { main, readJson, Refusal } from './setup.mjs'

const results = 'test-results'

/** The result of a check that either passes or fails as a whole. */
function one(fault) {
  return fault ? { passed: 0, failed: 1, fault } : { passed: 1, failed: 0 }
}

/** These only read the sources, so they run in parallel with everything else. */
const atOnce = ['types of domain', 'types of server', 'types of web', 'format', 'lint', 'lock', 'web build']

/** The result of many tests, from their runner's report. No tests at all, or a failed runner, is a failure. */
function many(code, read) {
  try {
    const { passed, failures, skipped } = read()
    const failed = failures.length
    // The summary lists them by name, because often only the end of a long output is kept.
    if (failed > 0) return { passed, failed, fault: [`${failed} failed`, ...failures].join('\n          ') }
    if (passed === 0) return { passed, failed: 1, fault: 'no tests ran' }
    if (code !== 0) return { passed, failed: 1, fault: 'failed outside of the tests' }
    return { passed, failed, skipped }
  } catch (error) {
    return one(`the report could not be read (${error.message})`)
  }
}

/** Returns a failed test's name and the first lines of its error. */
function failure(name, message = '') {
  return [name, ...message.split('\n').slice(0, 3)].join('\n            ')
}

const isSkipped = new Set(['skipped', 'pending', 'todo'])

/** A file can fail although none of its tests did: while it loads, or after them. */
function countVitest({ numPassedTests, testResults }) {
  const failures = testResults
    .filter(file => file.status === 'failed')
    .flatMap(file => {
      const failed = file.assertionResults.filter(test => test.status === 'failed')
      if (failed.length === 0) return [failure(file.name, file.message)]
      return failed.map(test => failure(`${file.name}: ${test.fullName}`, test.failureMessages[0]))
    })
  const skipped = testResults.flatMap(file =>
    file.assertionResults.filter(test => isSkipped.has(test.status)).map(() => relative('.', file.name)),
  )
  return { passed: numPassedTests, failures, skipped }
}

function countPlaywright({ stats, suites }) {
  const specs = suites.flatMap(function all(suite) {
    return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(all)]
  })
  const failures = specs
    .filter(spec => spec.tests.some(test => ['unexpected', 'flaky'].includes(test.status)))
    .map(spec => failure(`${spec.file}: ${spec.title}`, spec.tests[0].results[0]?.error?.message))
  const skipped = specs
    .filter(spec => spec.tests.some(test => test.status === 'skipped'))
    .map(spec => `e2e/${spec.file}`)
  return { passed: stats.expected, failures, skipped }
}

/** Lists the tests that were skipped because this machine lacks a broker, ffmpeg, root or recorded samples. */
function skippedLines(skipped = []) {
  const counts = new Map()
  for (const file of skipped) counts.set(file, (counts.get(file) ?? 0) + 1)
  const lines = Array.from(counts, ([file, count]) => `\n          ${count} in ${file}`)
  return skipped.length === 0 ? '' : `; ${skipped.length} skipped:${lines.join('')}`
}

/** The lock file must work on every machine that the product runs on, and must not name a registry. */
function faultInLock() {
  const { packages } = readJson('package-lock.json')
  const named = Object.keys(readJson('package.json').optionalDependencies)
  const missing = named.filter(name => !packages[`node_modules/${name}`])
  if (missing.length > 0) return `package-lock.json lacks ${missing.join(', ')}`
  const bound = Object.keys(packages).filter(path => packages[path].resolved?.includes('://'))
  return bound.length > 0
    ? `package-lock.json names a registry for ${bound.slice(0, 3).join(', ')}`
    : undefined
}

const memory = '/dev/shm'
const memoryNeeded = 4 * 2 ** 30

/** Linux offers a folder in memory. Containers may have one that is small or from which no program may be run. */
function hasMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find(line => line.split(' ')[1] === memory)
    return bavail * bsize >= memoryNeeded && mount !== undefined && !mount.includes('noexec')
  } catch {
    return false
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM' // it belongs to another user
  }
}

/**
 * Puts temporary files into memory. The tests create and delete hundreds of databases, each with nearly a thousand
 * files, so on a disk all tests would take a fifth longer.
 */
function useMemoryForTemporaryFiles() {
  if (process.env.TMPDIR || !hasMemoryFolder()) return
  for (const name of readdirSync(memory)) {
    const [, pid] = /^skywarden-(\d+)$/.exec(name) ?? []
    // Left by tests that were killed.
    if (pid && !isRunning(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true })
  }
  const folder = join(memory, `skywarden-${process.pid}`)
  mkdirSync(folder)
  chmodSync(folder, 0o1777) // like /tmp: some programs run as another user
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
}

/** Runs a program and buffers its output. */
async function runs(script, ...args) {
  const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) }
  const options = { stdio: ['ignore', 'pipe', 'pipe'], env }
  const program = spawn(process.execPath, [script, ...args], options)
  const ended = once(program, 'close')
  const output = (await Promise.all([text(program.stdout), text(program.stderr)])).join('')
  const [code] = await ended
  return { ...one(code === 0 ? undefined : 'failed'), output }
}
/** Runs a program and prints its output immediately. */
async function exitCode(script, args, env = {}) {
  const options = { stdio: 'inherit', env: { ...process.env, ...env } }
  const [code] = await once(spawn(process.execPath, [`node_modules/${script}`, ...args], options), 'close')
  return code
}
const tsc = folder => runs('node_modules/typescript/bin/tsc', '--project', folder)

let building
/** Runs once, even if several checks need it. */
function build() {
  building ??= runs('scripts/build.mjs')
  return building
}

/** Some of the tests that need no browser. */
async function vitest(name, ...chosen) {
  const report = `${results}/${name}.json`
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...chosen]
  const code = await exitCode('vitest/vitest.mjs', args)
  return many(code, () => countVitest(readJson(report)))
}

/** Some of the browser tests, in a browser that exists or was installed. */
async function playwright(name, chosen, wanted) {
  const { failed } = await build()
  if (failed > 0) return one('the web could not be built')
  const report = `${results}/${name}.json`
  const env = { CHROMIUM_PATH: await findChromium(wanted), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await exitCode('@playwright/test/cli.js', ['test', '--reporter=list,json', ...chosen], env)
  return many(code, () => countPlaywright(readJson(report)))
}

const checks = {
  'types of domain': () => tsc('domain'),
  'types of server': () => tsc('.'),
  'types of web': () => tsc('web'),
  format: () => runs('node_modules/oxfmt/bin/oxfmt', '--check'),
  lint: () => runs('node_modules/oxlint/bin/oxlint'),
  lock: () => one(faultInLock()),
  rules: () => vitest('rules', '--project=rules', '--project=web'),
  unit: () => vitest('unit', '--project=rules', '--project=web', '--project=house'),
  simulator: () => vitest('simulator', '--project=simulator'),
  processes: () => vitest('processes', '--project=processes'),
  'web build': build,
  browser: () => playwright('browser', ['--grep-invert=@detail']),
  details: () => playwright('details', ['--grep=@detail']),
  // A browser with a window asks for more than one without, such as each page's icon.
  'full browser': () => playwright('full-browser', pagesOfTheirOwn, { preferFull: true }),
}
const pagesOfTheirOwn = ['routes', 'siren-page', 'sso', 'widgets'].map(name => `e2e/${name}.spec.ts`)
/** These take as long as everything else together and seldom find more. `.ci/run` runs them. */
const forLandings = ['simulator', 'processes', 'details', 'full browser']
/** These need neither a database nor a browser. */
const quick = ['types of domain', 'types of server', 'types of web', 'format', 'lint', 'lock', 'rules']
/** Also part of another check. */
const onlyByName = ['rules']

await main(async () => {
  const asked = process.argv.slice(2).flatMap(name => (name === 'quick' ? quick : [name]))
  const unknown = asked.filter(name => !(name in checks))
  if (unknown.length > 0) {
    throw new Refusal(
      `Unknown check: ${unknown.join(', ')}. Available: ${Object.keys(checks).join(', ')}, quick`,
    )
  }
  // A missing browser is installed before the checks. If that fails, only the browser checks fail.
  const wanted = Object.keys(checks).filter(name =>
    asked.length > 0 ? asked.includes(name) : ![...forLandings, ...onlyByName].includes(name),
  )
  if (wanted.includes('browser') || wanted.includes('details')) await findChromium().catch(() => {})

  rmSync(results, { recursive: true, force: true })
  mkdirSync(results)
  useMemoryForTemporaryFiles()
  const total = { passed: 0, failed: 0 }
  const summary = new Map()
  async function check(name) {
    const started = Date.now()
    const found = await Promise.resolve()
      .then(checks[name])
      .catch(error => one(error.message))
    const { passed, failed, skipped, fault } = found
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    total.passed += passed
    total.failed += failed
    summary.set(
      name,
      `${fault ? 'FAILED' : 'ok    '}  ${name}, ${seconds} s${fault ? `: ${fault}` : skippedLines(skipped)}`,
    )
    return found
  }
  const inParallel = wanted
    .filter(name => atOnce.includes(name))
    .map(async name => {
      const { output = '' } = await check(name)
      process.stdout.write(`\n== ${name}\n${output}`)
    })
  for (const name of wanted.filter(each => !atOnce.includes(each))) {
    console.log(`\n== ${name}`)
    await check(name)
  }
  await Promise.all(inParallel)

  console.log(`\n${wanted.map(name => summary.get(name)).join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
})
