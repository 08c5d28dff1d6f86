import type { Facts } from '#server/facts'
import type { AppendFact } from '#server/platform/changes/index'
import type { Tx } from '#server/platform/store/index'
import { endSessionsFromProvider } from '#server/rooms/identity/index'

/** Ends sessions that came from a provider. What processes remember of these people they forget at once. */
export async function signOutOfProvider(
  tx: Tx,
  tell: AppendFact<Facts>,
  customerId: number,
  userIds: readonly string[],
): Promise<void> {
  if ((await endSessionsFromProvider(tx, userIds)) === 0) return
  for (const personId of userIds) {
    tell('person changed', { customerId, subject: `person ${personId}`, body: { personId } })
  }
}
