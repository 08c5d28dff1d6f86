import { changePassword, sendActivateEmail, userInfo } from '#contract/people/identity'
import { mayInvite } from '#domain/access/people'
import { recordAudit } from '#server/platform/audit'
import { secondMs } from '#server/platform/clock'
import { reachOf } from '#server/platform/http/caller'
import { badInput, notFound, type FieldErrors } from '#server/platform/http/problems'
import { serve, WithMessage, type Served } from '#server/platform/http/serve'
import {
  personAuditName,
  findUser,
  lockUserForUpdate,
  personOf,
  tellPersonChanged,
} from '#server/rooms/users/index'
import {
  newPasswordFault,
  sendInvitation,
  notifyOfNewPassword,
  type LinkDeps,
} from '#server/rooms/identity/account-links'
import { checkCurrentPassword, holdPassword } from '#server/rooms/identity/current-password'
import { hashPassword } from '#server/rooms/identity/passwords'
import { savePasswordHash, useUpLinksOf } from '#server/rooms/identity/store/accounts'
import { endSessions } from '#server/rooms/identity/store/sessions'

export function accountRoutes(deps: LinkDeps): Served[] {
  const { db, changes } = deps
  return [
    serve(userInfo, async ({ caller, now }) => ({
      sub: caller.id,
      name: caller.fullName,
      email: caller.email,
      Role: caller.role,
      ...(caller.impersonator && {
        act: {
          sub: caller.impersonator.id,
          name: caller.impersonator.fullName,
          secondsLeft: Math.max(0, (caller.impersonator.until.getTime() - now.getTime()) / secondMs),
        },
      }),
    })),

    serve(sendActivateEmail, async ({ caller, query, now, requestId }) => {
      const row = await findUser(db, reachOf(caller), query.id)
      if (!row || !mayInvite(caller, personOf(row))) throw notFound('This person')
      await sendInvitation(deps, row, { by: caller, requestId }, now)
      return new WithMessage(null, 'Invite email sent!')
    }),

    serve(changePassword, async ({ caller, body, now, requestId }) => {
      if (body.userId !== caller.id)
        throw badInput({ IdentityError: ['You can change only your own password.'] })
      const row = await findUser(db, caller.customerId, caller.id)
      if (!row) throw notFound('Your account')

      const choice = await deps.sso.insteadOfPassword(row)
      if (choice)
        throw badInput({
          IdentityError: [
            `${row.customer_name} signs in with ${choice.displayName}. There is no password to change.`,
          ],
        })
      const check = await checkCurrentPassword(db, caller.id, body.currentPassword, now)
      const faults = {
        CurrentPassword: check.kind === 'wrong' ? check.fault : undefined,
        NewPassword:
          newPasswordFault(row, body.newPassword) ??
          (body.newPassword === body.currentPassword ? 'is your current password' : undefined),
        ConfirmedNewPassword:
          body.newPassword === body.confirmedNewPassword ? undefined : 'is not the same as the new password',
      }
      const reported = Object.entries(faults).flatMap(([field, fault]) => (fault ? [[field, [fault]]] : []))
      if (check.kind === 'wrong' || reported.length > 0)
        throw badInput(Object.fromEntries(reported) as FieldErrors)

      const hash = await hashPassword(body.newPassword)
      await changes.commit(async (tx, appendFact) => {
        await lockUserForUpdate(tx, caller.customerId, caller.id)
        await holdPassword(tx, caller.id, check.password)
        await savePasswordHash(tx, caller.id, hash, now)
        await useUpLinksOf(tx, caller.id, now)
        await endSessions(tx, caller.id, caller.sessionId)
        await notifyOfNewPassword(deps, tx, row, now)
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'password changed',
            target: personAuditName(row),
            requestId,
          },
          now,
        )
        tellPersonChanged(appendFact, row)
      })
      return new WithMessage(null, 'Password changed')
    }),
  ]
}
