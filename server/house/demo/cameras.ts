import { lockDemo } from './index.ts'
import { demoPlaces } from './locations.ts'
import type { Db } from '#server/platform/store/index'
import { insertCamera, listCameraRows } from '#server/rooms/cameras/index'
import { findCustomerNamed, saveLiveStreamMinutes } from '#server/rooms/customers/index'

const placesWithCamera = ['Norman Stadium', 'Tampa Pier']
const allowedMinutes = 600

/** Gives the demo its simulated cameras and an allowance to watch them, if it never had any. */
export async function addDemoCameras(db: Db, now: Date): Promise<void> {
  const customer = await findCustomerNamed(db, 'system', 'Demo Parks and Schools')
  if (!customer || customer.live_stream_minutes > 0) return
  await db.transaction().execute(async tx => {
    // Another process may have started at the same moment.
    await lockDemo(tx)
    if ((await listCameraRows(tx, customer.id)).length > 0) return
    await saveLiveStreamMinutes(tx, customer.id, allowedMinutes)
    for (const { name, latitude, longitude } of demoPlaces) {
      if (!placesWithCamera.includes(name)) continue
      await insertCamera(tx, {
        customer_id: customer.id,
        name: `${name} Camera`,
        kind: 'simulated',
        address: `${latitude}, ${longitude}`,
        user_name: null,
        sealed_password: null,
        created_at: now,
        updated_at: now,
      })
    }
  })
}
