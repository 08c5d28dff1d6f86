import type { Camera } from '#contract/devices/cameras'
import type { CameraRow } from './store/cameras.ts'

export function wireCamera(row: CameraRow): Camera {
  return {
    id: row.id,
    name: row.name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    kind: row.kind,
    address: row.address,
    userName: row.user_name,
    hasPassword: row.sealed_password !== null,
    version: row.version,
  }
}
