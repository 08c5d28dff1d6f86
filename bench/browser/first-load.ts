import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { currentWebBuild } from '#server/platform/http/web-builds'

const built = currentWebBuild(join(import.meta.dirname, '..', '..', 'dist'))

interface Chunk {
  readonly file: string
  /** Set only for a chunk that has a name in the build. */
  readonly name?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

/** Returns a chunk with everything that it loads immediately. */
function withImports(manifest: Record<string, Chunk>, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, seen)
  return seen
}

const gzipped = (file: string) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length / 1000

const cards = 'screens/home/dashboard'

/**
 * Measures the size of the files that a browser fetches: the shell with sign-in, then the place's state, then the cards
 * that most screens show immediately, and those below, which load when the page is idle. The map is not included.
 */
export function measureFirstLoad(): void {
  const manifest = JSON.parse(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const loaded = new Set<string>()
  function addAndReport(name: string, targetKb: number | null, ...entries: string[]) {
    for (const entry of entries) {
      const key = Object.keys(manifest).find(
        each => each.endsWith(entry) || (entry === manifest[each]?.name && each.endsWith('.js')),
      )
      if (!key) throw new Error(`${entry} is not a separate chunk`)
      withImports(manifest, key, loaded)
    }
    report(name, manifest, loaded, targetKb)
  }
  addAndReport('the shell', 170, 'index.html', 'begin-ahead.ts', 'draw-application.tsx')
  addAndReport("with the place's state", 220, 'home')
  addAndReport('with the first cards', 220, `${cards}/place/PlaceCards.tsx`)
  addAndReport('with all cards', null, `${cards}/later-cards.ts`)
}

function report(
  name: string,
  manifest: Record<string, Chunk>,
  keys: ReadonlySet<string>,
  targetKb: number | null,
) {
  const chunks = [...keys].map(key => manifest[key] as Chunk)
  const total = (files: readonly string[]) =>
    [...new Set(files)].reduce((sum, file) => sum + gzipped(file), 0)
  const script = total(chunks.map(chunk => chunk.file))
  const style = total(chunks.flatMap(chunk => chunk.css ?? []))
  console.log(
    `  ${name}: JavaScript ${script.toFixed(1)} kB gzipped${targetKb === null ? '' : ` (target: under ${targetKb} kB)`}, styles ${style.toFixed(1)} kB`,
  )
}
