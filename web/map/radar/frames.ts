import { frameOrigins } from '#contract/weather/radar'

export type MapFrameOrigin = (typeof frameOrigins)[number]

/** One instant of the radar. */
export interface MapFrame {
  readonly address: string
  readonly timeMs: number
  readonly origin: MapFrameOrigin
}

/** Returns the frames of the given URLs, oldest first. A URL without a time is skipped. */
export function framesOf(addresses: readonly string[]): MapFrame[] {
  return addresses
    .flatMap(address => frameOf(address) ?? [])
    .toSorted((one, other) => one.timeMs - other.timeMs)
}

function frameOf(address: string): MapFrame | null {
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1))
  const timeMs = Date.parse(query.get('TIME') ?? '')
  const origin = frameOrigins.find(each => each === query.get('origin'))
  return Number.isNaN(timeMs) || origin === undefined ? null : { address, timeMs, origin }
}
