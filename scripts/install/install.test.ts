import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const here = import.meta.dirname
const otherPlatform = process.platform === 'linux' ? 'darwin' : 'linux'
const locked = {
  '': {},
  'node_modules/kept': { version: '1.0.0' },
  'node_modules/tests': { version: '1.0.0', dev: true },
  'node_modules/ours': {
    version: '2.0.0',
    optional: true,
    os: [process.platform],
    cpu: process.arch,
  },
  'node_modules/theirs': { version: '2.0.0', optional: true, os: [otherPlatform] },
}
type Path = keyof typeof locked

describe('findMissing', () => {
  let folder = ''
  const write = (file: string, content: object) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), JSON.stringify(content))
  }
  /** Writes packages and npm's record of them, as npm does. */
  function installed(...paths: Path[]) {
    for (const path of paths) write(`${path}/package.json`, { main: 'program.json' })
    for (const path of paths) write(`${path}/program.json`, {})
    write('node_modules/.package-lock.json', {
      packages: Object.fromEntries(paths.map(path => [path, locked[path]])),
    })
  }
  function missing(testTools = false): string[] {
    const script = `console.log(JSON.stringify(
      require(${JSON.stringify(join(here, 'find-missing.cjs'))}).findMissing({ testTools: ${testTools} })))`
    const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' })
    return JSON.parse(stdout) as string[]
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skywarden-install-'))
    write('package-lock.json', { packages: locked })
    installed('node_modules/kept', 'node_modules/ours')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('returns nothing if everything this machine needs is installed', () => expect(missing()).toEqual([]))

  it('returns a missing test tool only if test tools are requested', () =>
    expect(missing(true)).toEqual(['node_modules/tests']))

  it('returns a missing binary for this machine although it is optional', () => {
    installed('node_modules/kept')
    expect(missing()).toEqual(['node_modules/ours'])
  })

  it('returns a package whose binary is missing', () => {
    rmSync(join(folder, 'node_modules/ours/program.json'))
    expect(missing()).toEqual(['node_modules/ours'])
  })

  it('returns a package that is recorded but missing', () => {
    rmSync(join(folder, 'node_modules/kept'), { recursive: true })
    expect(missing()).toEqual(['node_modules/kept'])
  })

  it.each(['', '{"packages": {'])('returns everything after an interrupted installation', record => {
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), record)
    expect(missing()).toEqual(['node_modules/kept', 'node_modules/ours'])
  })
})

describe('files that run on the system’s own Node', () => {
  const files = [join(here, '../run.cjs'), ...readdirSync(here).map(name => join(here, name))]
  it.each(files.filter(file => file.endsWith('.cjs')))('use only what Node 12 supports: %s', file => {
    expect(readFileSync(file, 'utf8')).not.toMatch(
      /\?\.|\?\?|'node:|\bawait\b|\|\|=|\.(at|replaceAll)\(|rmSync\(/,
    )
  })
})

describe('packages come from the lock file or not at all', () => {
  const { packages } = JSON.parse(readFileSync(join(here, '../../package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; hasInstallScript?: boolean }>
  }
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(cjs|mjs)$|^run$/.test(name))
      .map(name => join(folder, name))

  it('every package has a SHA-512 checksum', () => {
    const without = Object.entries(packages).filter(([path, { integrity }]) => {
      return path !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')
    })
    expect(without).toEqual([])
  })

  it.each([...filesIn(join(here, '..')), ...filesIn(join(here, '../../.ci'))])(
    '%s installs only by `npm ci` with the options of `exactly`',
    file => {
      const calls = readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => !/^\s*(\/\/|#|\*|\/\*\*)/.test(line))
        .join('\n')
        .matchAll(/\bnpm\(\w+(?:\.\w+)?, ([^)]*)/g)
      for (const [, given = ''] of calls) expect(given).toMatch(/^(exactly\.|\['--version'|\['view'|args)/)
      expect(readFileSync(file, 'utf8')).not.toMatch(/\bnpm (install|i|add|update)\b(?! -g npm)/)
    },
  )

  it("ignores a person's own settings that would loosen it", () => {
    const script = `console.log(JSON.stringify(require(${JSON.stringify(join(here, 'npm.cjs'))}).exactly))`
    const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining(['ci', '--ignore-scripts', '--package-lock=true', '--force=false']),
    )
  })
})
