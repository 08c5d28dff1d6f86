import { createHash } from 'node:crypto'
import type { DeviceModel } from '#domain/hardware/models'
import type { KnownDevice } from '#server/gateway/index'

/**
 * Defines the devices, which are the same for the process that simulates them and the process that subscribes. Keys are
 * derived from names.
 */
export function plannedDevices(model: DeviceModel, count: number): KnownDevice[] {
  return Array.from({ length: count }, (_, index) => {
    const device = `${model.toLowerCase()}-${index}`
    return { customerId: 1 + (index % 50), device, model, key: createHash('sha256').update(device).digest() }
  })
}
