import { createDevice, type DeviceParts, type SimulatedDevice } from './device.ts'

/** Many devices that start a few at a time, as after a power outage in a town. */
export interface Fleet {
  readonly devices: ReadonlyMap<string, SimulatedDevice>
  start(): Promise<void>
  stop(): Promise<void>
}

const atATime = 100

async function inGroups<T>(all: readonly T[], act: (one: T) => Promise<void>) {
  for (let from = 0; from < all.length; from += atATime) {
    await Promise.all(all.slice(from, from + atATime).map(act))
  }
}

export function createFleet(parts: readonly DeviceParts[]): Fleet {
  const devices = parts.map(createDevice)
  return {
    devices: new Map(devices.map(device => [device.device, device])),
    start: () => inGroups(devices, device => device.start()),
    stop: () => inGroups(devices, device => device.stop()),
  }
}
