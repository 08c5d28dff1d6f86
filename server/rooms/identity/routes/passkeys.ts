import { addPasskey, removePasskey, startPasskey } from '#contract/people/passkeys'
import { mostPasskeys } from '#domain/access/passkeys'
import type { Log } from '#server/platform/log'
import { notFound, Problem } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import { fullNameOf } from '#server/rooms/users/index'
import { changeFactors, endWithLastFactor } from '#server/rooms/identity/change-factors'
import { confirmPassword, holdPassword } from '#server/rooms/identity/current-password'
import { notifyOwner, passwordAlone, type FactorNews } from '#server/rooms/identity/notify-owner'
import { checkCreation, creationOptions } from '#server/rooms/identity/passkeys'
import { nameOfPassword } from '#server/rooms/identity/passwords'
import { beginTwoSteps, claimAddition } from '#server/rooms/identity/second-factor'
import { findPasswordHash } from '#server/rooms/identity/store/accounts'
import { deletePasskey, insertPasskey, listPasskeys } from '#server/rooms/identity/store/passkeys'
import { isOn } from '#server/rooms/identity/store/second-factors'
import { changeBy, ownRow, type FactorDeps } from './second-factor.ts'

type Deps = FactorDeps & { readonly log: Log }

const tooManyPasskeys = () =>
  new Problem(409, `You can have at most ${mostPasskeys} passkeys. Remove one that you no longer use.`)

/** A passkey opens the account without the password, so its owner is emailed about each one. */
const newsOf = (what: string): FactorNews => ({
  subject: 'Your Skywarden passkeys',
  what,
  advice:
    "If this was not you, set a new password right away with 'Forgot password?' on the sign-in page, check the passkeys on your profile, and tell your administrator.",
})

/** Routes for the passkeys of a person's own account. */
export function passkeyRoutes(deps: Deps): Served[] {
  const { db, party, tokens, log, bus, queueEmail } = deps

  return [
    serve(startPasskey, async ({ caller, body, now }) => {
      const row = await ownRow(deps, caller)
      const password = await confirmPassword(db, row.id, body.currentPassword, now)
      if (party.whyNot !== null) throw new Problem(409, party.whyNot)
      const owner = { id: row.id, userName: row.user_name, fullName: fullNameOf(row) }
      return db.transaction().execute(async tx => {
        await holdPassword(tx, row.id, password)
        const existing = await listPasskeys(tx, row.id)
        if (existing.length >= mostPasskeys) throw tooManyPasskeys()
        return { options: await creationOptions(tx, party, owner, existing, now) }
      })
    }),

    serve(addPasskey, async ({ body, ...doing }) => {
      const { now } = doing
      const row = await ownRow(deps, doing.caller)
      // Before the challenge is used up: a new password set before this removes the challenge, and one set after it differs.
      const password = nameOfPassword(await findPasswordHash(db, row.id))
      const check = await checkCreation(db, party, row.id, body.credential, now)
      if (check.kind === 'expired') throw new Problem(409, 'This took too long. Please start again.')
      if (check.kind === 'invalid') {
        log.warn({ person: row.id, because: check.because }, 'a new passkey was refused')
        throw new Problem(400, 'This passkey could not be verified. Please start again.')
      }
      const change = { ...changeBy(doing), password }
      const recoveryCodes = await changeFactors(deps, row, change, async (tx, before, note) => {
        if (before.passkeys >= mostPasskeys) throw tooManyPasskeys()
        await claimAddition(tx, row.id, now)
        const { name } = body
        if (!(await insertPasskey(tx, { ...check.passkey, user_id: row.id, name, created_at: now })))
          throw new Problem(409, 'This passkey is already in use. Create another one.')
        await note('passkey added', { name })
        const what = `The passkey “${name}” was added to your Skywarden account. It can sign in without your password.`
        await notifyOwner(queueEmail, tx, row, newsOf(what), now)
        return isOn(before) ? [] : beginTwoSteps(tx, row, changeBy(doing), note)
      })
      tokens.forget()
      bus.publish('outbox-filled', {})
      return { recoveryCodes }
    }),

    serve(removePasskey, async ({ body, params, ...doing }) => {
      const { now } = doing
      const row = await ownRow(deps, doing.caller)
      const password = await confirmPassword(db, row.id, body.currentPassword, now)
      await changeFactors(deps, row, { ...changeBy(doing), password }, async (tx, _before, note) => {
        const removed = await deletePasskey(tx, row.id, params.id)
        if (!removed) throw notFound('This passkey')
        await note('passkey removed', { name: removed.name })
        const isOver = await endWithLastFactor(tx, row.id, note)
        const what = `The passkey “${removed.name}” was removed from your Skywarden account.`
        await notifyOwner(queueEmail, tx, row, newsOf(isOver ? `${what} ${passwordAlone}` : what), now)
      })
      tokens.forget()
      bus.publish('outbox-filled', {})
      return null
    }),
  ]
}
