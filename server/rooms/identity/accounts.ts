import type { Accounts } from '#server/rooms/users/index'
import { queueInvitations, type LinkDeps } from './account-links.ts'
import { notifyOfOthersChange } from './email-change.ts'
import { endImpersonationsOf } from './end-impersonations.ts'
import { signOutEverywhere } from './sign-out.ts'
import { deleteLinksOf, deletePassword, forgetFailuresOf, useUpLinksOf } from './store/accounts.ts'
import { deleteImpersonationsOf } from './store/impersonations.ts'
import { deleteSecondFactor } from './store/second-factors.ts'

/** Updates accounts when administrators add, change or delete people. */
export function accountsOf(deps: LinkDeps): Accounts {
  const accounts: Accounts = {
    invite: (tx, rows, now) => queueInvitations(deps, tx, rows, now),
    signOut: signOutEverywhere,
    async moveTo(tx, row, email, now) {
      // Links sent to the old address would open the account to anyone who reads its mail.
      await useUpLinksOf(tx, row.id, now)
      await notifyOfOthersChange(deps, tx, row, email, now)
    },
    async close(tx, userId, now) {
      await signOutEverywhere(tx, userId, now)
      await endImpersonationsOf(tx, userId, now)
      await deletePassword(tx, userId)
      await deleteSecondFactor(tx, userId)
      await deleteLinksOf(tx, userId)
      await forgetFailuresOf(tx, userId)
    },
    async forget(tx, userId, now) {
      await accounts.close(tx, userId, now)
      await deleteImpersonationsOf(tx, userId)
    },
  }
  return accounts
}
