import { recordAudit } from '#server/platform/audit'
import { notFound, serverRefusal } from '#server/platform/http/problems'
import { locationAuditName, appendLocationFact, type Doing, type LocationChangeDeps } from './acting.ts'
import { deleteLocationRow, findLocation, lockLocationsOf } from './store/locations.ts'
import { wireLocation } from './wire.ts'

/** Deletes one of the caller's own locations. */
export async function removeLocation(
  room: LocationChangeDeps,
  { caller, now, requestId }: Doing,
  id: number,
) {
  await room.changes.commit(async (tx, appendFact) => {
    await lockLocationsOf(tx, caller.customerId, caller.id)
    const found = await findLocation(tx, caller.customerId, id)
    if (!found || found.user_id !== caller.id) throw notFound('This location')
    if (found.is_given) {
      throw serverRefusal('Your organization gave you this location, so it cannot be deleted.')
    }
    await deleteLocationRow(tx, caller.customerId, id)
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: caller.customerId,
        action: 'location deleted',
        target: locationAuditName(found),
        before: wireLocation(found),
        requestId,
      },
      now,
    )
    appendLocationFact(appendFact, 'location removed', [found])
  })
}
