import {
  localWarnings,
  type Here,
  type SetupSender,
  type Setup,
  type SetupWarning,
  type TypedIn,
} from './setup-shape.ts'
import { cumulusSetup, lightningSensorSetup, weewxSetup } from './setup-mqtt.ts'
import type { MakeId } from '#domain/instruments/makes'

const interval: TypedIn = { label: 'Upload Interval', text: '30', about: 'In seconds.' }
const lightningInterval: TypedIn = {
  ...interval,
  about:
    'In seconds. A lightning sensor’s strikes arrive with the next upload, so a longer interval delays them.',
}
const exampleForm =
  'dateutc=now&tempf=72.1&humidity=48&windspeedmph=5&windgustmph=8&winddir=225&baromrelin=29.92&dailyrainin=0'
const exampleUpdate =
  'dateutc=now&tempf=72.1&humidity=48&windspeedmph=5&windgustmph=8&winddir=225&baromin=29.92&dailyrainin=0'
const exampleJson = '{"outside":{"temperature":72.1,"humidity":48},"wind":{"speed":5,"from":225}}'

const wsViewPlus =
  'In the WS View Plus app: Device List, your gateway or console, then Next until the Customized page.'

/** Explains what to type where, for makes that send to this server; null if this server polls or listens instead. */
export function setupOf(make: MakeId, sender: SetupSender, here: Here): Setup | null {
  const { senderId, key } = sender
  const server: TypedIn = { label: 'Server IP / Hostname', text: here.hostname }
  const port: TypedIn = { label: 'Port', text: plainPort(here) }
  const report = `/data/report/${senderId}/${key}`
  switch (make) {
    case 'ecowitt':
      return {
        where: [
          wsViewPlus,
          'In the Ecowitt app: your station, Device Settings, Other, DIY Upload Servers, Customized.',
          'Choose Enable, enter the values below, and save.',
        ],
        fields: [
          { label: 'Protocol Type Same As', text: 'Ecowitt' },
          server,
          { label: 'Path', text: report, about: 'Contains this instrument’s ID and key.' },
          port,
          lightningInterval,
        ],
        curl: `curl '${here.origin}${report}' \\\n  -d '${exampleForm}'`,
        warnings: warningsFor('Ecowitt stations', here),
      }
    case 'ambient':
      return {
        where: [
          'In the awnet app: your station, then its page for a custom server. If there is none, update the station’s WiFi firmware.',
          'Tap Enable, enter the values below, and tap Save.',
        ],
        fields: [
          { label: 'Protocol Type', text: 'Ambient Weather' },
          server,
          {
            label: 'Path',
            text: `${report}?`,
            about: 'Include the question mark. The path contains this instrument’s ID and key.',
          },
          port,
          lightningInterval,
        ],
        curl: `curl '${here.origin}${report}?${exampleForm}'`,
        warnings: warningsFor('Ambient Weather stations', here),
      }
    case 'wunderground':
      return {
        where: [
          `${wsViewPlus} Choose Enable.`,
          'On a console’s own web page: Weather Network, Remote Server: Customized, Server Type: PHP.',
          'Elsewhere: the Weather Underground settings that accept a custom server.',
        ],
        fields: [
          { label: 'Protocol Type Same As', text: 'Wunderground' },
          server,
          {
            label: 'Path',
            text: `${updatePath}?`,
            about: 'Include the question mark. Leave the path out if your station does not ask for a path.',
          },
          { label: 'Station ID', text: senderId },
          { label: 'Station Key', text: key, about: 'Some stations call it Password.' },
          port,
          interval,
        ],
        curl: `curl '${here.origin}${updatePath}?ID=${senderId}&PASSWORD=${key}&${exampleUpdate}'`,
        warnings: warningsFor('Most stations', here),
      }
    case 'json':
      return jsonSetup(sender, here)
    case 'home-assistant':
      return homeAssistantSetup(sender, here)
    case 'weewx':
      return weewxSetup(sender, here)
    case 'cumulusmx':
      return cumulusSetup(sender, here)
    case 'lightning-sensor':
      return lightningSensorSetup(sender, here)
    default:
      return null
  }
}

