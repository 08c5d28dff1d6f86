import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { bareEnvironment, startProcess } from '#server/house/process.testing'

const folder = mkdtempSync(join(tmpdir(), 'skywarden-copies-'))
chmodSync(folder, 0o755) // when run as root, PostgreSQL runs as another user
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = async (dataDir: string, more: Record<string, string> = {}) => {
  const server = await startProcess({ environment: { DATA_DIR: dataDir, SKYWARDEN_DEMO: 'off', ...more } })
  await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('Skywarden is ready')
  return server
}
const isRehearsal = async (server: { baseUrl: string }) => {
  const reported = (await (await fetch(`${server.baseUrl}/readyz`)).json()) as { rehearsal?: boolean }
  return reported.rehearsal === true
}
const admin = (command: string, dataDir: string) =>
  promisify(execFile)(process.execPath, ['server/admin.ts', command], {
    env: { ...bareEnvironment, DATA_DIR: dataDir },
  })

it('a copied data folder is a rehearsal until it is made real manually; the original stays real', async () => {
  const [own, copied] = [join(folder, 'own'), join(folder, 'copied')]
  const original = await start(own)
  expect(await isRehearsal(original)).toBe(false)
  await original.stop()
  cpSync(own, copied, { recursive: true, preserveTimestamps: true, filter: path => !path.endsWith('/run') })
  // Keeps the owner as `cp -a` would: PostgreSQL runs as the owner of its folder.
  await promisify(execFile)('chown', ['-R', '--reference', join(own, 'postgres'), join(copied, 'postgres')])
  chmodSync(join(copied, 'postgres'), 0o700)

  const copy = await start(copied)
  expect(copy.output()).toContain('REHEARSAL: nothing is sent from this server. The data folder is a copy of')
  expect(await isRehearsal(copy)).toBe(true)
  expect((await admin('make-real', copied)).stdout).toContain('is now the real one')
  await expect.poll(() => isRehearsal(copy), { timeout: 45_000 }).toBe(false)
  await copy.stop()

  // Another address alone does not indicate a copy if the folder is the same.
  for (const [dataDir, more] of [
    [copied, {}],
    [own, { BASE_URL: 'https://weather.example.org' }],
  ] as const) {
    const again = await start(dataDir, more)
    expect(await isRehearsal(again)).toBe(false)
    await again.stop()
  }
}, 180_000)
