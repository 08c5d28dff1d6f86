import type { DeviceModel } from '#domain/hardware/models'
import type { Clock } from '#server/platform/clock'

export interface KnownDevice {
  readonly customerId: number
  readonly device: string
  readonly model: DeviceModel
  /** The key of 32 bytes that the device and the server share. */
  readonly key: Uint8Array
}

/** Looks up devices. */
export interface DeviceDirectory {
  find(device: string): Promise<KnownDevice | undefined>
}

export interface RememberedDevices extends DeviceDirectory {
  forget(device: string): void
}

/**
 * How long a device is remembered: longer than the minute in which a station reports. A device that was removed or
 * whose key was changed is evicted immediately.
 */
const rememberedMs = 90_000
/**
 * How long an unknown device is remembered. This is short, so a device registered just after its first attempt is
 * admitted soon.
 */
const strangerMs = 1000
const mostRemembered = 50_000

/** Thousands of readings a second must not cause thousands of database queries. */
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
        // A failed lookup is retried, not mistaken for an unknown device.
        () => remembered.delete(device),
      )
      return found
    },
    forget: device => void remembered.delete(device),
  }
}
