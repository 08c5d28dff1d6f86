import { join, resolve } from 'node:path'
import type { MapGrounds } from '#contract/weather/radar'
import * as z from 'zod/mini'
import { anchorOf, anchorVariables, type AnchorPlace } from './anchor-settings.ts'
import type { TracesConfig } from '#server/platform/traces/index'
import { tracesOf, traceVariables } from './trace-settings.ts'
import { smtpFault } from '#server/platform/smtp-connection'
import { settingMeantBy } from './setting-names.ts'
import {
  feedsFault,
  feedsOf,
  feedVariables,
  openMeteoOf,
  type FeedsChosen,
  type OpenMeteoConfig,
} from './feed-settings.ts'
import { geocoderFaults, geocoderOf, geocoderVariables, type GeocoderConfig } from './geocoder-settings.ts'
import { mapGroundsOf, mapOriginsOf, mapVariables } from './map-settings.ts'
import type { NotifyConfig } from '#server/platform/service-manager'
import {
  address,
  bareAddress,
  daysFrom,
  existingFile,
  isSender,
  listed,
  networks,
  notAnOptionalPort,
  notAPort,
  oneOf,
  portFrom,
  switchOf,
} from './setting-shapes.ts'

/** Declares the address of a page that the app links to. */
const page = (example: string) => address(/^https?$/, example)

/** A process's roles: serves people, keeps records and sends, runs feeds, admits devices. */
const parts = ['api', 'engines', 'feeds', 'gateway'] as const
export type Part = (typeof parts)[number]
const areParts = (text: string) =>
  listed(text).length > 0 && listed(text).every(each => parts.some(part => part === each))

const variables = z.object({
  PORT: z._default(portFrom(1, notAPort), 8080),
  HOST: z._default(z.string(), 'localhost'),
  BASE_URL: bareAddress('https://weather.example.org'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  // If the URL has no host, the database is reached through a Unix socket.
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user:password@host:5432/skywarden', {
    needsHost: false,
  }),
  NATS_URL: address(/^(nats|tls|wss?)$/, 'nats://host:4222'),
  MQTT_URL: address(/^(mqtts?|wss?)$/, 'mqtt://user:password@host:1883'),
  MQTT_PORT: z._default(portFrom(0, notAnOptionalPort), 1883),
  MQTT_TLS_PORT: z.optional(portFrom(1, notAPort)),
  MQTT_TLS_CERT: existingFile,
  MQTT_TLS_KEY: existingFile,
  TEMPEST_UDP_PORT: z.optional(portFrom(1, notAPort)),
  HISTORY_READINGS_DAYS: z._default(daysFrom(2), 60),
  HISTORY_QUARTERS_DAYS: z._default(daysFrom(14), 400),
  HISTORY_HOURS_DAYS: z._default(daysFrom(92), 1830),
  HISTORY_DAYS_DAYS: z._default(daysFrom(92), 3660),
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@host:587'),
  MAIL_FROM: z._default(
    z.string().check(z.refine(isSender, 'must look like Skywarden <no-reply@example.org>')),
    'Skywarden <no-reply@skywarden.test>',
  ),
  SMS_URL: z._default(
    z.url({ protocol: /^https?$/, error: 'must look like https://api.twilio.com' }),
    'https://api.twilio.com',
  ),
  SMS_ACCOUNT: z.optional(z.string()),
  SMS_TOKEN: z.optional(z.string()),
  SMS_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(/^(\+[1-9]\d{6,14}|\d{5,6}|MG[0-9a-f]{32})$/, 'must look like +14055550100, 54321 or MG...'),
      ),
  ),
  VAPID_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^[\w-]{87}$/, 'must be a VAPID key'))),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.regex(/^[\w-]{43}$/, 'must be a VAPID key'))),
  METEOROLOGIST_EMAIL: z.optional(z.email('must look like weather@example.org')),
  FFMPEG_PATH: z._default(z.string(), 'ffmpeg'),
  ...geocoderVariables,
  ANALYTICS_URL: address(/^https?$/, 'https://collector.example.org/events'),
  INFORMACAST_URL: address(/^https?$/, 'https://api.icmobile.singlewire.com/api'),
  MAP_FILE: existingFile,
  SATELLITE_FILE: existingFile,
  ...mapVariables,
  SUPPORT_EMAIL: z.optional(z.email('must look like help@example.org')),
  SUPPORT_PHONE: z.optional(
    z.string().check(z.regex(/^[+\d][\d ().-]{4,30}$/, 'must look like +1 405 555 0100')),
  ),
  HELP_URL: page('https://help.example.org'),
  HARDWARE_URL: page('https://example.org/hardware'),
  PROVIDER_URL: page('https://example.org'),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  ...anchorVariables,
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  ...traceVariables,
  SKYWARDEN_DEMO: switchOf('on'),
  SKYWARDEN_RUN: z._default(
    z.string().check(z.refine(areParts, `must be one or more of ${parts.join(', ')}, separated by commas`)),
    parts.join(','),
  ),
  ...feedVariables,
  SKYWARDEN_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  SKYWARDEN_TRUST_PROXY: networks(
    'must be the addresses of your proxies, such as 127.0.0.1 or 10.0.0.0/8 192.168.1.7',
  ),
  SKYWARDEN_ALLOWED_NETWORKS: networks('must be networks, such as 192.168.1.0/24 or 10.0.0.7'),
  SKYWARDEN_LOG: oneOf(['debug', 'info', 'warn', 'error', 'pretty'], 'info'),
})

