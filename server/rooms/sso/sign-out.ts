import type { Facts } from '#server/facts'
import type { AppendFact } from '#server/platform/changes/index'
import type { Tx } from '#server/platform/store/index'
import { endSessionsFromProvider } from '#server/rooms/identity/index'

/** Ends sessions that came from a provider. All processes drop these people from their caches immediately. */
export async function signOutOfProvider(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  customerId: number,
  userIds: readonly string[],
): Promise<void> {
  if ((await endSessionsFromProvider(tx, userIds)) === 0) return
  for (const personId of userIds) {
    appendFact('person changed', { customerId, subject: `person ${personId}`, body: { personId } })
  }
}
