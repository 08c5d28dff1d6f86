'use strict'
const fs = require('fs')
const { dirname, join, relative, resolve, sep } = require('path')

// Each installation has its own folder, and node_modules is a link to the current one. A running server and its
// database keep the files that they started with. Nothing is removed or replaced while they use it.

const all = resolve('.runtime/packages')
const link = resolve('node_modules')
/** How long an unused folder is kept. */
const keptMs = 24 * 60 * 60 * 1000
const touchEveryMs = 60 * 1000

function remove(folder) {
  const run = fs.rmSync || fs.rmdirSync // the latter in Node 12
  run(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** A new empty folder with the same read permissions as the others. */
function newPackageFolder() {
  fs.mkdirSync(all, { recursive: true })
  const folder = fs.mkdtempSync(join(all, `${Date.now().toString(36)}-`))
  // mkdtemp creates it for its owner only, but a server that root installed may run as another user.
  fs.chmodSync(folder, fs.statSync(all).mode & 0o777)
  return folder
}

function touch(folder) {
  const now = new Date()
  fs.utimesSync(folder, now, now)
}

/** The folder that node_modules links to, if any. */
function currentPackageFolder() {
  try {
    const folder = dirname(fs.realpathSync(link))
    return folder.startsWith(fs.realpathSync(all) + sep) ? folder : undefined
  } catch {
    return undefined // nothing is installed
  }
}

/** Marks the current packages as in use while this process runs. */
function keepInUse() {
  const folder = currentPackageFolder()
  if (!folder) return
  const mark = () => {
    try {
      touch(folder)
    } catch {
      // Read-only, or owned by another user. Nothing is installed or removed there either.
    }
  }
  mark()
  setInterval(mark, touchEveryMs).unref()
}

function isDirectory(path) {
  try {
    return fs.lstatSync(path).isDirectory()
  } catch {
    return false // it does not exist
  }
}

/** Makes a folder with complete packages the current one, atomically if node_modules is already a link. */
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
  // Packages installed in place, by npm or an older Skywarden, are moved and not removed: a server may use them.
  if (isDirectory(link)) fs.renameSync(link, join(newPackageFolder(), 'node_modules'))
  else if (process.platform === 'win32' && fs.existsSync(link)) fs.unlinkSync(link)
  fs.renameSync(next, link)
}

/** Paths of running programs, on systems that list them. Node and PostgreSQL are packages too. */
function runningPrograms() {
  if (process.platform !== 'linux') return []
  return fs.readdirSync('/proc').map(name => {
    try {
      return fs.readlinkSync(`/proc/${name}/exe`)
    } catch {
      return '' // not a process, another user's, or just exited
    }
  })
}

/** Removes folders that were unused for a day and that no program runs from. */
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