export const settingNames: readonly string[] = Object.keys(variables.shape)

/** Where devices connect: our own listeners, or a broker that someone else runs. */
export type MqttConfig =
  | { readonly url: string }
  | {
      readonly url: undefined
      readonly host: string
      /** If 0, no device can connect without TLS. */
      readonly port: number
      readonly tls: { readonly port: number; readonly certFile: string; readonly keyFile: string } | undefined
    }

export interface Config {
  readonly port: number
  readonly host: string
  /** The URL at which people reach this server, without a trailing slash. */
  readonly baseUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The NATS server through which processes signal each other; if not set, they use the database. */
  readonly natsUrl: string | undefined
  /** The roles of this process; all of them if not set. */
  readonly runs: ReadonlySet<Part>
  readonly mqtt: MqttConfig
  /** The port on which broadcasts of Tempest hubs are received; if not set, none are. */
  readonly tempestUdpPort: number | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** The text message provider, with a Twilio-compatible API. */
  readonly sms:
    | { readonly url: string; readonly account: string; readonly token: string; readonly from: string }
    | undefined
  /** Identifies this server to push services; generated if not set. */
  readonly vapid: { readonly publicKey: string; readonly privateKey: string } | undefined
  /** How many days of weather station reports are kept. */
  readonly history: {
    readonly readingsDays: number
    readonly quartersDays: number
    readonly hoursDays: number
    readonly daysDays: number
  }
  /** Where questions to the meteorologists are sent. */
  readonly meteorologistEmail: string | undefined
  /** The program that makes camera video playable. */
  readonly ffmpegPath: string
  /** Where page views are counted; if not set, they are not counted. */
  readonly analyticsUrl: string | undefined
  /** The geocoder for street addresses. */
  readonly geocoder: GeocoderConfig | undefined
  /** The API of Singlewire InformaCast, if it is not the usual one. */
  readonly informacastUrl: string | undefined
  /** A Protomaps file that replaces our own base map, if it exists. */
  readonly mapFile: string
  /** Raster tiles that replace our own satellite image, if they exist. */
  readonly satelliteFile: string
  /** Which parts of the base map come from other origins. */
  readonly mapGrounds: MapGrounds
  /** Other origins that pages may load the base map from; none if not set. */
  readonly mapOrigins: readonly string[]
  /** The contacts for people who need help. */
  readonly supportEmail: string | undefined
  readonly supportPhone: string | undefined
  /** Help and hardware pages; our own if none are set. */
  readonly helpUrl: string
  readonly hardwareUrl: string
  /** The operator's website. */
  readonly providerUrl: string | undefined
  /** The operator's Google credentials, for customers whose people sign in with Google. */
  readonly google: { readonly clientId: string; readonly clientSecret: string } | undefined
  /** Where the ends of the audit and evidence chains are recorded, besides the log. */
  readonly auditAnchor: AnchorPlace | undefined
  readonly metricsToken: string | undefined
  /** Where traces are sent; if not set, none are. */
  readonly traces: TracesConfig | undefined
  readonly demo: boolean
  /** Where weather comes from. */
  readonly feeds: FeedsChosen
  /** The contact address for the operators of public sources, which they require. */
  readonly feedsContact: string | undefined
  /** A server that simulates all public sources, used instead of the real ones. */
  readonly feedsFrom: string | undefined
  /** Forecasts for places that the National Weather Service does not cover. */
  readonly openMeteo: OpenMeteoConfig | undefined
  readonly secret: string | undefined
  /** The addresses of reverse proxies, which are trusted to report the caller's address. */
  readonly trustedProxies: readonly string[]
  /** Private networks whose addresses customers may use. */
  readonly allowedNetworks: readonly string[]
  /** The minimum log level, or `pretty` for level info in readable lines. */
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'pretty'
  /** How to reach systemd, if it started this process and expects status notifications. */
  readonly notify: NotifyConfig | undefined
}