const permission =
  'An address on a private network must be allowed by this server’s operator: SKYWARDEN_ALLOWED_NETWORKS.'

/** Explains what a person must know about a make whose messages this server fetches or listens for. */
export function askedText(make: MakeId): string {
  switch (make) {
    case 'tempest':
      return 'You do not need to enter anything on the hub. Skywarden listens for its broadcasts. Both must be on the same network, and this server’s operator must have set TEMPEST_UDP_PORT.'
    case 'tempest-cloud':
      return 'You do not need to enter anything on the station. Skywarden asks Tempest’s service for your station every minute, with your token.'
    case 'xweather':
      return 'Skywarden asks Xweather every minute for strikes around this place, with your key. They start delays; they do not prove All Clear.'
    case 'boltek':
      return `Skywarden connects to this address and reads the lines that the detector sends, such as $WIMLI. ${permission}`
    case 'vaisala':
      return `Set the transmitter to automatic ASCII messages, not to polling or NMEA. Skywarden connects to this address and reads what it sends. ${permission}`
    case 'campbell':
      return `Skywarden asks the logger for this table every minute. It understands the usual field names, such as AirTC, RH, WS_ms, WindDir and BP_mbar. ${permission}`
    default:
      return `You do not need to enter anything on the unit. Skywarden asks it every minute or more often. ${permission}`
  }
}

function homeAssistantSetup({ senderId, key }: SetupSender, here: Here): Setup {
  const address = `${here.origin}/instruments/${senderId}`
  const body = `{"temperatureF": "{{ states('sensor.outdoor_temperature') }}", "humidityPercent": "{{ states('sensor.outdoor_humidity') }}"}`
  const config = [
    'rest_command:',
    '  skywarden:',
    `    url: ${address}`,
    '    method: post',
    '    headers:',
    `      authorization: Bearer ${key}`,
    '    content_type: application/json',
    '    payload: >-',
    `      ${body}`,
  ].join('\n')
  return {
    where: [
      'In configuration.yaml: put in your own sensors, in these units, and restart Home Assistant.',
      'Then add an automation that runs rest_command.skywarden every minute.',
      'Other names: windMph, gustMph, windFromDegrees, stationPressureHpa, rainTodayInches, solarWattsPerM2.',
    ],
    fields: [{ label: 'In configuration.yaml', text: config, isFile: true }],
    curl: `curl '${address}' \\\n  -H 'Authorization: Bearer ${key}' \\\n  -d '{"temperatureF":72.1,"humidityPercent":48}'`,
    warnings: localWarnings(here),
  }
}

const updatePath = '/weatherstation/updateweatherstation.php'

function jsonSetup({ senderId, key }: SetupSender, here: Here): Setup {
  const address = `${here.origin}/instruments/${senderId}/${key}`
  return {
    where: [
      'Have it send its values as JSON with an HTTP POST, at most once a second.',
      'Then choose below which value each field holds.',
    ],
    fields: [
      { label: 'Address', text: address, about: 'Contains this instrument’s ID and key.' },
      {
        label: 'Address without the key',
        text: `${here.origin}/instruments/${senderId}`,
        about: 'For senders that can send a header: put the key in it.',
      },
      { label: 'Header', text: `Authorization: Bearer ${key}` },
    ],
    curl: `curl '${address}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${exampleJson}'`,
    warnings: localWarnings(here),
  }
}

/** Returns the unencrypted port, because the firmware of these stations supports no other. */
function plainPort({ protocol, port }: Here): string {
  return protocol === 'https:' || port === '' ? '80' : port
}

function warningsFor(stations: string, here: Here): SetupWarning[] {
  if (here.protocol !== 'https:') return localWarnings(here)
  return [
    {
      title: `${stations} cannot send to an https address`,
      text: `They send over http, without encryption, so this server must also be reachable at http://${here.hostname} on port 80. Ask the person who runs it. Others on the network can read the key; it can only send this instrument's values.`,
    },
  ]
}
