import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freeSourceIds, publicSourceIds } from '#domain/feeds/public-sources'
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

const namesIn = (text: string) => text.trim().split(/\s+/)
const shellNames = namesIn(`
  _ BASH BASHOPTS BASH_ENV BASH_VERSION CDPATH COLORTERM COLUMNS DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION DIRSTACK
  DISPLAY EDITOR ENV EUID GDMSESSION GPG_TTY GROUPS HISTCONTROL HISTFILE HISTSIZE HOME HOSTALIASES HOSTNAME HOSTTYPE IFS
  INPUTRC INVOCATION_ID JOURNAL_STREAM LANG LANGUAGE LC_ALL LC_CTYPE LD_LIBRARY_PATH LESS LESSOPEN LINES LISTEN_FDS
  LISTEN_PID LOGNAME LS_COLORS MACHTYPE MAIL MAILCHECK MAILPATH MAILTO MANAGERPID MANPATH MOTD_SHOWN NOTIFY_SOCKET OLDPWD
  OPTERR OSTYPE PAGER PATH PIDFILE PPID PROMPT PROMPT_COMMAND PS1 PS2 PWD REMOTEHOST RUNTIME_DIRECTORY SESSION_MANAGER
  SHELL SHELLOPTS SHLVL SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY STATE_DIRECTORY SUDO_COMMAND SUDO_GID SUDO_UID
  SUDO_USER SYSTEMD_EXEC_PID TERM TERM_PROGRAM TMP TMPDIR TEMP TZ UID USER VISUAL WAYLAND_DISPLAY WINDOWID XAUTHORITY
  XDG_CACHE_HOME XDG_CONFIG_DIRS XDG_CONFIG_HOME XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR XDG_SESSION_ID XDG_SESSION_TYPE
  http_proxy https_proxy no_proxy ftp_proxy all_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY`)
const ciNames = namesIn(`
  AGENT_ID BASE_REF BASE_SHA BITBUCKET_BRANCH BUILDKITE BUILD_DIR BUILD_ID BUILD_NUMBER BUILD_TAG BUILD_URL CI CI_COMMIT_SHA
  CI_JOB_ID CI_JOB_URL CI_PIPELINE_URL CI_PROJECT_DIR CI_SERVER_HOST CI_SERVER_PORT CI_SERVER_URL CIRCLECI CIRCLE_BUILD_URL
  DRONE GIT_BRANCH GIT_COMMIT GIT_DIR GIT_URL GITHUB_ACTIONS GITHUB_API_URL GITHUB_BASE_REF GITHUB_ENV GITHUB_REF
  GITHUB_SERVER_URL GITHUB_SHA GITHUB_TOKEN GITHUB_WORKSPACE GITLAB_CI HUDSON_URL JENKINS_HOME JENKINS_URL JOB_NAME JOB_URL
  NODE_NAME RUNNER_ARCH RUNNER_NAME RUNNER_OS RUNNER_TEMP RUN_DISPLAY_URL TEAMCITY_VERSION TF_BUILD TRAVIS WORKSPACE`)
const containerNames = namesIn(`
  CONTAINER_NAME DOCKER_BUILDKIT DOCKER_CONFIG DOCKER_HOST DOCKER_TLS_VERIFY DYNO GAE_ENV KUBERNETES_PORT
  KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT K_REVISION K_SERVICE NAMESPACE POD_IP POD_NAME
  POSTGRES_DB POSTGRES_HOST POSTGRES_PASSWORD POSTGRES_PORT POSTGRES_USER PGDATA PGDATABASE PGHOST PGPASSWORD PGPORT PGUSER
  DB_HOST DB_NAME DB_PORT DB_URL DATABASE_HOST DATABASE_NAME DATABASE_PASSWORD DATABASE_PORT DATABASE_USER REDIS_URL MYSQL_URL
  SECRET_KEY_BASE WEB_CONCURRENCY container`)
