/** How an instrument's messages reach the server. */
export type Door =
  /** The instrument sends them via HTTP to an address of this server, with an ID and a key. */
  | 'upload'
  /** The instrument publishes them to this server's MQTT broker, with an ID and a key. */
  | 'mqtt'
  /** The instrument broadcasts them on the local network, where the server listens. */
  | 'udp'
  /** The server polls an HTTP address on the local network or at a provider. */
  | 'poll'
  /** The server connects to the instrument's address and reads line by line. */
  | 'tcp'

/** What a sensor measures about a strike. None detects every strike, so none can prove All Clear. */
export type LightningSense = 'distance' | 'bearing' | 'place' | null

export interface Make {
  readonly name: string
  readonly door: Door
  readonly lightning: LightningSense
  /** Whether the instrument measures the weather, so that its place has a weather station. */
  readonly isStation: boolean
  /**
   * The WBGT is calculated from the other values by the maker's device or software, perhaps without the sun. Ours is
   * then used instead, because only a globe thermometer is better.
   */
  readonly calculatesWbgt?: true
  /** The details needed to receive its messages. */
  readonly needs: readonly ('address' | 'serial' | 'apiKey' | 'mapping')[]
}

/** The supported instruments, by their makers' protocols. */
const makes = {
  wunderground: {
    name: 'Weather Underground upload',
    door: 'upload',
    lightning: null,
    isStation: true,
    needs: [],
  },
  ecowitt: { name: 'Ecowitt', door: 'upload', lightning: 'distance', isStation: true, needs: [] },
  ambient: { name: 'Ambient Weather', door: 'upload', lightning: 'distance', isStation: true, needs: [] },
  tempest: {
    name: 'Tempest hub',
    door: 'udp',
    lightning: 'distance',
    isStation: true,
    calculatesWbgt: true,
    needs: ['serial'],
  },
  'tempest-cloud': {
    name: 'Tempest cloud',
    door: 'poll',
    lightning: 'distance',
    isStation: true,
    calculatesWbgt: true,
    needs: ['serial', 'apiKey'],
  },
  weatherlink: {
    name: 'Davis WeatherLink Live',
    door: 'poll',
    lightning: null,
    isStation: true,
    needs: ['address'],
  },
  purpleair: { name: 'PurpleAir', door: 'poll', lightning: null, isStation: true, needs: ['address'] },
  airgradient: { name: 'AirGradient', door: 'poll', lightning: null, isStation: true, needs: ['address'] },
  weewx: {
    name: 'weewx',
    door: 'mqtt',
    lightning: null,
    isStation: true,
    calculatesWbgt: true,
    needs: [],
  },
  cumulusmx: {
    name: 'Cumulus MX',
    door: 'mqtt',
    lightning: null,
    isStation: true,
    calculatesWbgt: true,
    needs: [],
  },
  'home-assistant': { name: 'Home Assistant', door: 'upload', lightning: null, isStation: true, needs: [] },
  'lightning-sensor': {
    name: 'AS3935 lightning sensor',
    door: 'mqtt',
    lightning: 'distance',
    isStation: false,
    needs: [],
  },
  boltek: { name: 'Boltek', door: 'tcp', lightning: 'bearing', isStation: false, needs: ['address'] },
  vaisala: { name: 'Vaisala WXT', door: 'tcp', lightning: null, isStation: true, needs: ['address'] },
  campbell: {
    name: 'Campbell Scientific logger',
    door: 'poll',
    lightning: null,
    isStation: true,
    needs: ['address'],
  },
  xweather: {
    name: 'Xweather lightning',
    door: 'poll',
    lightning: 'place',
    isStation: false,
    needs: ['apiKey'],
  },
  json: {
    name: 'Something else (JSON)',
    door: 'upload',
    lightning: 'distance',
    isStation: true,
    needs: ['mapping'],
  },
} as const satisfies Readonly<Record<string, Make>>

export type MakeId = keyof typeof makes
export const makeIds = Object.keys(makes) as readonly MakeId[]
export const makeOf = (id: MakeId): Make => makes[id]

/** Whether the instrument sends to us with an ID and a key. The server polls, connects to or listens for the others. */
export const sendsWithKey = (id: MakeId) => ['upload', 'mqtt'].includes(makeOf(id).door)
