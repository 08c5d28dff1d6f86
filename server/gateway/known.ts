import type { DeviceModel } from '#domain/hardware/models'
import type { Clock } from '#server/platform/clock'

export interface KnownDevice {
  readonly customerId: number
  readonly device: string
  readonly model: DeviceModel
  /** 32 bytes, which the device and the house share. */
  readonly key: Uint8Array
}

/** Who knows the devices. */
export interface DeviceDirectory {
  find(device: string): Promise<KnownDevice | undefined>
}

export interface RememberedDevices extends DeviceDirectory {
  forget(device: string): void
}

/** Longer than the minute in which a station reports. One whose key was changed, or that was removed, is forgotten at once. */
const rememberedMs = 90_000
/** Whoever is registered a moment after it first knocked is let in at once. */
const strangerMs = 1000
const mostRemembered = 50_000

/** Thousands of readings a second must not be thousands of questions to the database. */
export function rememberDevices(directory: DeviceDirectory, clock: Clock): RememberedDevices {
  const remembered = new Map<string, { readonly found: Promise<KnownDevice | undefined>; untilMs: number }>()
  return {
    find(device) {
      const nowMs = clock.monotonicMs()
      const known = remembered.get(device)
      if (known && nowMs < known.untilMs) return known.found
      if (remembered.size >= mostRemembered) remembered.clear()
      const found = directory.find(device)
      const entry = { found, untilMs: nowMs + rememberedMs }
      remembered.set(device, entry)
      found.then(
        answer => void (answer ?? (entry.untilMs = nowMs + strangerMs)),
        // What could not be looked up is asked again, and not taken for unknown.
        () => remembered.delete(device),
      )
      return found
    },
    forget: device => void remembered.delete(device),
  }
}
