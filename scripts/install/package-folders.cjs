'use strict'
const fs = require('fs')
const { dirname, join, relative, resolve, sep } = require('path')

// Packages are installed into a folder of their own, and node_modules is a link to the current one. A server that runs
// meanwhile, and its database, keep the files that they were started with: nothing is removed or replaced under them.

const all = resolve('.runtime/packages')
const link = resolve('node_modules')
/** How long a folder stays that nothing has used. */
const keptMs = 24 * 60 * 60 * 1000
const touchEveryMs = 60 * 1000

function remove(folder) {
  const run = fs.rmSync || fs.rmdirSync // as Node 12 has it
  run(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** An empty folder that nobody else installs into, and everybody may read whom the others let read too. */
function newPackageFolder() {
  fs.mkdirSync(all, { recursive: true })
  const folder = fs.mkdtempSync(join(all, `${Date.now().toString(36)}-`))
  // Made for its owner alone; a server that root has installed may be run by another user.
  fs.chmodSync(folder, fs.statSync(all).mode & 0o777)
  return folder
}

function touch(folder) {
  const now = new Date()
  fs.utimesSync(folder, now, now)
}

/** The folder whose packages are in use now, if they were installed into one. */
function currentPackageFolder() {
  try {
    const folder = dirname(fs.realpathSync(link))
    return folder.startsWith(fs.realpathSync(all) + sep) ? folder : undefined
  } catch {
    return undefined // nothing is installed
  }
}

/** Marks the current packages as in use for as long as this process runs. */
function keepInUse() {
  const folder = currentPackageFolder()
  if (!folder) return
  const mark = () => {
    try {
      touch(folder)
    } catch {
      // It is read-only, or somebody else's: then nothing is installed or removed there either.
    }
  }
  mark()
  setInterval(mark, touchEveryMs).unref()
}

function isDirectory(path) {
  try {
    return fs.lstatSync(path).isDirectory()
  } catch {
    return false // not there
  }
}

/** Makes a folder with complete packages the current one, in one step where node_modules is a link already. */
function makeCurrent(folder) {
  const former = currentPackageFolder()
  if (former) touch(former)
  const next = join(folder, 'link')
  fs.symlinkSync(
    process.platform === 'win32'
      ? join(folder, 'node_modules')
      : relative(dirname(link), join(folder, 'node_modules')),
    next,
    'junction',
  )
  // What npm or an earlier Skywarden installed in place is moved, and not removed: a server may run on it.
  if (isDirectory(link)) fs.renameSync(link, join(newPackageFolder(), 'node_modules'))
  else if (process.platform === 'win32' && fs.existsSync(link)) fs.unlinkSync(link)
  fs.renameSync(next, link)
}

/** The programs that run, where the system lists them: Node and PostgreSQL are packages too. */
function runningPrograms() {
  if (process.platform !== 'linux') return []
  return fs.readdirSync('/proc').map(name => {
    try {
      return fs.readlinkSync(`/proc/${name}/exe`)
    } catch {
      return '' // no process, or another user's, or it has just ended
    }
  })
}

/** Removes folders that nothing has used for a day, and that no program runs from. */
function removeUnused() {
  if (!fs.existsSync(all)) return
  const current = currentPackageFolder()
  const isOld = folder => Date.now() - fs.statSync(folder).mtimeMs > keptMs
  const others = fs
    .readdirSync(fs.realpathSync(all))
    .map(name => join(fs.realpathSync(all), name))
    .filter(folder => folder !== current && isOld(folder))
  if (others.length === 0) return
  const running = runningPrograms()
  for (const folder of others) if (!running.some(program => program.startsWith(folder + sep))) remove(folder)
}

module.exports = { keepInUse, makeCurrent, newPackageFolder, remove, removeUnused }
