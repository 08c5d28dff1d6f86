// What a release contains: everything that runs, and nothing that builds or tests it.
import { existsSync, lstatSync, readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { currentWebBuild } from '#server/platform/http/web-builds'
import locks from './install/lock-entries.cjs'
import nodes from './install/pinned-node.cjs'
import { releasedSources } from './release-sources.ts'

const { entriesFor } = locks
const { nodePackage } = nodes

const readJson = file => JSON.parse(readFileSync(file, 'utf8'))

const builtFiles = ['base-map.pmtiles', 'satellite.pmtiles', 'current-build']

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* filesUnder(path)
    else yield path
  }
}

/** Types, source maps and TypeScript, which Node does not run inside packages. */
const isForTools = path => /\.([cm]?ts|map)$|^node_modules\/@types\//.test(path)

/** The paths of the packages that run on this machine: those of the lock file, without development packages. */
export function productionPackages() {
  const { dependencies, optionalDependencies } = readJson('package.json')
  const { packages } = readJson('package-lock.json')
  const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]
  const entries = Object.entries(entriesFor(names, packages))
  const missing = entries.filter(([path, entry]) => !entry.optional && !existsSync(path))
  if (missing.length > 0) throw new Error(`Not installed: ${missing.map(([path]) => path).join(', ')}`)
  return entries.map(([path]) => path).filter(path => existsSync(path))
}

/** The libraries of PostgreSQL come without their links, and a release may run where they cannot be created. */
function* postgresLinks(path) {
  const list = join(path, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of readJson(list)) yield [`${path}/${target}`, { link: basename(source) }]
}

function* packageFiles(path) {
  const links = new Map(postgresLinks(path))
  yield* links
  for (const file of filesUnder(path)) {
    // A package inside this one is listed on its own, or is a development package.
    if (file.startsWith(`${path}/node_modules/`) || links.has(file) || isForTools(file)) continue
    yield [file, lstatSync(file).isSymbolicLink() ? { link: readlinkSync(file) } : { from: file }]
  }
}

function* nodeFiles() {
  const from = join('node_modules', nodePackage())
  yield ['bin/node', { from: realpathSync(join(from, 'bin/node')), isProgram: true }]
  yield ['bin/node-LICENSE', { from: join(from, 'LICENSE') }]
}

/** Every file of a release by its path in it. */
export function* releaseContents() {
  yield ['bin/skywarden', { from: 'scripts/released/skywarden.sh', isProgram: true }]
  yield* nodeFiles()
  for (const file of releasedSources('.')) yield [file, { from: file, isProgram: false }]
  for (const file of builtFiles) yield [`dist/${file}`, { from: `dist/${file}` }]
  for (const file of filesUnder(currentWebBuild('dist'))) yield [file, { from: file }]
  const ours = join('node_modules', nodePackage())
  for (const path of productionPackages()) if (path !== ours) yield* packageFiles(path)
}
