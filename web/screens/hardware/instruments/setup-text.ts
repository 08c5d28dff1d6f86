import type { MakeId } from '#domain/instruments/makes'

/** Something to type into the station's own app. */
export interface TypedIn {
  /** As the maker's app names it. */
  readonly label: string
  readonly text: string
  readonly about?: string
}

export interface Setup {
  /** The way to the settings. */
  readonly where: readonly string[]
  readonly fields: readonly TypedIn[]
  /** A command that does what the station would do; null where none could. */
  readonly curl: string | null
  /** What to know before typing: an address that the station cannot reach as it is. */
  readonly warnings: readonly SetupWarning[]
}

export interface SetupWarning {
  readonly title: string
  readonly text: string
}

interface Sender {
  readonly senderId: string
  readonly key: string
  readonly mqttAddresses: readonly string[]
}
type Here = Pick<Location, 'origin' | 'protocol' | 'hostname' | 'port'>

const secondsBetween = '30'
const interval: TypedIn = {
  label: 'Upload Interval',
  text: secondsBetween,
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
          interval,
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
          interval,
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
      return mqttSetup(sender, here, 'weather', [
        'In Cumulus MX: the settings for MQTT. Let it publish its values as JSON under the topic below.',
      ])
    case 'lightning-sensor':
      return mqttSetup(sender, here, 'lightning', [
        'ESPHome: in the mqtt section, set broker, port, username, password and topic_prefix.',
        'Tasmota: on the page Configure MQTT, set host, port, user and password, and let Full Topic be the topic below with /%prefix%/%topic%/ behind it.',
        'Turn retain off: a retained strike would arrive again with each connection, and is not believed.',
      ])
    default:
      return null
  }
}

/** What a person has to know about a make that nothing is typed into. */
export function askedText(make: MakeId): string {
  switch (make) {
    case 'tempest':
      return 'Skywarden listens for the hub’s broadcasts on the local network, if its operator has set TEMPEST_UDP_PORT and both are in the same network.'
    case 'tempest-cloud':
      return 'Skywarden asks Tempest’s servers for your station every minute, with your token.'
    case 'xweather':
      return 'Skywarden asks Xweather every minute for strikes around this place, with your key. They start delays; they do not prove All Clear.'
    case 'boltek':
    case 'vaisala':
      return 'Skywarden connects to this address and reads what the unit sends. The address may need the operator’s permission: SKYWARDEN_ALLOWED_NETWORKS.'
    default:
      return 'Skywarden asks the unit at this address. An address in a private network needs the operator’s permission: SKYWARDEN_ALLOWED_NETWORKS.'
  }
}

/** The host and port of the first address without encryption, or with it if there is no other. */
function brokerOf(addresses: readonly string[], { hostname }: Here): { host: string; port: string } | null {
  const address = addresses.find(each => each.startsWith('mqtt:')) ?? addresses[0]
  const [, host = '', port = ''] = /^mqtts?:\/\/([^:/]+):(\d+)/.exec(address ?? '') ?? []
  return port === '' ? null : { host: host.replace('{host}', hostname), port }
}

const noBroker: SetupWarning = {
  title: 'This server accepts no MQTT connections',
  text: 'Its operator has turned its broker off (MQTT_PORT=0) or uses another one. Ask the person who runs it, or send JSON by HTTP.',
}

function mqttSetup(
  { senderId, key, mqttAddresses }: Sender,
  here: Here,
  topic: string,
  where: readonly string[],
): Setup {
  const broker = brokerOf(mqttAddresses, here)
  const path = `instruments/${senderId}/${topic}`
  return {
    where,
    fields: [
      { label: 'Broker', text: broker?.host ?? here.hostname },
      { label: 'Port', text: broker?.port ?? '1883' },
      { label: 'User name', text: senderId },
      { label: 'Password', text: key },
      { label: 'Topic', text: path, about: 'Everything under it is accepted, and nothing else.' },
    ],
    curl: null,
    warnings: broker ? localWarnings(here) : [noBroker],
  }
}

function weewxSetup(sender: Sender, here: Here): Setup {
  const { senderId, key } = sender
  const setup = mqttSetup(sender, here, 'weather', [
    'In weewx.conf, with the MQTT extension installed: in the section [StdRESTful], [[MQTT]].',
  ])
  const [broker = '', port = ''] = setup.fields.map(({ text }) => text)
  const topic = setup.fields.at(-1)?.text ?? ''
  const url = `mqtt://${senderId}:${key}@${broker}:${port}/`
  const config = `server_url = ${url}\ntopic = ${topic}\naggregation = aggregate`
  return { ...setup, fields: [{ label: 'In weewx.conf', text: config }] }
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
    fields: [{ label: 'In configuration.yaml', text: config }],
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

function localWarnings({ hostname }: Here): SetupWarning[] {
  if (!/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return []
  return [
    {
      title: `A station cannot find ${hostname}`,
      text: 'That is the name each device has for itself. Type the IP address of the computer that runs Skywarden instead. It answers others only if it was started with HOST=0.0.0.0.',
    },
  ]
}
