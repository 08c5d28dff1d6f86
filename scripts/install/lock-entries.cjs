'use strict'

const modules = 'node_modules/'

/** Resolves a package from another one: in its own node_modules, or in those of the folders above. */
function find(packages, from, name) {
  for (let above = from; ; above = above.slice(0, Math.max(above.lastIndexOf(modules) - 1, 0))) {
    const path = (above && above + '/') + modules + name
    if (packages[path] || above === '') return path
  }
}

/** The lock file entries that install some packages with all their dependencies. */
function entriesFor(names, packages) {
  const found = {}
  const add = (from, name) => {
    const path = find(packages, from, name)
    const entry = packages[path]
    if (!entry) throw new Error(`package-lock.json has no ${name}, which ${from || 'the web'} needs`)
    if (found[path]) return
    found[path] = entry
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = entry
    const isOptional = peer => peerDependenciesMeta[peer] && peerDependenciesMeta[peer].optional
    const peers = Object.keys(peerDependencies || {}).filter(peer => !isOptional(peer))
    const needs = Object.keys(Object.assign({}, dependencies, optionalDependencies))
    for (const each of needs.concat(peers)) add(path, each)
  }
  for (const name of names) add('', name)
  return found
}

module.exports = { entriesFor }
