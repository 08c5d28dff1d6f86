import { makeOf, type MakeId } from '#domain/instruments/makes'

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
  /** A command that does what the station would do. */
  readonly curl: string
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

/** What to type where, for makes that send to an address; null for those that this server asks. */
export function setupOf(make: MakeId, { senderId, key }: Sender, here: Here): Setup | null {
  if (makeOf(make).door !== 'upload') return null
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
    default:
      return jsonSetup({ senderId, key }, here)
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
      text: 'That is the name each device has for itself. Type the IP address of the computer that runs Skywarden instead.',
    },
  ]
}
