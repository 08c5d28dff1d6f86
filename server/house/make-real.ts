import type { AuditEntry } from '#server/platform/audit'
import { endRehearsal } from '#server/platform/rehearsal/index'
import type { Tx } from '#server/platform/store/index'
import { forgetWaitingCommands } from '#server/rooms/hardware/index'
import { forgetHeld } from '#server/rooms/notifications/index'

/**
 * Makes a rehearsal the real server. Messages that it held back are never sent. New messages are sent for anything that
 * is still ongoing.
 */
export async function makeReal(
  tx: Tx,
  act: Pick<AuditEntry, 'by' | 'requestId'>,
  now: Date,
): Promise<boolean> {
  if (!(await endRehearsal(tx, act, now))) return false
  await forgetHeld(tx, 'system')
  await forgetWaitingCommands(tx, 'system', now)
  return true
}
