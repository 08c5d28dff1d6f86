import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startProcess, type ServerProcess } from '#server/house/process.testing'

/** The files that a build and a server need. The rest of the folder is large. */
const sources = ['contract', 'docs', 'domain', 'scripts', 'server', 'simulator', 'web']
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'vite.config.ts']

describe('building in a running server’s folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-rebuild-'))
  const dataDir = join(folder, 'data')
  const servers: ServerProcess[] = []

  function build() {
    const options = { cwd: folder, encoding: 'utf8' } as const
    const run = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], options)
    expect(run.stderr + run.stdout, 'vite build').toContain('built in')
    expect(run.status).toBe(0)
  }
  async function start() {
    const environment = { SKYWARDEN_DEMO: 'off', SKYWARDEN_FEEDS: 'none', DATA_DIR: dataDir }
    const server = await startProcess({ environment, folder })
    servers.push(server)
    await vi.waitFor(async () => expect((await server.ready()).ready).toBe(true), 60_000)
    return server
  }
  const page = async ({ baseUrl }: ServerProcess) =>
    (await fetch(baseUrl, { headers: { accept: 'text/html' } })).text()
  const entryOf = (html: string) => /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? ''
  /** Returns every asset of a page's build, including those loaded only when a screen is opened. */
  function assetsBeside(html: string): string[] {
    const all = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    const entry = all.find(path => path.endsWith(entryOf(html))) ?? ''
    const own = all.filter(path => dirname(path) === dirname(entry) && !/\.(br|gz)$/.test(path))
    return own.map(path => `/assets/${basename(path)}`)
  }
  async function missing({ baseUrl }: ServerProcess, paths: readonly string[]): Promise<string[]> {
    const statuses = await Promise.all(paths.map(async path => (await fetch(baseUrl + path)).status))
    return paths.filter((_, index) => statuses[index] !== 200)
  }
  const linked = (html: string) =>
    [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

  beforeAll(() => {
    for (const source of sources) cpSync(source, join(folder, source), { recursive: true })
    for (const file of files) cpSync(file, join(folder, file))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    build()
  })
  afterAll(async () => {
    await Promise.all(servers.map(server => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  })

  it('blanks no screen, because a server keeps the version it started with and the next one serves the previous version for a day', async () => {
    const running = await start()
    const before = await page(running)
    const assetsBefore = assetsBeside(before)
    expect(assetsBefore.length).toBeGreaterThan(50)

    const main = join(folder, 'web/main.tsx')
    writeFileSync(
      main,
      `${readFileSync(main, 'utf8')}\ndocument.documentElement.dataset['version'] = 'next'\n`,
    )
    build()
    expect(await missing(running, assetsBefore), 'assets of the page that is open').toEqual([])
    const loaded = await page(running)
    expect(entryOf(loaded), 'a server does not change its page').toBe(entryOf(before))
    expect(await missing(running, linked(loaded))).toEqual([])

    await running.stop()
    const next = await start()
    const after = await page(next)
    expect(entryOf(after)).not.toBe(entryOf(before))
    expect(await missing(next, assetsBeside(after))).toEqual([])
    expect(await missing(next, assetsBefore), 'a tab that was open before the restart').toEqual([])

    // Two days later, with the current server still running.
    const builds = join(folder, 'dist/builds')
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
    const [current] = readdirSync(builds).filter(name =>
      readdirSync(join(builds, name, 'assets')).includes(entryOf(after).replace('/assets/', '')),
    )
    for (const name of readdirSync(builds))
      if (name !== current) utimesSync(join(builds, name), twoDaysAgo, twoDaysAgo)
    build()
    expect(readdirSync(builds)).toEqual([current])
    expect(await missing(next, [entryOf(before)])).toEqual([entryOf(before)])
    expect(await missing(next, assetsBeside(after))).toEqual([])
  })
})
