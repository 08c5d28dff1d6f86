// Finds the browser for the browser tests: an existing one, or Debian's if it may be installed.
// The headless build is the same browser with a third less work. Benchmarks use it only if there is no other.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const headless = '/usr/bin/chromium-headless-shell'
const full = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

async function playwrightsOwn() {
  const { chromium } = await import('playwright-core')
  return chromium.executablePath()
}

async function findInstalled(preferFull) {
  const whole = [...full, await playwrightsOwn()]
  const wanted = preferFull ? [...whole, headless] : [headless, ...whole]
  return wanted.find(path => existsSync(path))
}

function installFromDebian(preferFull) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const name = preferFull ? 'chromium' : 'chromium-headless-shell'
  console.log(`Installing ${name} with apt-get`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
  apt('update')
  apt('install', '-y', '--no-install-recommends', name)
}

/** The path of a Chromium or Chrome. If there is none, throws an error that says what to do. */
export async function findChromium({ preferFull = false } = {}) {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !existsSync(chosen)) throw new Error(`CHROMIUM_PATH (${chosen}) does not exist`)
  if (chosen) return chosen
  const existing = await findInstalled(preferFull)
  if (existing) return existing
  installFromDebian(preferFull)
  const installed = await findInstalled(preferFull)
  if (installed) return installed
  throw new Error(
    'No Chromium found: run `npx playwright install chromium`, or set CHROMIUM_PATH to a browser',
  )
}