export class WrongConfig extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The configuration is invalid:\n${faults.map(fault => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reports a name that is nearly one of ours: if it were ignored, the operator would believe that the setting is in
 * effect.
 */
function faultInName(name: string): string[] {
  if (settingNames.includes(name)) return []
  const meant = settingMeantBy(name, settingNames)
  if (meant !== undefined) return [`${name} is not a Skywarden setting; did you mean ${meant}?`]
  return name.startsWith('SKYWARDEN_') ? [`${name} is not a Skywarden setting`] : []
}

/**
 * Returns settings whose value begins or ends with a space, as can happen with copy and paste. A secret may contain any
 * character.
 */
function blankSettings(given: Environment): string[] {
  const mayBeBlank = (name: string) => name === 'SKYWARDEN_SECRET'
  return settingNames.filter(name => !mayBeBlank(name) && given[name] !== given[name]?.trim())
}
const faultOfBlank = (name: string) => `${name} must not begin or end with whitespace`

/** Settings that must be set together, because with only one of them the feature would not be configured. */
const togetherOnly = [
  ['MQTT_TLS_PORT', 'MQTT_TLS_CERT', 'MQTT_TLS_KEY'],
  ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
] as const

/** Reads the whole configuration. Throws one error that lists all faults, so nothing starts misconfigured. */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const faults = [...Object.keys(given).flatMap(faultInName), ...blankSettings(given).map(faultOfBlank)]

  if (given['SATELLITE_TILES'] !== undefined && given['SATELLITE_CREDIT'] === undefined) {
    faults.push('SATELLITE_CREDIT must be set to the attribution that the owner of SATELLITE_TILES requires')
  }

  for (const names of togetherOnly) {
    const missing = names.filter(name => given[name] === undefined)
    if (missing.length > 0 && missing.length < names.length)
      faults.push(`${missing.join(' and ')} must also be set: ${names.join(', ')} belong together`)
  }

  if (given['OPEN_METEO_KEY'] !== undefined && given['OPEN_METEO_URL'] === undefined)
    faults.push('OPEN_METEO_URL must also be set: the server that OPEN_METEO_KEY is for')

  faults.push(...geocoderFaults(given))

  for (const name of ['NATS_URL', 'SKYWARDEN_RUN']) {
    if (given[name] !== undefined && given['DATABASE_URL'] === undefined)
      faults.push(`${name} needs DATABASE_URL: several processes share one PostgreSQL`)
  }

  for (const name of ['MQTT_PORT', 'MQTT_TLS_PORT']) {
    if (given[name] !== undefined && given['MQTT_URL'] !== undefined)
      faults.push(`${name} must not be set with MQTT_URL: devices connect to the broker there`)
  }

  const parsed = variables.safeParse(given)
  const mail = parsed.success && parsed.data.SMTP_URL ? smtpFault(parsed.data.SMTP_URL) : null
  if (mail !== null) faults.push(`SMTP_URL ${mail}`)
  const fault = parsed.success ? feedsFault(parsed.data) : null
  if (fault !== null) faults.push(fault)
  if (!parsed.success) {
    const issues = parsed.error.issues.filter(({ path }) => !blankSettings(given).includes(String(path[0])))
    faults.push(...issues.map(issue => `${issue.path.join('.')} ${issue.message}`))
  }
  if (faults.length > 0 || !parsed.success) throw new WrongConfig(faults)

  const values = parsed.data
  return {
    port: values.PORT,
    host: values.HOST,
    baseUrl: (values.BASE_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    natsUrl: values.NATS_URL,
    runs: new Set(listed(values.SKYWARDEN_RUN) as Part[]),
    mqtt: mqttOf(values),
    tempestUdpPort: values.TEMPEST_UDP_PORT,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    sms: smsOf(values),
    vapid: vapidOf(values),
    history: {
      readingsDays: values.HISTORY_READINGS_DAYS,
      quartersDays: values.HISTORY_QUARTERS_DAYS,
      hoursDays: values.HISTORY_HOURS_DAYS,
      daysDays: values.HISTORY_DAYS_DAYS,
    },
    meteorologistEmail:
      values.METEOROLOGIST_EMAIL ??
      values.SUPPORT_EMAIL ??
      (values.SKYWARDEN_DEMO === 'on' ? 'meteorologists@skywarden.test' : undefined),
    ffmpegPath: values.FFMPEG_PATH,
    analyticsUrl: values.ANALYTICS_URL,
    geocoder: geocoderOf(values),
    informacastUrl: values.INFORMACAST_URL,
    mapFile: resolve(values.MAP_FILE ?? join(values.DATA_DIR, 'map.pmtiles')),
    satelliteFile: resolve(values.SATELLITE_FILE ?? join(values.DATA_DIR, 'satellite.pmtiles')),
    mapGrounds: mapGroundsOf(values),
    mapOrigins: mapOriginsOf(values),
    supportEmail: values.SUPPORT_EMAIL,
    supportPhone: values.SUPPORT_PHONE,
    helpUrl: values.HELP_URL ?? '/api/docs/help',
    hardwareUrl: values.HARDWARE_URL ?? '/api/docs/build-a-device',
    providerUrl: values.PROVIDER_URL,
    google: googleOf(values),
    auditAnchor: anchorOf(values),
    metricsToken: values.METRICS_TOKEN,
    traces: tracesOf(values),
    demo: values.SKYWARDEN_DEMO === 'on',
    // Simulated weather is for the demo, unless it is requested by name.
    feeds: feedsOf(values) ?? (values.SKYWARDEN_DEMO === 'on' ? 'simulated' : 'none'),
    feedsContact: values.FEEDS_CONTACT ?? values.SUPPORT_EMAIL,
    feedsFrom: values.FEEDS_FROM?.replace(/\/+$/, ''),
    openMeteo: openMeteoOf(values),
    secret: values.SKYWARDEN_SECRET,
    trustedProxies: listed(values.SKYWARDEN_TRUST_PROXY ?? ''),
    allowedNetworks: listed(values.SKYWARDEN_ALLOWED_NETWORKS ?? ''),
    logLevel: values.SKYWARDEN_LOG,
    notify: notifyOf(given),
  }
}

type Values = z.output<typeof variables>

function googleOf({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
}: Values): Config['google'] {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

/** Reads variables that systemd sets; they are not our settings. */
function notifyOf(given: Environment): Config['notify'] {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog } = given
  if (socket === undefined) return undefined
  return { socket, watchdogMs: watchdog === undefined ? undefined : Number(watchdog) / 1000 }
}

function mqttOf(values: Values): MqttConfig {
  if (values.MQTT_URL !== undefined) return { url: values.MQTT_URL }
  const { MQTT_TLS_PORT: port, MQTT_TLS_CERT: certFile, MQTT_TLS_KEY: keyFile } = values
  const hasTls = port !== undefined && certFile !== undefined && keyFile !== undefined
  return {
    url: undefined,
    host: values.HOST,
    port: values.MQTT_PORT,
    tls: hasTls ? { port, certFile: resolve(certFile), keyFile: resolve(keyFile) } : undefined,
  }
}

function smsOf({
  SMS_URL: url,
  SMS_ACCOUNT: account,
  SMS_TOKEN: token,
  SMS_FROM: from,
}: Values): Config['sms'] {
  if (account === undefined || token === undefined || from === undefined) return undefined
  return { url: url.replace(/\/+$/, ''), account, token, from }
}

function vapidOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Values): Config['vapid'] {
  return publicKey === undefined || privateKey === undefined ? undefined : { publicKey, privateKey }
}

export function environmentConfig(): Config {
  return readConfig(process.env)
}
