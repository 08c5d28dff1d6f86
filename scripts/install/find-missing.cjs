'use strict'
const { existsSync, readFileSync } = require('fs')
const { join } = require('path')

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** npm's own record of what it has installed: written last, so that an installation that was cut off has none. */
function installed(folder) {
  try {
    return readJson(join(folder, 'node_modules/.package-lock.json')).packages
  } catch {
    return {} // none, or not whole: then nothing counts as installed
  }
}

/** Whether a list such as `['linux', '!win32']` lets this one through; no list lets everybody through. */
function lets(list, name) {
  const names = [].concat(list || [])
  const wanted = names.filter(each => each[0] !== '!')
  return !names.includes(`!${name}`) && (wanted.length === 0 || wanted.includes(name))
}

function libc() {
  if (process.platform !== 'linux') return undefined
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** Programs for one kind of machine are optional by name only: without ours nothing can be built or run. */
function isForThisMachine(entry) {
  if (!entry.os && !entry.cpu) return false
  return (
    lets(entry.os, process.platform) &&
    lets(entry.cpu, process.arch) &&
    (!entry.libc || lets(entry.libc, libc()))
  )
}

/** Whether what a package is there for is in it. */
function hasItsProgram(path) {
  const { main, bin } = readJson(join(path, 'package.json'))
  const programs = typeof bin === 'object' ? Object.values(bin) : [bin]
  return [main].concat(programs).every(file => !file || existsSync(join(path, file)))
}

/** What package-lock.json asks for on this machine and node_modules of a folder does not have, or not whole. */
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
