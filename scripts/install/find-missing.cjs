'use strict'
const { existsSync, readFileSync } = require('fs')
const { join } = require('path')

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** npm's own record of what it installed. npm writes it last, so an interrupted installation has none. */
function installed(folder) {
  try {
    return readJson(join(folder, 'node_modules/.package-lock.json')).packages
  } catch {
    return {} // missing or incomplete: treated as nothing installed
  }
}

/** Whether a list such as `['linux', '!win32']` allows a name. Without a list every name is allowed. */
function allows(list, name) {
  const names = [].concat(list || [])
  const wanted = names.filter(each => each[0] !== '!')
  return !names.includes(`!${name}`) && (wanted.length === 0 || wanted.includes(name))
}

function libc() {
  if (process.platform !== 'linux') return undefined
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** Platform binaries are marked optional, but nothing can be built or run without those for this machine. */
function isForThisMachine(entry) {
  if (!entry.os && !entry.cpu) return false
  return (
    allows(entry.os, process.platform) &&
    allows(entry.cpu, process.arch) &&
    (!entry.libc || allows(entry.libc, libc()))
  )
}

/** Whether a package's main file and binaries exist. */
function hasItsProgram(path) {
  const { main, bin } = readJson(join(path, 'package.json'))
  const programs = typeof bin === 'object' ? Object.values(bin) : [bin]
  return [main].concat(programs).every(file => !file || existsSync(join(path, file)))
}

/** Packages that package-lock.json requires on this machine and that are missing or incomplete in a folder. */
function findMissing(wanted, folder = '.') {
  const present = installed(folder)
  const isMissing = ([path, entry]) => {
    const found = present[path]
    if (found && found.version !== entry.version) return true
    const isOurs = isForThisMachine(entry)
    const there = join(folder, path)
    if (found) return !existsSync(join(there, 'package.json')) || (isOurs && !hasItsProgram(there))
    if (!wanted.testTools && (entry.dev || entry.devOptional)) return false
    return isOurs || !entry.optional
  }
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path]) => path !== '')
    .filter(isMissing)
    .map(([path]) => path)
}

module.exports = { findMissing, readJson }
