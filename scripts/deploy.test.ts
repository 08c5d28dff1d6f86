import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig, settingNames } from '#server/config'

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

it('the compose file trusts a proxy on its host, whose requests come from the gateway of its network', () => {
  const compose = read('deploy/compose.yml')
  const one = (pattern: RegExp) => pattern.exec(compose)?.[1] ?? ''
  const trusted = one(/^ {6}SKYWARDEN_TRUST_PROXY: \$\{SKYWARDEN_TRUST_PROXY-([^}]+)\}$/m)
  expect(readConfig({ SKYWARDEN_TRUST_PROXY: trusted }).trustedProxies).toEqual([trusted])

  // Every service is in the default network, because none specifies another.
  const network =
    /^networks:\n {2}default:\n {4}ipam:\n {6}config:\n {8}- subnet: (\S+)\n {10}gateway: (\S+)\n/m
  const [, subnet = '', gateway] = network.exec(compose) ?? []
  expect(compose.match(/\bnetwork(s|_mode):/g)).toEqual(['networks:'])
  expect(gateway).toBe(trusted)
  const [start = '', bits] = subnet.split('/')
  const addresses = new BlockList()
  addresses.addSubnet(start, Number(bits))
  expect(addresses.check(trusted)).toBe(true)
  // Otherwise clients on other machines could reach it, and some of their requests also come from the gateway.
  expect(compose).toContain('- 127.0.0.1:8080:8080\n')
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
