import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig, settingNames, WrongConfig } from './config.ts'

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof WrongConfig) return error.faults
    throw error
  }
}

describe('the configuration', () => {
  test('needs nothing to be set', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      baseUrl: 'http://localhost:8080',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      demo: true,
      trustProxy: false,
      logLevel: 'info',
    })
  })

  test('takes what is set; what is set to nothing counts as left out', () => {
    const config = readConfig({ PORT: '9000', BASE_URL: 'https://weather.example.org/', SMTP_URL: '' })
    expect(config).toMatchObject({ port: 9000, baseUrl: 'https://weather.example.org', smtpUrl: undefined })
  })

  test('the address follows the port', () => {
    expect(readConfig({ PORT: '9000' }).baseUrl).toBe('http://localhost:9000')
  })

  test('the map lies in the data folder unless it is named', () => {
    expect(readConfig({ DATA_DIR: '/data' }).mapFile).toBe('/data/map.pmtiles')
    expect(readConfig({ DATA_DIR: '/data', MAP_FILE: 'package.json' }).mapFile).toBe(resolve('package.json'))
    const { satelliteFile } = readConfig({ DATA_DIR: '/data' })
    expect(satelliteFile).toBe('/data/satellite.pmtiles')
  })

  test.each([
    ['PORT', 'eighty', 'must be a port number'],
    ['PORT', '0', 'must be a port number'],
    ['PORT', '65536', 'must be a port number'],
    ['BASE_URL', 'ftp://weather.example.org', 'must look like https://weather.example.org'],
    ['BASE_URL', 'weather.example.org', 'must look like https://weather.example.org'],
    ['DATABASE_URL', 'mysql://host/db', 'must look like postgres://user:password@host:5432/skywarden'],
    ['SMTP_URL', 'host:587', 'must look like smtp://user:password@host:587'],
    ['MAP_FILE', '/nowhere/map.pmtiles', 'must be a file that exists'],
    ['SUPPORT_EMAIL', 'help', 'must look like help@example.org'],
    ['SUPPORT_PHONE', 'call us', 'must look like +1 405 555 0100'],
    ['METRICS_TOKEN', 'short', 'must have at least 16 characters'],
    ['SKYWARDEN_DEMO', 'yes', 'must be on or off'],
    ['SKYWARDEN_SECRET', 'short', 'must have at least 32 characters'],
    ['SKYWARDEN_TRUST_PROXY', 'true', 'must be on or off'],
    ['SKYWARDEN_LOG', 'loud', 'must be debug or info or warn or error'],
    ['SKYWARDEN_DEMOO', 'on', 'is not a setting of Skywarden'],
  ])('%s=%s is refused: %s', (name, value, fault) => {
    expect(faultsOf({ [name]: value })).toEqual([`${name} ${fault}`])
  })

  test('every fault is listed at once, and no value is shown', () => {
    const wrong = { PORT: 'x', SKYWARDEN_SECRET: 'hunter2', SKYWARDEN_LOG: 'x', SKYWARDEN_WRONG: 'x' }
    const faults = faultsOf(wrong)
    expect(faults).toHaveLength(4)
    expect(new WrongConfig(faults).message).toMatch(/^The configuration is wrong:\n(  - .+\n){3}  - .+$/)
    expect(faults.join()).not.toContain('hunter2')
  })

  test('other programs may have variables of their own', () => {
    expect(faultsOf({ HOME: '/root', PATH: '/bin', NODE_ENV: 'production' })).toEqual([])
  })
})

describe('.env.example', () => {
  const documented = readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=(.*)$/gm)
  const values = Object.fromEntries(Array.from(documented, ([, name, value]) => [name, value]))

  test('documents every setting and no other', () => {
    expect(Object.keys(values)).toEqual(settingNames)
  })

  test('gives the defaults', () => {
    expect(readConfig(values)).toEqual(readConfig({}))
  })
})
