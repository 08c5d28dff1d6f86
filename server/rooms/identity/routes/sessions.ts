import {
  endOtherSessions,
  endSession,
  endSessionsOf,
  listSessions,
  listSignIns,
} from '#contract/people/sessions'
import { mayManage } from '#domain/access/people'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { AppendFact, Changes } from '#server/platform/changes/index'
import { reachOf, type Caller } from '#server/platform/http/caller'
import { notAllowed, notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { findUser, personAuditName, personOf, tellPersonChanged } from '#server/rooms/users/index'
import { sessionSeconds } from '#server/rooms/identity/provider'
import { signOutEverywhere } from '#server/rooms/identity/sign-out'
import { endOneSession, endSessions } from '#server/rooms/identity/store/sessions'
import { listOpenSessions, listSignInEvents } from '#server/rooms/identity/store/sign-ins'
import type { Tokens } from '#server/rooms/identity/tokens'

const mostShown = 30

interface Deps {
  readonly db: Db
  readonly tokens: Tokens
  readonly changes: Changes<Facts>
}

/** Closes the open pages of an ended session immediately, in every process. */
function closePages(appendFact: AppendFact<Facts>, { id: personId, customerId }: Caller) {
  appendFact('person changed', { customerId, subject: `person ${personId}`, body: { personId } })
}

/** Routes for a person's sessions and sign-ins. */
export function sessionRoutes({ db, tokens, changes }: Deps): Served[] {
  return [
    serve(listSessions, async ({ caller, now }) =>
      (await listOpenSessions(db, caller.id, sessionSeconds, now)).map(session => ({
        id: session.id,
        isCurrent: session.id === caller.sessionId,
        started: session.startedAt.toISOString(),
        lastUsed: session.usedAt.toISOString(),
        expires: session.expiresAt.toISOString(),
        method: session.method,
        address: session.address,
        device: session.device,
      })),
    ),

    serve(endSession, async ({ caller, params, now, requestId }) => {
      await changes.commit(async (tx, appendFact) => {
        if (!(await endOneSession(tx, caller.id, params.id))) throw notFound('This session')
        closePages(appendFact, caller)
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'session ended',
            target: `${caller.fullName} (${caller.id})`,
            requestId,
          },
          now,
        )
      })
      tokens.forget()
      return null
    }),

    serve(endOtherSessions, async ({ caller, now, requestId }) => {
      await changes.commit(async (tx, appendFact) => {
        await endSessions(tx, caller.id, caller.sessionId)
        closePages(appendFact, caller)
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'other sessions ended',
            target: `${caller.fullName} (${caller.id})`,
            requestId,
          },
          now,
        )
      })
      tokens.forget()
      return null
    }),

    serve(endSessionsOf, async ({ caller, body, now, requestId }) => {
      const row = await findUser(db, reachOf(caller), body.userId)
      if (!row) throw notFound('This person')
      if (!mayManage(caller, personOf(row)))
        throw notAllowed('You can sign out only people below your own permission level.')
      await changes.commit(async (tx, appendFact) => {
        await signOutEverywhere(tx, row.id, now)
        const about = { customerId: row.customer_id, target: personAuditName(row), requestId }
        await recordAudit(tx, { by: caller, action: 'signed out everywhere', ...about }, now)
        tellPersonChanged(appendFact, row)
      })
      tokens.forget()
      return null
    }),

    serve(listSignIns, async ({ caller }) =>
      (await listSignInEvents(db, caller.id, mostShown)).map(
        ({ at, kind, method, uses_passkey, address, device }) => ({
          at: at.toISOString(),
          kind,
          method,
          usesPasskey: uses_passkey,
          address,
          device,
        }),
      ),
    ),
  ]
}
