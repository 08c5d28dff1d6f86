import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactorApp,
  renewRecoveryCodes,
  requireSecondFactor,
  resetSecondFactor,
  startSecondFactor,
  turnOffSecondFactor,
} from '#contract/people/second-factor'
import { mayManage } from '#domain/access/people'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import type { Caller } from '#server/platform/http/caller'
import type { Doing } from '#server/platform/http/ask'
import { reachOf } from '#server/platform/http/caller'
import { badInput, notAllowed, notFound, Problem } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import { findUser, personOf, type UserRow } from '#server/rooms/users/index'
import type { LinkDeps } from '#server/rooms/identity/account-links'
import { changeFactors, endWithLastFactor, type FactorChange } from '#server/rooms/identity/change-factors'
import { confirmPassword } from '#server/rooms/identity/current-password'
import type { RelyingParty } from '#server/rooms/identity/relying-party'
import { removeSecondFactor } from '#server/rooms/identity/remove-second-factor'
import { notifyOwner, passwordAlone, twoStepNews } from '#server/rooms/identity/notify-owner'
import {
  beginSetUp,
  claimAddition,
  confirmSetUp,
  makeRecoveryCodes,
  type SecondFactorDeps,
} from '#server/rooms/identity/second-factor'
import { findPasswordHash } from '#server/rooms/identity/store/accounts'
import { listPasskeys, type PasskeyRow } from '#server/rooms/identity/store/passkeys'
import {
  countRecoveryCodes,
  deleteApp,
  factorsOf,
  isOn,
  saveRequirement,
} from '#server/rooms/identity/store/second-factors'
import type { Tokens } from '#server/rooms/identity/tokens'

export type FactorDeps = LinkDeps &
  SecondFactorDeps & { readonly tokens: Tokens; readonly party: RelyingParty; readonly bus: Bus<Events> }

export async function ownRow({ db }: Pick<FactorDeps, 'db'>, caller: Caller): Promise<UserRow> {
  const row = await findUser(db, caller.customerId, caller.id)
  if (!row) throw notFound('Your account')
  return row
}

export const changeBy = ({ caller, requestId, now }: Doing): FactorChange => ({ by: caller, requestId, now })

const isOff = () => new Problem(409, 'Two-step verification is off.')

const shownPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({
  id,
  name,
  created: created_at.toISOString(),
  lastUsed: last_used_at?.toISOString() ?? null,
})

/** Two-step verification. */
export function secondFactorRoutes(deps: FactorDeps): Served[] {
  const { db, tokens, party, bus, queueEmail } = deps

  return [
    serve(getSecondFactor, async ({ caller }) => {
      const row = await ownRow(deps, caller)
      const { hasApp } = await factorsOf(db, row.id)
      return {
        isOn: row.has_second_factor,
        isOffered: (await findPasswordHash(db, row.id)) !== undefined,
        recoveryCodesLeft: await countRecoveryCodes(db, row.id),
        isRequired: row.requires_second_factor,
        isOwed: caller.owesSecondFactor === true,
        hasApp,
        passkeys: (await listPasskeys(db, row.id)).map(shownPasskey),
        whyNoPasskeys: party.whyNot,
      }
    }),

    serve(startSecondFactor, async ({ caller, body, now }) => {
      const row = await ownRow(deps, caller)
      const password = await confirmPassword(db, row.id, body.currentPassword, now)
      const begun = await beginSetUp(deps, row, password, now)
      if (!begun) throw new Problem(409, 'An authenticator app is already set up.')
      return begun
    }),

    serve(confirmSecondFactor, async ({ body, ...doing }) => {
      const row = await ownRow(deps, doing.caller)
      const { hasApp } = await factorsOf(db, row.id)
      const recoveryCodes = hasApp ? undefined : await confirmSetUp(deps, row, body.code, changeBy(doing))
      if (!recoveryCodes)
        throw badInput({ Code: ['is not the code that the app shows now. Check the time on your phone.'] })
      tokens.forget()
      bus.publish('outbox-filled', {})
      return { recoveryCodes }
    }),

    serve(renewRecoveryCodes, async ({ body, ...doing }) => {
      const row = await ownRow(deps, doing.caller)
      const password = await confirmPassword(db, row.id, body.currentPassword, doing.now)
      const change = { ...changeBy(doing), password }
      const recoveryCodes = await changeFactors(deps, row, change, async (tx, before, note) => {
        if (!isOn(before)) throw isOff()
        await claimAddition(tx, row.id, doing.now)
        const what = 'The recovery codes of your Skywarden account were replaced.'
        await notifyOwner(queueEmail, tx, row, twoStepNews(what), doing.now)
        await note('recovery codes replaced')
        return makeRecoveryCodes(tx, row.id)
      })
      bus.publish('outbox-filled', {})
      return { recoveryCodes }
    }),

    serve(removeSecondFactorApp, async ({ body, ...doing }) => {
      const row = await ownRow(deps, doing.caller)
      const password = await confirmPassword(db, row.id, body.currentPassword, doing.now)
      const change = { ...changeBy(doing), password }
      await changeFactors(deps, row, change, async (tx, _before, note) => {
        if (!(await deleteApp(tx, row.id))) throw new Problem(409, 'No authenticator app is set up.')
        await note('authenticator app removed')
        const isOver = await endWithLastFactor(tx, row.id, note)
        const what = 'The authenticator app of your Skywarden account was removed.'
        const news = twoStepNews(isOver ? `${what} ${passwordAlone}` : what)
        await notifyOwner(queueEmail, tx, row, news, doing.now)
      })
      tokens.forget()
      bus.publish('outbox-filled', {})
      return null
    }),

    serve(turnOffSecondFactor, async ({ body, ...doing }) => {
      const row = await ownRow(deps, doing.caller)
      const password = await confirmPassword(db, row.id, body.currentPassword, doing.now)
      const change = { ...changeBy(doing), password }
      await changeFactors(deps, row, change, async (tx, _before, note) => {
        if (!(await removeSecondFactor(queueEmail, tx, row, 'owner', doing.now))) throw isOff()
        await note('two-step verification turned off')
      })
      tokens.forget()
      bus.publish('outbox-filled', {})
      return null
    }),

    serve(resetSecondFactor, async ({ body, ...doing }) => {
      const { caller } = doing
      const row = await findUser(db, reachOf(caller), body.userId)
      if (!row) throw notFound('This person')
      if (!mayManage(caller, personOf(row)))
        throw notAllowed('You can change or delete only people below your own permission level.')
      await changeFactors(deps, row, changeBy(doing), async (tx, _before, note) => {
        if (!(await removeSecondFactor(queueEmail, tx, row, 'administrator', doing.now))) throw isOff()
        await note('two-step verification reset')
      })
      bus.publish('outbox-filled', {})
      return null
    }),

    serve(requireSecondFactor, async ({ body, ...doing }) => {
      const row = await ownRow(deps, doing.caller)
      await changeFactors(deps, row, changeBy(doing), async (tx, before, note) => {
        if (body.isRequired && !isOn(before))
          throw new Problem(409, 'Set up two-step verification for yourself first.')
        await note(body.isRequired ? 'two-step verification required' : 'two-step verification made optional')
        await saveRequirement(tx, row.customer_id, body.isRequired)
      })
      tokens.forget()
      return null
    }),
  ]
}
