import type { Config } from '#server/config'
import { createHmac } from 'node:crypto'
import type { Served } from '#server/platform/http/serve'
import { createHardware, type HardwareRoom } from '#server/rooms/hardware/index'
import { createPublicAddress } from '#server/rooms/public-address/index'
import { createSpeech } from '#server/rooms/speech/index'
import type { Keeper } from '#server/platform/keeping/index'
import type { Facts } from '#server/facts'
import type { Weather, WeatherParts } from '#server/house/weather'

const passwordOf = (key: Uint8Array) => createHmac('sha256', key).update('mqtt password').digest('base64url')

export interface FieldParts extends WeatherParts {
  readonly config: Pick<Config, 'baseUrl'>
  readonly weather: Weather
  /** Only the process that has it lets devices in. */
  readonly gateway: Keeper<Facts>
}

export interface Field {
  readonly routes: readonly Served[]
  readonly hardware: HardwareRoom
}

/** Builds what stands in the field: sirens, stations, relays, loudspeakers, and the door that they come in by. */
export function buildField({ config, weather, ...parts }: FieldParts): Field {
  const speech = createSpeech({ ...parts, baseUrl: config.baseUrl })
  const { speechOf } = speech
  const hardware = createHardware({
    ...parts,
    ...weather.forField,
    isWeatherSimulated: parts.sources.simulated,
    speechOf,
    passwordOf,
  })
  const publicAddress = createPublicAddress({ db: parts.db, units: hardware, speechOf })
  return {
    routes: [...hardware.routes, ...publicAddress.routes, ...speech.routes],
    hardware,
  }
}
