import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'

const { entriesFor } = createRequire(import.meta.url)('./lock-entries.cjs') as {
  entriesFor: (names: readonly string[], packages: object) => object
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly webPackages: readonly string[]
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const installed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })

/** Returns the packages that shipped files import. Type-only imports are ignored. */
function importedBy(paths: readonly string[]): string[] {
  const shipped = paths.filter(
    path => /\.(tsx?|css)$/.test(path) && !/(\.(test|soak|testing|d)|\/testing(-[\w-]+)?)\.tsx?$/.test(path),
  )
  const texts = shipped.map(path => readFileSync(path, 'utf8').replace(/^import type .*$/gm, ''))
  const isImported = (name: string) =>
    texts.some(text => ["'", '"'].some(quote => [quote, '/'].some(end => text.includes(quote + name + end))))
  return installed.filter(isImported).sort()
}
const under = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`)

describe('web packages', () => {
  it('are exactly those that the web’s files import', () => {
    const files = [...['web', 'domain', 'contract'].flatMap(under), 'vite.config.ts', 'scripts/lean-calls.ts']
    const named = ['ws', 'mqtt'] // these packages appear only in strings and names
    const found = importedBy(files).filter(name => !named.includes(name))
    expect(manifest.webPackages).toEqual(found)
  })

  it('are production dependencies only if the server imports them', () => {
    const ours = importedBy(['server', 'simulator', 'scripts/base-map', 'domain', 'contract'].flatMap(under))
    const both = manifest.webPackages.filter(name => name in manifest.dependencies)
    expect(both.filter(name => !ours.includes(name))).toEqual([])
    expect(ours.filter(name => name in manifest.devDependencies)).toEqual([])
  })

  it('are installed with all their dependencies, each in the version it resolves to', () => {
    const packages = {
      '': {},
      'node_modules/a': { dependencies: { b: '1' }, peerDependencies: { c: '1', types: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { d: '1' }, optionalDependencies: { e: '1' } },
      'node_modules/b': {},
      'node_modules/c': { dependencies: { b: '2' } },
      'node_modules/d': {},
      'node_modules/e': { optional: true },
      'node_modules/f': {},
      'node_modules/types': {},
    }
    Object.assign(packages['node_modules/a'], { peerDependenciesMeta: { types: { optional: true } } })
    const found = Object.keys(entriesFor(['a'], packages))
    const others = ['', 'node_modules/f', 'node_modules/types']
    expect(found.sort()).toEqual(Object.keys(packages).filter(path => !others.includes(path)))
    expect(() => entriesFor(['unknown'], packages)).toThrow('has no unknown')
  })
})
