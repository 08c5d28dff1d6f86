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

/** What a browser has to fetch before something stands: the shell with signing in, and with it the home screen. */
export function measureFirstLoad(): void {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const home = 'web/screens/home/Home.tsx'
  const key = Object.keys(manifest).find(
    name => home.endsWith(name) || name.endsWith('screens/home/Home.tsx'),
  )
  if (!key) throw new Error('The home screen is not a chunk of its own')
  const shell = withImports(manifest, 'index.html')
  tell('the shell', manifest, shell, 170)
  tell('the dashboard', manifest, withImports(manifest, key, new Set(shell)), 220)
}

function tell(name: string, manifest: Record<string, Chunk>, keys: ReadonlySet<string>, targetKb: number) {
  const chunks = [...keys].map(key => manifest[key] as Chunk)
  const total = (files: readonly string[]) =>
    [...new Set(files)].reduce((sum, file) => sum + gzipped(file), 0)
  const script = total(chunks.map(chunk => chunk.file))
  const style = total(chunks.flatMap(chunk => chunk.css ?? []))
  console.log(
    `  ${name}: JavaScript ${script.toFixed(1)} kB gzipped (target: under ${targetKb} kB), styles ${style.toFixed(1)} kB`,
  )
}
