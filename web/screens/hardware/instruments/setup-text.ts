import {
  localWarnings,
  type Here,
  type Sender,
  type Setup,
  type SetupWarning,
  type TypedIn,
} from './setup-shape.ts'
import { cumulusSetup, lightningSensorSetup, weewxSetup } from './setup-mqtt.ts'
import type { MakeId } from '#domain/instruments/makes'

const interval: TypedIn = { label: 'Upload Interval', text: '30', about: 'In seconds.' }
const lightningInterval: TypedIn = {
  ...interval,
  about: 'In seconds. A lightning sensor’s strikes arrive with the next upload, so longer is later.',
}
const exampleForm =
  'dateutc=now&tempf=72.1&humidity=48&windspeedmph=5&windgustmph=8&winddir=225&baromrelin=29.92&dailyrainin=0'
const exampleUpdate =
  'dateutc=now&tempf=72.1&humidity=48&windspeedmph=5&windgustmph=8&winddir=225&baromin=29.92&dailyrainin=0'
const exampleJson = '{"outside":{"temperature":72.1,"humidity":48},"wind":{"speed":5,"from":225}}'

const wsViewPlus =
  'In the WS View Plus app: Device List, your gateway or console, then Next until the page Customized.'

/** What to type where, for makes that send by themselves; null for those that this server asks or listens to. */
export function setupOf(make: MakeId, sender: Sender, here: Here): Setup | null {
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
          'Choose Enable, type what follows, and save.',
        ],
        fields: [
          { label: 'Protocol Type Same As', text: 'Ecowitt' },
          server,
          { label: 'Path', text: report, about: 'The ID and the key of this instrument are in it.' },
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
          'Tap Enable, type what follows, and tap Save.',
        ],
        fields: [
          { label: 'Protocol Type', text: 'Ambient Weather' },
          server,
          {
            label: 'Path',
            text: `${report}?`,
            about: 'With the question mark. The ID and the key of this instrument are in it.',
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
          'Elsewhere: the settings for Weather Underground with a server of your own.',
        ],
        fields: [
          { label: 'Protocol Type Same As', text: 'Wunderground' },
          server,
          {
            label: 'Path',
            text: `${updatePath}?`,
            about: 'With the question mark. Leave it out if your station does not ask for a path.',
          },
          { label: 'Station ID', text: senderId },
          { label: 'Station Key', text: key, about: 'Some stations name it Password.' },
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
  'An address in a private network needs the permission of this server’s operator: SKYWARDEN_ALLOWED_NETWORKS.'

/** What a person has to know about a make whose messages this server fetches or listens for. */
export function askedText(make: MakeId): string {
  switch (make) {
    case 'tempest':
      return 'Nothing has to be typed into it. Skywarden listens for the hub’s broadcasts. Both must be in the same network, and this server’s operator must have set TEMPEST_UDP_PORT.'
    case 'tempest-cloud':
      return 'Nothing has to be typed into it. Skywarden asks Tempest’s service for your station every minute, with your token.'
    case 'xweather':
      return 'Skywarden asks Xweather every minute for strikes around this place, with your key. They start delays; they do not prove All Clear.'
    case 'boltek':
      return `Skywarden connects to this address and reads the lines that the detector sends, such as $WIMLI. ${permission}`
    case 'vaisala':
      return `Set the transmitter to automatic ASCII messages, not to polling or NMEA. Skywarden connects to this address and reads what it sends. ${permission}`
    case 'campbell':
      return `Skywarden asks the logger for this table every minute. It understands the usual names of fields, such as AirTC, RH, WS_ms, WindDir and BP_mbar. ${permission}`
    default:
      return `Nothing has to be typed into it. Skywarden asks the unit every minute or more often. ${permission}`
  }
}

function homeAssistantSetup({ senderId, key }: Sender, here: Here): Setup {
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
      'Then an automation that runs rest_command.skywarden every minute.',
      'Further names: windMph, gustMph, windFromDegrees, stationPressureHpa, rainTodayInches, solarWattsPerM2.',
    ],
    fields: [{ label: 'In configuration.yaml', text: config, isFile: true }],
    curl: `curl '${address}' \\\n  -H 'Authorization: Bearer ${key}' \\\n  -d '{"temperatureF":72.1,"humidityPercent":48}'`,
    warnings: localWarnings(here),
  }
}

const updatePath = '/weatherstation/updateweatherstation.php'

function jsonSetup({ senderId, key }: Sender, here: Here): Setup {
  const address = `${here.origin}/instruments/${senderId}/${key}`
  return {
    where: [
      'Have it send its values as JSON with an HTTP POST, at most once a second.',
      'Below, you then choose which field is which value.',
    ],
    fields: [
      { label: 'Address', text: address, about: 'The ID and the key of this instrument are in it.' },
      {
        label: 'Address without the key',
        text: `${here.origin}/instruments/${senderId}`,
        about: 'For senders that can send a header: the key goes into it.',
      },
      { label: 'Header', text: `Authorization: Bearer ${key}` },
    ],
    curl: `curl '${address}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${exampleJson}'`,
    warnings: localWarnings(here),
  }
}

/** The port without encryption: the firmware of these stations knows no other. */
function plainPort({ protocol, port }: Here): string {
  return protocol === 'https:' || port === '' ? '80' : port
}

function warningsFor(stations: string, here: Here): SetupWarning[] {
  if (here.protocol !== 'https:') return localWarnings(here)
  return [
    {
      title: `${stations} cannot send to an https address`,
      text: `They send by http, without encryption, so this server must also answer at http://${here.hostname} on port 80. Ask the person who runs it. The key can be read on the way; it allows sending values of this instrument and nothing else.`,
    },
  ]
}
