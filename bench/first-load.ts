import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '..', 'dist', 'web')

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

/** A chunk with everything that it needs at once. */
function withImports(manifest: Record<string, Chunk>, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, seen)
  return seen
}

const gzipped = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000

/** What a browser has to fetch before the first page stands: the shell, signing in, and the home screen. */
export function measureFirstLoad(): void {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const home = Object.keys(manifest).find(key => /screens\/home\//.test(key))
  if (!home) throw new Error('The home screen is not a chunk of its own')
  const keys = withImports(manifest, home, withImports(manifest, 'index.html'))
  const chunks = [...keys].map(key => manifest[key] as Chunk)
  const script = [...new Set(chunks.map(chunk => chunk.file))].reduce((sum, file) => sum + gzipped(file), 0)
  const style = [...new Set(chunks.flatMap(chunk => chunk.css ?? []))].reduce(
    (sum, file) => sum + gzipped(file),
    0,
  )
  console.log(
    `  JavaScript ${script.toFixed(1)} kB gzipped (target: under 170 kB), styles ${style.toFixed(1)} kB`,
  )
}