const otherNames = namesIn(`
  npm_command npm_config_cache npm_config_registry npm_config_user_agent npm_execpath npm_lifecycle_event npm_node_execpath
  npm_package_name INIT_CWD NODE NODE_ENV NODE_OPTIONS NODE_PATH NVM_BIN NVM_DIR JAVA_HOME GOPATH CARGO_HOME PYTHONPATH
  VIRTUAL_ENV CONDA_PREFIX SMTP_FROM SMTP_HOST SMTP_PASS SMTP_PASSWORD SMTP_PORT SMTP_SSL SMTP_TLS SMTP_USER MAIL_HOST MAIL_PORT
  MAIL_USER MAIL_TO HTTP_URL API_URL APP_URL SITE_URL WEB_URL LOG_FILE LOG_LEVEL ENV_FILE TMP_FILE PID_FILE BASE_DIR BASE_PATH
  DATA_FILE DATA_HOME DATA_PATH DATA_URL CACHE_DIR CONFIG_DIR LOG_DIR TEMP_DIR HOST_IP HOST_NAME HOST_PORT APP_PORT HTTP_PORT
  API_TOKEN AUTH_TOKEN ACCESS_TOKEN VAULT_TOKEN NPM_TOKEN SUPPORT_URL MAP_SIZE MAP_KEY PORTS HOSTS SPORT REPORT`)

