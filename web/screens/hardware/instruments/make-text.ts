import type { MakeId } from '#domain/instruments/makes'

export const makeGroups = [
  'Sends by itself',
  'On your network, or asked of its maker',
  'Lightning',
  'Anything else',
] as const
export type MakeGroup = (typeof makeGroups)[number]

interface MakeText {
  readonly group: MakeGroup
  /** The products that it is, in a short line. */
  readonly products: string
}

export const makeTexts: Readonly<Record<MakeId, MakeText>> = {
  ecowitt: {
    group: 'Sends by itself',
    products:
      'Ecowitt and Fine Offset gateways and consoles, also sold as Froggit, Sainlogic and others. With the WH57 lightning sensor.',
  },
  ambient: {
    group: 'Sends by itself',
    products:
      'Ambient Weather consoles with a custom server in the awnet app, such as WS-2902, WS-2000 and WS-5000.',
  },
  wunderground: {
    group: 'Sends by itself',
    products: 'Most other consoles: any with a Weather Underground setting and a server of your choice.',
  },
  weewx: { group: 'Sends by itself', products: 'The station software, with its MQTT extension.' },
  cumulusmx: { group: 'Sends by itself', products: 'The station software, by MQTT.' },
  'home-assistant': { group: 'Sends by itself', products: 'Any of its sensors, by HTTP.' },
  tempest: {
    group: 'On your network, or asked of its maker',
    products: 'A Tempest hub in the same network as this server.',
  },
  'tempest-cloud': {
    group: 'On your network, or asked of its maker',
    products: 'A Tempest station anywhere, with its number and your token.',
  },
  weatherlink: {
    group: 'On your network, or asked of its maker',
    products: 'Davis WeatherLink Live, for Vantage stations.',
  },
  purpleair: { group: 'On your network, or asked of its maker', products: 'Particle sensors (PM2.5).' },
  airgradient: { group: 'On your network, or asked of its maker', products: 'Particle sensors (PM2.5).' },
  vaisala: {
    group: 'On your network, or asked of its maker',
    products: 'Transmitters behind a serial server.',
  },
  campbell: { group: 'On your network, or asked of its maker', products: 'Loggers with a web interface.' },
  'lightning-sensor': {
    group: 'Lightning',
    products: 'Boards with ESPHome or Tasmota, and rtl_433, by MQTT.',
  },
  boltek: { group: 'Lightning', products: 'Boltek detectors behind NexStorm or a serial server.' },
  xweather: { group: 'Lightning', products: 'The Vaisala Xweather network, with your own contract.' },
  json: {
    group: 'Anything else',
    products: 'Anything that can send JSON by HTTP. You choose which field is which value.',
  },
}

/** What can be added, by group. */
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

/** As listed above: the most common first. */
const inListOrder = Object.keys(makeTexts) as MakeId[]
