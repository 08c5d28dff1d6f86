import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['server', 'contract', 'domain', 'simulator', 'docs', 'scripts/released']
const files = ['package.json', 'package-lock.json', 'README.md', 'CHANGELOG.md', 'LICENSE', '.env.example']

/** By name, because operators put their own files beside these: `.env`, other compose files, a broker's passwords. */
const deployFiles = [
  'Caddyfile',
  'Dockerfile',
  'compose.yml',
  'nginx.conf',
  'postgres-init.sh',
  'skywarden.service',
]
const deployFolders = ['deploy/grafana', 'deploy/prometheus']

/** Tests, and files that only tests import. */
const isForTests = (path: string) =>
  /(\.(test|soak|spec|testing)|\/testing(-\w+)?)\.tsx?$/.test(path) || /\/tests\//.test(path)

/**
 * Returns the source files of a release, by their paths in the given folder. In a checkout these are only files that
 * git tracks, because any other file may contain secrets.
 */
export function releasedSources(root: string): string[] {
  const among = [...folders, ...deployFolders]
  const found = existsSync(join(root, '.git'))
    ? trackedFiles(root, among)
    : among.flatMap(folder => visibleFiles(root, folder))
  return [...files, ...deployFiles.map(name => `deploy/${name}`), ...found.filter(path => !isForTests(path))]
}

function trackedFiles(root: string, among: readonly string[]): string[] {
  // A failure stops the release. Reading the folders instead would include what git ignores.
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...among], {
    cwd: root,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  const paths = listed.split('\0').filter(path => path !== '')
  if (paths.length === 0) throw new Error('git tracks none of the sources: use git add first')
  return paths
}

/** For a source archive, which has no list of its files. Names that begin with a dot are never sources. */
function visibleFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap(entry => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? visibleFiles(root, path) : [path]
    })
}