describe('the configuration', () => {
  test('needs no setting', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      baseUrl: 'http://localhost:8080',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      demo: true,
      host: 'localhost',
      feeds: 'simulated',
      trustedProxies: [],
      allowedNetworks: [],
      logLevel: 'info',
    })
  })

  test('uses what is set; an empty setting is treated as omitted', () => {
    const config = readConfig({ PORT: '9000', BASE_URL: 'https://weather.example.org/', SMTP_URL: '' })
    expect(config).toMatchObject({ port: 9000, baseUrl: 'https://weather.example.org', smtpUrl: undefined })
  })

  test('without the demo there is no simulated weather, unless it is requested by name', () => {
    expect(readConfig({ SKYWARDEN_DEMO: 'off' }).feeds).toBe('none')
    expect(readConfig({ SKYWARDEN_DEMO: 'off', SKYWARDEN_FEEDS: 'simulated' }).feeds).toBe('simulated')
    expect(readConfig({ SKYWARDEN_FEEDS: 'none' }).feeds).toBe('none')
    const contact = { FEEDS_CONTACT: 'weather@example.org' }
    expect(readConfig({ SKYWARDEN_FEEDS: 'public', ...contact }).feeds).toEqual(freeSourceIds)
    expect(readConfig({ SKYWARDEN_FEEDS: 'glm, nws', ...contact }).feeds).toEqual(['nws', 'glm'])
  })

  test('Open-Meteo joins public sources if its address is set, and no other weather', () => {
    const environment = { FEEDS_CONTACT: 'weather@example.org', OPEN_METEO_URL: 'https://meteo.example.org/' }
    const feeds = (text: string) => readConfig({ ...environment, SKYWARDEN_FEEDS: text }).feeds
    expect(feeds('public')).toEqual(publicSourceIds)
    expect(feeds('glm')).toEqual(['glm', 'open-meteo'])
    expect(feeds('simulated')).toBe('simulated')
    expect(feeds('none')).toBe('none')
    expect(readConfig({ ...environment, OPEN_METEO_KEY: 'key' }).openMeteo).toEqual({
      url: 'https://meteo.example.org',
      key: 'key',
    })
    expect(faultsOf({ OPEN_METEO_KEY: 'key' })).toEqual([
      'OPEN_METEO_URL must also be set: the server that OPEN_METEO_KEY is for',
    ])
  })

  test.each(['nws,simulated', 'noaa', ' ', 'public,nws', 'open-meteo'])('rejects the feeds %j', text =>
    expect(faultsOf({ SKYWARDEN_FEEDS: text, FEEDS_CONTACT: 'https://example.org' })).toHaveLength(1),
  )

  test('public feeds need a contact address for their servers', () => {
    expect(faultsOf({ SKYWARDEN_FEEDS: 'public' })).toEqual([
      "FEEDS_CONTACT must also be set: public sources require the operator's email address or web page",
    ])
    const { feedsContact } = readConfig({ SKYWARDEN_FEEDS: 'nws', SUPPORT_EMAIL: 'help@example.org' })
    expect(feedsContact).toBe('help@example.org')
    expect(faultsOf({ FEEDS_CONTACT: 'somebody' })).toHaveLength(1)
  })

  test('proxies are trusted by their addresses', () => {
    const proxies = (text: string) => readConfig({ SKYWARDEN_TRUST_PROXY: text }).trustedProxies
    expect(proxies('127.0.0.1, 10.0.0.0/8 ::1')).toEqual(['127.0.0.1', '10.0.0.0/8', '::1'])
    expect(proxies('')).toEqual([])
  })

  test.each(['on', 'true', '10.0.0.0/33', '0.0.0.0/0', 'proxy.example.org', '10.0.0'])(
    'rejects the proxies %s',
    text => expect(faultsOf({ SKYWARDEN_TRUST_PROXY: text })).toHaveLength(1),
  )

  test('private networks are allowed by their addresses', () => {
    const { allowedNetworks } = readConfig({ SKYWARDEN_ALLOWED_NETWORKS: '192.168.1.0/24, 10.0.0.7' })
    expect(allowedNetworks).toEqual(['192.168.1.0/24', '10.0.0.7'])
    expect(faultsOf({ SKYWARDEN_ALLOWED_NETWORKS: 'cameras.local' })).toHaveLength(1)
  })

  test('the address follows the port', () => {
    expect(readConfig({ PORT: '9000' }).baseUrl).toBe('http://localhost:9000')
  })

  test('the map is in the data folder unless it is configured', () => {
    expect(readConfig({ DATA_DIR: '/data' }).mapFile).toBe('/data/map.pmtiles')
    expect(readConfig({ DATA_DIR: '/data', MAP_FILE: 'package.json' }).mapFile).toBe(resolve('package.json'))
    const { satelliteFile } = readConfig({ DATA_DIR: '/data' })
    expect(satelliteFile).toBe('/data/satellite.pmtiles')
  })

  test('the base map is our own, and pages load from no other origin, unless it is set', () => {
    const { mapGrounds, mapOrigins } = readConfig({})
    expect(mapGrounds).toEqual({
      satelliteTiles: null,
      styles: { satellite: null, dark: null, light: null },
    })
    expect(mapOrigins).toEqual([])
  })

  test('the base map may come from another origin, which is allowed automatically, once', () => {
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

  test('external tiles are not shown without the attribution that their owner requires', () => {
    expect(faultsOf({ SATELLITE_TILES: 'https://tiles.example.org/{z}/{x}/{y}.jpg' })).toEqual([
      'SATELLITE_CREDIT must be set to the attribution that the owner of SATELLITE_TILES requires',
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
  ])('SATELLITE_TILES=%s is rejected', address => {
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
  ])('MAP_HOSTS=%s is rejected', hosts => {
    expect(faultsOf({ MAP_HOSTS: hosts })).toEqual([
      'MAP_HOSTS must look like https://tiles.example.org https://fonts.example.org',
    ])
  })

  test.each([
    ['PORT', 'eighty', 'must be a port number'],
    ['PORT', '0', 'must be a port number'],
    ['PORT', '65536', 'must be a port number'],
    ['BASE_URL', 'ftp://weather.example.org', 'must look like https://weather.example.org, without a path'],
    ['BASE_URL', 'weather.example.org', 'must look like https://weather.example.org, without a path'],
    ['BASE_URL', 'https://example.org/weather', 'must look like https://weather.example.org, without a path'],
    ['BASE_URL', 'https://example.org/?a=b', 'must look like https://weather.example.org, without a path'],
    ['BASE_URL', 'https://me:pw@example.org', 'must look like https://weather.example.org, without a path'],
    ['MAIL_FROM', 'Skywarden', 'must look like Skywarden <no-reply@example.org>'],
    ['MAIL_FROM', 'Skywarden <no-reply>', 'must look like Skywarden <no-reply@example.org>'],
    ['MAIL_FROM', 'no-reply@example.org <', 'must look like Skywarden <no-reply@example.org>'],
    ['DATA_DIR', ' ', 'must not begin or end with whitespace'],
    ['DATA_DIR', '/data ', 'must not begin or end with whitespace'],
    ['BASE_URL', ' https://weather.example.org', 'must not begin or end with whitespace'],
    ['PORT', '8080\n', 'must not begin or end with whitespace'],
    ['DATABASE_URL', 'mysql://host/db', 'must look like postgres://user:password@host:5432/skywarden'],
    ['MQTT_URL', 'host:1883', 'must look like mqtt://user:password@host:1883'],
    ['MQTT_URL', 'https://host', 'must look like mqtt://user:password@host:1883'],
    ['MQTT_PORT', 'door', 'must be a port number, or 0'],
    ['MQTT_PORT', '65536', 'must be a port number, or 0'],
    ['MQTT_PROT', '1883', 'is not a Skywarden setting; did you mean MQTT_PORT?'],
    ['SMTP_URL', 'host:587', 'must look like smtp://user:password@host:587'],
    ['SMTP_URL', 'smtps://host?tls=off', 'must begin with smtp:// to be used with ?tls=off'],
    ['SMTP_URL', 'smtp://host?tls=no', 'must not contain tls, except as ?tls=off to send without encryption'],
    [
      'SMTP_URL',
      'smtp://host?ignoreTLS=true',
      'must not contain ignoreTLS: smtp:// demands encryption (STARTTLS), smtps:// begins with it, and ?tls=off turns it off',
    ],
    ['SMTP_URL', 'smtp:host', 'must look like smtp://user:password@host:587'],
    ['MQTT_URL', 'mqtt:host', 'must look like mqtt://user:password@host:1883'],
    ['AUDIT_ANCHOR', 'http://host/x', 'must be a file, or look like https://anchors.example.org/skywarden'],
    ['GEOCODER_URL', 'photon:2322', 'must look like http://photon:2322'],
    [
      'GEOCODER_URL',
      'https://nominatim.openstreetmap.org',
      'must be your own server: the public Nominatim does not allow search while typing',
    ],
    ['GEOCODER', 'google', 'must be photon or nominatim or esri'],
    ['GEOCODER_TOKEN', 'a-token', 'is only for GEOCODER=esri'],
    ['OPEN_METEO_URL', 'api.open-meteo.com', 'must look like https://api.open-meteo.com'],
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
    ['SKYWARDEN_LOG', 'loud', 'must be debug or info or warn or error or pretty'],
    ['SKYWARDEN_DEMOO', 'on', 'is not a Skywarden setting; did you mean SKYWARDEN_DEMO?'],
    ['SKYWARDEN_COLOR', 'on', 'is not a Skywarden setting'],
    ['BASE_ULR', 'x', 'is not a Skywarden setting; did you mean BASE_URL?'],
    ['BASEURL', 'x', 'is not a Skywarden setting; did you mean BASE_URL?'],
    ['URL_BASE', 'x', 'is not a Skywarden setting; did you mean BASE_URL?'],
    ['base_url', 'x', 'is not a Skywarden setting; did you mean BASE_URL?'],
    ['SMTP_URI', 'x', 'is not a Skywarden setting; did you mean SMTP_URL?'],
    ['DATABASE_URI', 'x', 'is not a Skywarden setting; did you mean DATABASE_URL?'],
    ['DATABSE_URL', 'x', 'is not a Skywarden setting; did you mean DATABASE_URL?'],
    ['DATADIR', 'x', 'is not a Skywarden setting; did you mean DATA_DIR?'],
    ['MAIL_FORM', 'x', 'is not a Skywarden setting; did you mean MAIL_FROM?'],
    ['METRIC_TOKEN', 'x', 'is not a Skywarden setting; did you mean METRICS_TOKEN?'],
  ])('%s=%s is rejected: %s', (name, value, fault) => {
    expect(faultsOf({ [name]: value })).toEqual([`${name} ${fault}`])
  })

  test('devices connect to a port of the same host, with or without TLS, or only with TLS', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).mqtt).toEqual({
      url: undefined,
      host: '0.0.0.0',
      port: 1883,
      tls: undefined,
    })
    const [certFile, keyFile] = [resolve('package.json'), resolve('tsconfig.json')]
    const tls = { MQTT_TLS_PORT: '8883', MQTT_TLS_CERT: certFile, MQTT_TLS_KEY: keyFile }
    expect(readConfig({ MQTT_PORT: '0', ...tls }).mqtt).toMatchObject({
      port: 0,
      tls: { port: 8883, certFile, keyFile },
    })
    expect(faultsOf({ ...tls, MQTT_TLS_KEY: '' })).toEqual([
      'MQTT_TLS_KEY must also be set: MQTT_TLS_PORT, MQTT_TLS_CERT, MQTT_TLS_KEY belong together',
    ])
    expect(faultsOf({ ...tls, MQTT_TLS_CERT: '/nowhere.pem' })).toEqual([
      'MQTT_TLS_CERT must be a file that exists',
    ])
  })

  test('an external broker replaces our own listeners', () => {
    const url = 'mqtts://house:secret@broker.example.org:8883'
    expect(readConfig({ MQTT_URL: url }).mqtt).toEqual({ url })
    expect(faultsOf({ MQTT_URL: url, MQTT_PORT: '1884' })).toEqual([
      'MQTT_PORT must not be set with MQTT_URL: devices connect to the broker there',
    ])
  })

  test.each([
    ['NATS_URL', 'nats://127.0.0.1:4222'],
    ['SKYWARDEN_RUN', 'api'],
  ])('%s without DATABASE_URL is rejected in one line', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([
      `${name} needs DATABASE_URL: several processes share one PostgreSQL`,
    ])
    expect(faultsOf({ [name]: value, DATABASE_URL: 'postgres://host/skywarden' })).toEqual([])
  })

  test.each(['', 'web', 'api,', 'api;feeds'])('SKYWARDEN_RUN=%s with DATABASE_URL', value => {
    const faults = faultsOf({ SKYWARDEN_RUN: value, DATABASE_URL: 'postgres://host/skywarden' })
    const fault = 'SKYWARDEN_RUN must be one or more of api, engines, feeds, gateway, separated by commas'
    expect(faults).toEqual(value === '' || value === 'api,' ? [] : [fault])
  })

  test('lists every error at once, and shows no value', () => {
    const wrong = { PORT: 'x', SKYWARDEN_SECRET: 'hunter2', SKYWARDEN_LOG: 'x', SKYWARDEN_WRONG: 'x' }
    const faults = faultsOf(wrong)
    expect(faults).toHaveLength(4)
    expect(new WrongConfig(faults).message).toMatch(/^The configuration is invalid:\n(  - .+\n){3}  - .+$/)
    expect(faults.join()).not.toContain('hunter2')
  })

  test('a secret may end with a space, because without the space it would be a different secret', () => {
    const secret = `${'s'.repeat(32)}\n`
    expect(readConfig({ SKYWARDEN_SECRET: secret }).secret).toBe(secret)
  })

  test('the sender of mail may be an address alone, or one with a name', () => {
    expect(readConfig({ MAIL_FROM: 'no-reply@example.org' }).mailFrom).toBe('no-reply@example.org')
    expect(faultsOf({ MAIL_FROM: '"The Weather, Inc." <no-reply@example.org>' })).toEqual([])
  })

  test.each([
    ['a shell', shellNames],
    ['CI', ciNames],
    ['containers', containerNames],
    ['other programs', otherNames],
  ])('variables that %s may have are ignored', (_, names) => {
    const own = names.filter(name => settingNames.includes(name))
    expect(own).toEqual([])
    expect(faultsOf(Object.fromEntries(names.map(name => [name, 'x'])))).toEqual([])
  })

  test("the tester's own variables are ignored", () => {
    const foreign = Object.entries(process.env).filter(([name]) => !settingNames.includes(name))
    expect(faultsOf(Object.fromEntries(foreign) as Record<string, string>)).toEqual([])
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
