import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingNames } from '#server/config'

const read = (file: string) => readFileSync(file, 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

it('every example names the current version', () => {
  for (const file of ['Dockerfile', 'compose.yml', 'skywarden.service']) {
    const named = Array.from(
      read(`deploy/${file}`).matchAll(/(?:skywarden[:-]|VERSION=)(\d+\.\d+\.\d+)/g),
      ([, found]) => found,
    )
    expect(named.length, file).toBeGreaterThan(0)
    expect(new Set(named), file).toEqual(new Set([version]))
  }
  expect(read('CHANGELOG.md')).toContain(`## [${version}]`)
})

it('the compose file sets only settings that exist', () => {
  const [, ours = ''] =
    /\n {2}skywarden:\n[^]*? {4}environment:\n([^]*?)\n {4}volumes/.exec(read('deploy/compose.yml')) ?? []
  const names = Array.from(ours.matchAll(/^ {6}(\w+):/gm), ([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter(name => !settingNames.includes(name))).toEqual([])
})

const hasSystemd = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0

it.runIf(hasSystemd)('systemd accepts the unit without a warning', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-unit-'))
  const unit = join(folder, 'skywarden.service')
  // The check requires the program to exist, but not the documentation.
  writeFileSync(unit, read('deploy/skywarden.service').replace('/opt/skywarden/bin/skywarden', '/bin/true'))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(stderr.split('\n').filter(line => line.includes('skywarden'))).toEqual([])
  expect(status).toBe(0)
})
