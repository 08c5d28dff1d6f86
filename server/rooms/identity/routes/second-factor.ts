import {
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
  resetSecondFactor,
  startSecondFactor,
  turnOffSecondFactor,
} from '#contract/people/second-factor'
import { mayManage } from '#domain/access/people'
import { recordAudit } from '#server/platform/audit'
import type { Caller } from '#server/platform/http/caller'
import type { Doing } from '#server/platform/http/ask'
import { reachOf } from '#server/platform/http/caller'
import { badInput, notAllowed, notFound, Problem } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Tx } from '#server/platform/store/index'
import {
  findUser,
  personAuditName,
  personOf,
  tellPersonChanged,
  type UserRow,
} from '#server/rooms/users/index'
import type { LinkDeps } from '#server/rooms/identity/account-links'
import { confirmPassword } from '#server/rooms/identity/email-change'
import {
  beginSetUp,
  confirmSetUp,
  makeRecoveryCodes,
  type SecondFactorDeps,
} from '#server/rooms/identity/second-factor'
import { findPasswordHash } from '#server/rooms/identity/store/accounts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  saveRequirement,
} from '#server/rooms/identity/store/second-factors'
import type { Tokens } from '#server/rooms/identity/tokens'

type Deps = LinkDeps & SecondFactorDeps & { readonly tokens: Tokens }

/** Two-step verification. */
export function secondFactorRoutes(deps: Deps): Served[] {
  const { db, changes, tokens } = deps

  async function own(caller: Caller): Promise<UserRow> {
    const row = await findUser(db, caller.customerId, caller.id)
    if (!row) throw notFound('Your account')
    return row
  }

  /** Changes a person's second step in one transaction with its audit entry; other processes learn of it. */
  function change(
    row: UserRow,
    { caller, requestId, now }: Doing,
    action: string,
    act: (tx: Tx) => Promise<void>,
  ) {
    return changes.commit(async (tx, appendFact) => {
      await act(tx)
      const target = personAuditName(row)
      await recordAudit(tx, { by: caller, customerId: row.customer_id, action, target, requestId }, now)
      tellPersonChanged(appendFact, row)
    })
  }

  return [
    serve(getSecondFactor, async ({ caller }) => {
      const row = await own(caller)
      return {
        isOn: row.has_second_factor,
        isOffered: (await findPasswordHash(db, row.id)) !== undefined,
        recoveryCodesLeft: await countRecoveryCodes(db, row.id),
        isRequired: row.requires_second_factor,
        isOwed: caller.owesSecondFactor === true,
      }
    }),

    serve(startSecondFactor, async ({ caller, body, now }) => {
      const row = await own(caller)
      await confirmPassword(deps, row.id, body.currentPassword, now)
      const begun = await beginSetUp(deps, row, now)
      if (!begun) throw new Problem(409, 'Two-step verification is on already.')
      return begun
    }),

    serve(confirmSecondFactor, async ({ caller, body, now, requestId }) => {
      const row = await own(caller)
      const recoveryCodes = row.has_second_factor
        ? undefined
        : await confirmSetUp(deps, row, body.code, { by: caller, requestId }, now)
      if (!recoveryCodes)
        throw badInput({ Code: ['is not the code that the app shows now. Check the time on your phone.'] })
      tokens.forget()
      return { recoveryCodes }
    }),

    serve(renewRecoveryCodes, async ({ body, ...doing }) => {
      const row = await own(doing.caller)
      await confirmPassword(deps, row.id, body.currentPassword, doing.now)
      if (!row.has_second_factor) throw new Problem(409, 'Two-step verification is off.')
      let recoveryCodes: string[] = []
      await change(row, doing, 'recovery codes replaced', async tx => {
        recoveryCodes = await makeRecoveryCodes(tx, row.id)
      })
      return { recoveryCodes }
    }),

    serve(turnOffSecondFactor, async ({ body, ...doing }) => {
      const row = await own(doing.caller)
      await confirmPassword(deps, row.id, body.currentPassword, doing.now)
      await change(row, doing, 'two-step verification turned off', async tx => {
        if (!(await deleteSecondFactor(tx, row.id))) throw new Problem(409, 'Two-step verification is off.')
      })
      tokens.forget()
      return null
    }),

    serve(resetSecondFactor, async ({ body, ...doing }) => {
      const { caller } = doing
      const row = await findUser(db, reachOf(caller), body.userId)
      if (!row) throw notFound('This person')
      if (!mayManage(caller, personOf(row)))
        throw notAllowed('You can change or delete only people below your own permission level.')
      await change(row, doing, 'two-step verification reset', async tx => {
        if (!(await deleteSecondFactor(tx, row.id))) throw new Problem(409, 'Two-step verification is off.')
      })
      return null
    }),

    serve(requireSecondFactor, async ({ body, ...doing }) => {
      const row = await own(doing.caller)
      if (body.isRequired && !row.has_second_factor)
        throw new Problem(409, 'Set up two-step verification for yourself first.')
      const action = body.isRequired
        ? 'two-step verification required'
        : 'two-step verification made optional'
      await change(row, doing, action, tx => saveRequirement(tx, row.customer_id, body.isRequired))
      tokens.forget()
      return null
    }),
  ]
}
