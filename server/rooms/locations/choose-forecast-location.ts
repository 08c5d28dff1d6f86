import { reachOf } from '#server/platform/http/caller'
import { recordAudit } from '#server/platform/audit'
import { notFound } from '#server/platform/http/problems'
import { findUser } from '#server/rooms/users/index'
import { locationAuditName, appendLocationFact, type Doing, type LocationChangeDeps } from './acting.ts'
import { isManagedBy } from './reach.ts'
import { clearForecastLocation, findLocation, lockLocationsOf, updateLocationRow } from './store/locations.ts'

/** Sets the forecast location of the caller or of a person they manage. */
export async function chooseForecastLocation(
  room: LocationChangeDeps,
  { caller, now, requestId }: Doing,
  id: number,
) {
  await room.changes.commit(async (tx, appendFact) => {
    const found = await findLocation(tx, reachOf(caller), id)
    const owner = found && (await findUser(tx, reachOf(caller), found.user_id))
    if (!owner || !isManagedBy(caller, owner)) throw notFound('This location')
    await lockLocationsOf(tx, owner.customer_id, owner.id)
    if (!(await findLocation(tx, owner.customer_id, id))) throw notFound('This location')

    await clearForecastLocation(tx, owner.customer_id, owner.id)
    const chosen = await updateLocationRow(tx, owner.customer_id, id, {
      forecast_location: true,
      updated_at: now,
    })
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: owner.customer_id,
        action: 'forecast location chosen',
        target: locationAuditName(chosen),
        requestId,
      },
      now,
    )
    appendLocationFact(appendFact, 'location changed', [chosen])
  })
}
