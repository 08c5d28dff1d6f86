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
      host: 'localhost',
      feeds: 'simulated',
      trustedProxies: [],
      logLevel: 'info',
    })
  })

  test('takes what is set; what is set to nothing counts as left out', () => {
    const config = readConfig({ PORT: '9000', BASE_URL: 'https://weather.example.org/', SMTP_URL: '' })
    expect(config).toMatchObject({ port: 9000, baseUrl: 'https://weather.example.org', smtpUrl: undefined })
  })

  test('without the demonstration there is no simulated weather, unless it is asked for by name', () => {
    expect(readConfig({ SKYWARDEN_DEMO: 'off' }).feeds).toBe('none')
    expect(readConfig({ SKYWARDEN_DEMO: 'off', SKYWARDEN_FEEDS: 'simulated' }).feeds).toBe('simulated')
    expect(readConfig({ SKYWARDEN_FEEDS: 'none' }).feeds).toBe('none')
  })

  test('proxies are trusted by their addresses', () => {
    const proxies = (text: string) => readConfig({ SKYWARDEN_TRUST_PROXY: text }).trustedProxies
    expect(proxies('127.0.0.1, 10.0.0.0/8 ::1')).toEqual(['127.0.0.1', '10.0.0.0/8', '::1'])
    expect(proxies('')).toEqual([])
  })

  test.each(['on', 'true', '10.0.0.0/33', '0.0.0.0/0', 'proxy.example.org', '10.0.0'])(
    'proxies are not %s',
    text => expect(faultsOf({ SKYWARDEN_TRUST_PROXY: text })).toHaveLength(1),
  )

  test('the address follows the port', () => {
    expect(readConfig({ PORT: '9000' }).baseUrl).toBe('http://localhost:9000')
  })

  test('the map lies in the data folder unless it is named', () => {
    expect(readConfig({ DATA_DIR: '/data' }).mapFile).toBe('/data/map.pmtiles')
    expect(readConfig({ DATA_DIR: '/data', MAP_FILE: 'package.json' }).mapFile).toBe(resolve('package.json'))
    const { satelliteFile } = readConfig({ DATA_DIR: '/data' })
    expect(satelliteFile).toBe('/data/satellite.pmtiles')
  })

  test('the ground of maps is the house’s own, and pages fetch from nowhere else, unless it is set', () => {
    const { mapGrounds, mapOrigins } = readConfig({})
    expect(mapGrounds).toEqual({
      satelliteTiles: null,
      styles: { satellite: null, dark: null, light: null },
    })
    expect(mapOrigins).toEqual([])
  })

  test('the ground of maps may come from elsewhere; where from is allowed by itself, once', () => {
    const { mapGrounds, mapOrigins } = readConfig({
      SATELLITE_TILES: 'https://tiles.example.org/{z}/{x}/{y}.jpg?key=k',
      SATELLITE_CREDIT: 'Imagery © Example',
      SATELLITE_ZOOM: '17',
      MAP_STYLE_LIGHT: 'https://Maps.example.org/light.json',
      MAP_STYLE_DARK: 'http://localhost:9000/dark.json',
      MAP_HOSTS: 'https://fonts.example.org https://maps.example.org',
    })
    expect(mapGrounds).toEqual({
      satelliteTiles: {
        address: 'https://tiles.example.org/{z}/{x}/{y}.jpg?key=k',
        credit: 'Imagery © Example',
        deepestZoom: 17,
      },
      styles: {
        satellite: null,
        dark: 'http://localhost:9000/dark.json',
        light: 'https://Maps.example.org/light.json',
      },
    })
    expect(mapOrigins).toEqual([
      'https://tiles.example.org',
      'https://maps.example.org',
      'http://localhost:9000',
      'https://fonts.example.org',
    ])
  })

  test('tiles from elsewhere are not shown without the words that their owner asks for', () => {
    expect(faultsOf({ SATELLITE_TILES: 'https://tiles.example.org/{z}/{x}/{y}.jpg' })).toEqual([
      'SATELLITE_CREDIT must be set: the words that the owner of SATELLITE_TILES asks for',
    ])
  })

  test.each([
    'http://tiles.example.org/{z}/{x}/{y}.jpg',
    'https://tiles.example.org/{z}/{x}.jpg',
    'https://tiles.example.org/tile?z={z}&x={x}&y={y}',
    'https://me:secret@tiles.example.org/{z}/{x}/{y}.jpg',
    'https://*.example.org/{z}/{x}/{y}.jpg',
    "https://a;script-src'unsafe-inline'/{z}/{x}/{y}.jpg",
    'pmtiles://tiles.example.org/{z}/{x}/{y}.jpg',
  ])('SATELLITE_TILES=%s is refused', address => {
    expect(faultsOf({ SATELLITE_TILES: address, SATELLITE_CREDIT: 'Example' })).toEqual([
      'SATELLITE_TILES must look like https://tiles.example.org/{z}/{x}/{y}.jpg',
    ])
  })

  test.each([
    'https:',
    'https://*',
    'http://tiles.example.org',
    'https://tiles.example.org/',
    'https://tiles.example.org/path',
    'https://tiles.example.org;',
    'https://tiles.example.org,https://fonts.example.org',
    "https://tiles.example.org 'unsafe-eval'",
  ])('MAP_HOSTS=%s is refused', hosts => {
    expect(faultsOf({ MAP_HOSTS: hosts })).toEqual([
      'MAP_HOSTS must look like https://tiles.example.org https://fonts.example.org',
    ])
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
    ['SATELLITE_ZOOM', '23', 'must be a whole number from 0 to 22'],
    ['SATELLITE_ZOOM', '1.5', 'must be a whole number from 0 to 22'],
    [
      'MAP_STYLE_LIGHT',
      'http://maps.example.org/a.json',
      'must look like https://maps.example.org/style.json',
    ],
    ['MAP_STYLE_DARK', '/style.json', 'must look like https://maps.example.org/style.json'],
    ['MAP_STYLE_SATELLITE', 'style', 'must look like https://maps.example.org/style.json'],
    ['SUPPORT_EMAIL', 'help', 'must look like help@example.org'],
    ['SUPPORT_PHONE', 'call us', 'must look like +1 405 555 0100'],
    ['METRICS_TOKEN', 'short', 'must have at least 16 characters'],
    ['SKYWARDEN_DEMO', 'yes', 'must be on or off'],
    ['SKYWARDEN_SECRET', 'short', 'must have at least 32 characters'],
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
