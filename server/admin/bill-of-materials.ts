import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of package-lock.json. */
interface Locked {
  readonly version: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}
interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly webPackages: readonly string[]
}

/** Where a package is used: in the running server, in the pages that it delivers, or only for building and testing. */
export type Purpose = 'server' | 'web' | 'tools'

export interface Package {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly part: Purpose
  readonly isOptional: boolean
  readonly sha512: string | null
  readonly license: string | null
  /** The purls of the packages that this package needs. */
  readonly needs: readonly string[]
}

export interface Materials {
  readonly root: {
    readonly name: string
    readonly version: string
    readonly license: string
    readonly purl: string
  }
  readonly packages: readonly Package[]
  /** The purls of the packages that our own code uses. */
  readonly needs: readonly string[]
}

/** Build tools that the web code imports only for its own build, so none of their code ends up in a page. */
const buildTools = /^(vite|@vitejs\/.+)$/

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

type Entries = Readonly<Record<string, Locked>>

/** The path of a package as another package resolves it: from its own folder, or from those above. */
function resolved(entries: Entries, from: string, name: string): string | undefined {
  for (let above = from; ; above = above.slice(0, Math.max(above.lastIndexOf('/node_modules/'), 0))) {
    const path = `${above === '' ? '' : `${above}/`}node_modules/${name}`
    if (entries[path]) return path
    if (above === '') return undefined // a peer dependency or another platform's package
  }
}

function needsOf(entries: Entries, path: string): string[] {
  const entry = entries[path]
  const names = Object.keys({
    ...entry?.dependencies,
    ...entry?.optionalDependencies,
    ...entry?.peerDependencies,
    ...(path === '' && entry?.devDependencies),
  })
  return names.flatMap(name => resolved(entries, path, name) ?? [])
}

function reachable(entries: Entries, from: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    waiting.push(...needsOf(entries, path))
  }
  return found
}

const licenseTexts: readonly (readonly [RegExp, string])[] = [
  [/Permission is hereby granted, free of charge/, 'MIT'],
  [/Apache License\s+Version 2\.0/, 'Apache-2.0'],
  [/Permission to use, copy, modify, and\/or distribute this software/, 'ISC'],
  [/Mozilla Public License,? [Vv]ersion 2\.0/, 'MPL-2.0'],
  [/Redistribution and use in source and binary forms[\s\S]*Neither the name/, 'BSD-3-Clause'],
  [/Redistribution and use in source and binary forms/, 'BSD-2-Clause'],
]

/** The license that the installed package names or that its license text shows; null if neither exists. */
function licenseOf(folder: string, entry: Locked): string | null {
  if (!existsSync(join(folder, 'package.json'))) return entry.license ?? null // a package for another platform
  const { license, licenses } = readJson(join(folder, 'package.json')) as {
    license?: unknown
    licenses?: unknown
  }
  const typed = (value: unknown) =>
    typeof value === 'string' ? value : ((value as { type?: string } | undefined)?.type ?? null)
  const named = typed(license) ?? (Array.isArray(licenses) ? licenses.map(typed).join(' OR ') : null)
  if (named && !/^see license in/i.test(named)) return named
  const file = readdirSync(folder).find(name => /^(licen[cs]e|copying)/i.test(name))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  return licenseTexts.find(([pattern]) => pattern.test(text))?.[1] ?? named ?? entry.license ?? null
}

const hexOf = (integrity: string | undefined) =>
  integrity?.startsWith('sha512-') ? Buffer.from(integrity.slice(7), 'base64').toString('hex') : null

/** Reads everything that a project's lock file names, and what is installed there. Uses no network. */
export function readMaterials(folder: string): Materials {
  const manifest = readJson(join(folder, 'package.json')) as Manifest
  const { packages: entries } = readJson(join(folder, 'package-lock.json')) as { packages: Entries }
  const inPages = reachable(
    entries,
    manifest.webPackages
      .filter(name => !buildTools.test(name))
      .flatMap(name => resolved(entries, '', name) ?? []),
  )
  const partOf = (path: string): Purpose =>
    entries[path]?.dev !== true ? 'server' : inPages.has(path) ? 'web' : 'tools'
  const purlAt = (path: string) => purlOf(nameOf(path), entries[path]?.version ?? '')

  const rank = { server: 0, web: 1, tools: 2 }
  const byPurl = new Map<string, Package>()
  for (const [path, entry] of Object.entries(entries)) {
    if (path === '') continue
    const purl = purlAt(path)
    const other = byPurl.get(purl)
    const part = partOf(path)
    byPurl.set(purl, {
      name: nameOf(path),
      version: entry.version,
      purl,
      part: other && rank[other.part] < rank[part] ? other.part : part,
      isOptional: entry.optional === true && (other?.isOptional ?? true),
      sha512: hexOf(entry.integrity),
      license: other?.license ?? licenseOf(join(folder, path), entry),
      needs: [...new Set([...(other?.needs ?? []), ...needsOf(entries, path).map(purlAt)])].toSorted(),
    })
  }
  return {
    root: { ...manifest, purl: purlOf(manifest.name, manifest.version) },
    packages: [...byPurl.values()].toSorted((one, two) => (one.purl < two.purl ? -1 : 1)),
    needs: [...new Set(needsOf(entries, '').map(purlAt))].toSorted(),
  }
}
