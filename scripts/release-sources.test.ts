import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releasedSources } from './release-sources.ts'

let root = ''
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'skywarden-sources-'))))
afterEach(() => rmSync(root, { recursive: true }))

function write(...paths: string[]) {
  for (const path of paths) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), 'POSTGRES_PASSWORD=hidden')
  }
}
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })

const sources = [
  'server/main.ts',
  'server/platform/pages.css',
  'docs/help.md',
  'scripts/released/skywarden.mjs',
]
const other = ['server/main.test.ts', 'server/house/tests/world.ts', 'web/main.tsx', 'scripts/release.mjs']
/** What an operator puts beside compose.yml, and what editors and shells leave behind. */
const strays = ['deploy/.env', 'deploy/compose.override.yml', 'deploy/mosquitto/passwords']
const hidden = ['server/.main.ts.swp', 'docs/.cache/page.md', 'deploy/grafana/.env']
/** The files that are in every release, wherever it is made. */
const named = releasedSources('.').filter(path => !path.includes('/') || /^deploy\/[^/]+$/.test(path))
const expected = [...named, ...sources].toSorted()

it.runIf(existsSync('.git'))(
  'a release has every deployment example that git tracks, and .env.example',
  () => {
    const deployed = releasedSources('.').filter(path => path.startsWith('deploy/'))
    const known = execFileSync('git', ['ls-files', 'deploy'], { encoding: 'utf8' }).trim().split('\n')
    expect(deployed.toSorted()).toEqual(known.toSorted())
    expect(named).toContain('.env.example')
  },
)

describe('in a checkout', () => {
  beforeEach(() => git('init', '--quiet'))

  it('a release contains only what git tracks: no deploy/.env, and nothing else that lies there', () => {
    write('.gitignore', ...sources, ...other)
    writeFileSync(join(root, '.gitignore'), '.env\n')
    git('add', '.')
    write(...strays, ...hidden, 'server/notes.txt', 'server/draft.ts')
    expect(releasedSources(root).toSorted()).toEqual(expected)
  })

  it('names are as on disk, even if git would quote them', () => {
    write('docs/Zürich.md')
    git('add', '.')
    expect(releasedSources(root)).toContain('docs/Zürich.md')
  })

  it('no release is made from sources that git does not track', () => {
    write(...sources)
    expect(() => releasedSources(root)).toThrow('git add')
  })

  it('no release is made when git fails', () => {
    write(...sources)
    writeFileSync(join(root, '.git/HEAD'), 'nothing')
    expect(() => releasedSources(root)).toThrow('git')
  })
})

it('without git, a release has no hidden files, and none of an operator’s in deploy', () => {
  write(...sources, ...other, ...strays, ...hidden, 'deploy/prometheus/skywarden.rules.yml')
  for (const folder of ['contract', 'domain', 'simulator', 'deploy/grafana'])
    mkdirSync(join(root, folder), { recursive: true })
  expect(releasedSources(root).toSorted()).toEqual(
    [...expected, 'deploy/prometheus/skywarden.rules.yml'].toSorted(),
  )
})
