// Finds the browser for the browser tests: an existing one, or Debian's if it may be installed.
// The headless build is the same browser for a third less work; when measuring what people use, it is the last choice.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const windowless = '/usr/bin/chromium-headless-shell'
const withWindow = [
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

async function look(asPeopleHaveIt) {
  const whole = [...withWindow, await playwrightsOwn()]
  const wanted = asPeopleHaveIt ? [...whole, windowless] : [windowless, ...whole]
  return wanted.find(path => existsSync(path))
}

function installFromDebian(asPeopleHaveIt) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const name = asPeopleHaveIt ? 'chromium' : 'chromium-headless-shell'
  console.log(`Installing ${name} with apt-get`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
  apt('update')
  apt('install', '-y', '--no-install-recommends', name)
}

/** The path of a Chromium or Chrome. Throws with what to do if there is none. */
export async function findChromium({ asPeopleHaveIt = false } = {}) {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !existsSync(chosen)) throw new Error(`There is no browser at CHROMIUM_PATH (${chosen})`)
  if (chosen) return chosen
  const there = await look(asPeopleHaveIt)
  if (there) return there
  installFromDebian(asPeopleHaveIt)
  const installed = await look(asPeopleHaveIt)
  if (installed) return installed
  throw new Error(
    'No Chromium found: run `npx playwright install chromium`, or set CHROMIUM_PATH to a browser',
  )
}
