import type { Tx } from '#server/platform/store/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import type { UserRow } from '#server/rooms/users/index'
import { notifyOwner, passwordAlone, twoStepNews } from './notify-owner.ts'
import { deleteSecondFactor, factorsOf } from './store/second-factors.ts'

/** Who removes the second factor: the owner, an administrator, or the operator of the server. */
export type Remover = 'owner' | 'administrator' | 'operator'

const whatHappened: Record<Remover, string> = {
  owner: 'Two-step verification of your Skywarden account was turned off',
  administrator: 'An administrator reset the two-step verification of your Skywarden account',
  operator: 'The operator of the server reset the two-step verification of your Skywarden account',
}

const ownAdvice =
  "If this was not you, set a new password right away with 'Forgot password?' on the sign-in page, set up two-step verification again, and tell your administrator."
const adviceAfterReset =
  'Set it up again on your profile. If you did not ask for this, tell your administrator right away.'

function passkeysGone(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ', and its passkey was removed' : `, and its ${count} passkeys were removed`
}

/** Turns off two-step verification and notifies the owner in a single email. Returns false if it was off. */
export async function removeSecondFactor(
  queueEmail: QueueEmail,
  tx: Tx,
  row: UserRow,
  by: Remover,
  now: Date,
): Promise<boolean> {
  const { passkeys } = await factorsOf(tx, row.id)
  if (!(await deleteSecondFactor(tx, row.id))) return false
  const advice = by === 'owner' ? ownAdvice : adviceAfterReset
  const what = `${whatHappened[by]}${passkeysGone(passkeys)}. ${passwordAlone}`
  await notifyOwner(queueEmail, tx, row, twoStepNews(what, advice), now)
  return true
}
