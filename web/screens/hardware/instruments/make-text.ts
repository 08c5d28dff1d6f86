import type { MakeId } from '#domain/instruments/makes'

const makeGroups = ['Sends data on its own', 'Read by this server', 'Lightning', 'Anything else'] as const
export type MakeGroup = (typeof makeGroups)[number]

interface MakeText {
  readonly group: MakeGroup
  /** The products that the make covers, in one short line. */
  readonly products: string
  /** What must be entered to reach the instrument, and where to find it. */
  readonly entered?: Partial<Record<EnteredField, EnteredText>>
}

export type EnteredField = 'address' | 'serial' | 'apiKey'
interface EnteredText {
  readonly label: string
  readonly about: string
  readonly example?: string
}

const inYourNetwork: EnteredText = {
  label: 'Address',
  about: 'Its IP address on your network, as your router lists it',
  example: '192.168.1.40',
}
const ofSerialServer: EnteredText = {
  label: 'Address',
  about: 'Name or IP address and port of its serial server',
  example: '192.168.1.40:4001',
}

export const makeTexts: Readonly<Record<MakeId, MakeText>> = {
  ecowitt: {
    group: 'Sends data on its own',
    products:
      'Ecowitt and Fine Offset gateways and consoles, also sold as Froggit, Sainlogic and others. With the WH57 lightning sensor.',
  },
  ambient: {
    group: 'Sends data on its own',
    products:
      'Ambient Weather consoles with a custom server in the awnet app, such as WS-2902, WS-2000 and WS-5000.',
  },
  wunderground: {
    group: 'Sends data on its own',
    products: 'Most other consoles: any with a Weather Underground setting and a server of your choice.',
  },
  weewx: { group: 'Sends data on its own', products: 'The station software, with its MQTT extension.' },
  cumulusmx: { group: 'Sends data on its own', products: 'The station software, by MQTT.' },
  'home-assistant': { group: 'Sends data on its own', products: 'Any of its sensors, by HTTP.' },
  tempest: {
    group: 'Read by this server',
    products: 'A Tempest hub on the same network as this server.',
    entered: { serial: { label: 'Serial number', about: 'Printed on the unit: ST-… or HB-…' } },
  },
  'tempest-cloud': {
    group: 'Read by this server',
    products: 'A Tempest station anywhere, with its number and your token.',
    entered: {
      serial: { label: 'Station number', about: 'In the address of its page: tempestwx.com/station/…' },
      apiKey: {
        label: 'Access token',
        about: 'From tempestwx.com: Settings, Data Authorizations, Create Token. Stored encrypted',
      },
    },
  },
  weatherlink: {
    group: 'Read by this server',
    products: 'Davis WeatherLink Live, for Vantage stations.',
    entered: { address: inYourNetwork },
  },
  purpleair: {
    group: 'Read by this server',
    products: 'Particle sensors (PM2.5).',
    entered: { address: inYourNetwork },
  },
  airgradient: {
    group: 'Read by this server',
    products: 'Particle sensors (PM2.5).',
    entered: { address: inYourNetwork },
  },
  vaisala: {
    group: 'Read by this server',
    products: 'Transmitters behind a serial server.',
    entered: { address: ofSerialServer },
  },
  campbell: {
    group: 'Read by this server',
    products: 'Loggers with a web interface.',
    entered: {
      address: {
        label: 'Address of a table',
        about:
          'As JSON, with its name after dl: such as http://192.168.1.40/?command=dataquery&uri=dl:Table1&format=json&mode=most-recent&p1=2',
      },
    },
  },
  'lightning-sensor': {
    group: 'Lightning',
    products: 'Boards with ESPHome or Tasmota, and rtl_433, by MQTT.',
  },
  boltek: {
    group: 'Lightning',
    products: 'Boltek detectors behind NexStorm or a serial server.',
    entered: { address: ofSerialServer },
  },
  xweather: {
    group: 'Lightning',
    products: 'The Vaisala Xweather network, with your own contract.',
    entered: {
      apiKey: { label: 'API key', about: 'Client ID and secret as id:secret. Stored encrypted' },
    },
  },
  json: {
    group: 'Anything else',
    products: 'Anything that can send JSON over HTTP. You choose which value each field holds.',
  },
}

/** Returns the makes that can be added, by group. */
export function offeredMakes(): readonly {
  readonly group: MakeGroup
  readonly makes: readonly MakeId[]
}[] {
  return makeGroups
    .map(group => ({
      group,
      makes: inListOrder.filter(id => makeTexts[id].group === group),
    }))
    .filter(({ makes }) => makes.length > 0)
}

/** The order of the list above, with the most common makes first. */
const inListOrder = Object.keys(makeTexts) as MakeId[]
